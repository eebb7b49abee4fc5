// Reads an answer as a declared failure. The failure refers to this function, so a client without
// declared failures does not bundle it. The server's counterpart is serve/response/write-failure.ts.
import type { Codec, DecodeError } from "../../shared/codec/codec.ts";
import type { Received } from "../../shared/reception/received.ts";
import { formatsOf, type ClientFormat, type DeclaredBody } from "../body/body-format.ts";
import type { ParameterParts } from "../parameter/parameter.ts";

/** An answer, and the function that decodes its content. */
export interface FailureAnswer extends Omit<Received, "call" | "resultOf"> {
  /** Reads the answer as a failure in the error format of the root, if it may be one. */
  readonly formatted?: (() => Promise<unknown>) | undefined;
  readonly call: FailedCall;
  /** The result with these headers, and a body in this format; rejects if they are not as declared. */
  readonly resultOf: (
    headers: ParameterParts,
    format?: Format,
    content?: () => unknown,
    failure?: FailureFields,
  ) => Promise<FailedResult>;
}

type Format = Partial<ClientFormat>;

/** The members of a result that are used here. */
interface FailedResult {
  body?: unknown;
  failure?: object | undefined;
}

/** The fields of a failure on the client, without its data. */
interface FailureFields {
  readonly name: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly instance: string | undefined;
  /** The whole body, in the error format of a root. */
  readonly errorBody?: unknown;
}

/** The members of a call that are used here. */
type FailedCall = Received["call"] & {
  readonly url: string;
  readonly endpoint: { readonly failures: readonly ReadFailure[] };
};

/** The members of a failure that are used here. */
interface ReadFailure {
  readonly name: string;
  readonly code: string | number;
  readonly status: number | string;
  readonly type: string | undefined;
  readonly title: string;
  readonly "~failure": {
    readonly body: DeclaredBody;
    readonly headers: ParameterParts;
    readonly bare: boolean;
  };
}

/** The failures that an answer may be, before its content is read. */
export interface FailureReading {
  /** Of a body that no codec of the client reads. */
  readonly codec: Codec | undefined;
  /** The result, for a body that reads its content itself. */
  readonly receive: (() => Promise<unknown>) | undefined;
  /** The result if the answer is one of these failures, else `undefined`. */
  readonly read: (problem: Members | undefined) => Promise<unknown>;
}

/** A bare failure whose body may have the media type of the answer. */
interface Candidate {
  readonly failure: ReadFailure;
  /** `undefined` if there is nothing to read. */
  readonly format: Format | undefined;
}

/**
 * The failures of the endpoint that an answer of this media type may be. `shared` is the client's own codec
 * for it, if there is one.
 */
export function readFailure(
  answer: FailureAnswer,
  essence: string,
  shared: Codec | undefined,
): FailureReading {
  const { call, response, formatted } = answer;
  const exact = call.endpoint.failures.filter(({ status }) => status === response.status);
  const candidates = candidatesOf(answer, exact, (format) =>
    format.takes ? format.takes(essence) : !!shared,
  );
  const [first] = candidates;
  const receive = formatted ? undefined : first?.format?.receive;
  return {
    codec: candidates.find(({ format }) => format?.codec?.mediaType)?.format?.codec,
    receive: first && receive && (() => receiveBy(receive, first.failure, answer)),
    read: async (problem) => {
      const found = await formatted?.();
      if (found) {
        return found;
      }
      const named = namedBy(problem, exact, response.url || call.url);
      if (problem && named) {
        return readNamed(named, answer, problem);
      }
      // Bough's own problems are rejections.
      if (typeOf(problem)?.startsWith("urn:bough:")) {
        return undefined;
      }
      for (const candidate of candidates) {
        const result = await readBare(candidate, answer);
        if (result) {
          return result;
        }
      }
      return undefined;
    },
  };
}

// The only failure of the status, then those for a range with it, the narrow one first.
function candidatesOf(
  { call, response: { status, headers } }: FailureAnswer,
  exact: readonly ReadFailure[],
  takes: (format: Format) => boolean,
): readonly Candidate[] {
  const { failures } = call.endpoint;
  const ranges = [`${Math.floor(status / 100)}XX`, "other"].flatMap((range) =>
    status < 400 ? [] : failures.filter((one) => one.status === range),
  );
  // An answer to HEAD has the type of content, but no content, so a named failure has no name in it.
  const head = call.method === "HEAD";
  const [only, more] = exact;
  const own = only && !more && (head || only["~failure"].bare) ? [only] : [];
  return [...own, ...ranges].flatMap((failure) => {
    const { bare, body } = failure["~failure"];
    const formats = bare ? formatsOf(body) : [{}];
    const empty = head ? !headers.has("content-type") : !formats[0];
    const format = formats.find(takes) ?? (empty && EMPTY);
    return format ? { failure, format: head ? undefined : format } : [];
  });
}

// The page of a gateway is not a failure without a body.
const EMPTY: Format = {
  codec: {
    mediaType: "",
    encode: String,
    decode: ({ length }) => {
      if (length) {
        throw new TypeError("no body is declared");
      }
    },
  },
};

function namedBy(
  problem: Members | undefined,
  exact: readonly ReadFailure[],
  base: string,
): ReadFailure | undefined {
  const type = typeOf(problem);
  return exact.find(
    (failure) =>
      type !== undefined &&
      failure.type !== undefined &&
      // The texts are mostly equal, and parsing URIs takes time.
      (failure.type === type || absolute(failure.type, base) === absolute(type, base)),
  );
}

// Reads a problem whose type is declared.
function readNamed(
  failure: ReadFailure,
  { call, response, resultOf }: FailureAnswer,
  problem: Members,
): Promise<unknown> {
  const { type: _type, title, status: _, detail, instance, ...data } = problem;
  const { body, headers } = failure["~failure"];
  const at = textOf(instance);
  return resultOf(headers, formatsOf(body)[0], () => data, {
    ...fieldsOf(failure, response),
    title: textOf(title) ?? failure.title,
    detail: textOf(detail),
    instance: at && absolute(at, response.url || call.url),
  });
}

// Reads an answer without a declared problem type.
async function readBare(
  { failure, format }: Candidate,
  { response, resultOf }: FailureAnswer,
): Promise<unknown> {
  const { headers } = failure["~failure"];
  return resultOf(headers, format, undefined, fieldsOf(failure, response)).catch(
    (error: { readonly cause?: Partial<DecodeError> }) => {
      // Content of another format comes from another server, such as a proxy. An invalid member is an error.
      if (error.cause?.pointer) {
        throw error;
      }
    },
  );
}

// Reads content that its body reads by itself. The body belongs to the failure then.
async function receiveBy(
  receive: NonNullable<Format["receive"]>,
  failure: ReadFailure,
  answer: FailureAnswer,
): Promise<unknown> {
  const fields = fieldsOf(failure, answer.response);
  const resultOf = (headers: ParameterParts): Promise<FailedResult> =>
    answer.resultOf(headers, undefined, undefined, fields);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a body gives the result of `resultOf`
  const result = (await receive(
    { ...answer, resultOf },
    failure["~failure"].headers,
  )) as FailedResult;
  const { body } = result;
  delete result.body;
  Object.assign(result.failure ?? {}, { body });
  return result;
}

/** The fields of a failure whose answer has none of them. */
export function fieldsOf({ name, title }: ReadFailure, { status }: Response): FailureFields {
  return { name, status, title, detail: undefined, instance: undefined };
}

type Members = Readonly<Record<string, unknown>>;

function typeOf(problem: Members | undefined): string | undefined {
  return problem && (textOf(problem["type"]) ?? "about:blank");
}

function absolute(uri: string, base: string): string {
  try {
    return new URL(uri, base).href;
  } catch {
    return uri;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
