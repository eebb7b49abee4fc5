// Reads an answer as a declared failure. The failure refers to this function, so a client without
// declared failures does not bundle it. The server's counterpart is server/response/encode-failure.ts.
import type { DecodeError } from "../../codec/codec.ts";
import type { BodyFormat } from "../body/body-format.ts";
import { formatsOf } from "../body/declared-body.ts";
import type { DeclaredBody } from "../body/declared-body.ts";
import type { ParameterParts } from "../parameter/parameter.ts";

/** An answer, and the function that decodes its content. */
export interface FailedAnswer {
  readonly response: Response;
  readonly call: FailedCall;
  /** The result with these headers, and a body in this format; rejects if they are not as declared. */
  readonly resultOf: (
    headers: ParameterParts,
    format?: Partial<BodyFormat>,
    content?: () => unknown,
    failure?: FailureFields,
  ) => Promise<unknown>;
}

/** The fields of a failure on the client, without its data. */
interface FailureFields {
  readonly name: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly instance: string | undefined;
}

/** The members of a call that are used here. */
interface FailedCall {
  readonly method: string;
  readonly url: string;
  readonly endpoint: { readonly failures: readonly ReadFailure[] };
}

/** The members of a failure that are used here. */
interface ReadFailure {
  readonly name: string;
  readonly status: number;
  readonly type: string | undefined;
  readonly title: string;
  readonly "~failure": {
    readonly body: DeclaredBody;
    readonly headers: ParameterParts;
    readonly bare: boolean;
  };
}

/**
 * The result of an answer if it is a failure of the endpoint, else `undefined`. `codec` reads the content, if any
 * codec does. `problem` is the decoded problem; nothing in it has been checked.
 */
export async function readFailure(
  answer: FailedAnswer,
  codec: object | undefined,
  problem: object | undefined,
): Promise<unknown> {
  const { call, response } = answer;
  // The base of relative URIs.
  const base = response.url || call.url;
  const type = problem && (textOf((problem as Members)["type"]) ?? "about:blank");
  const candidates = call.endpoint.failures.filter(({ status }) => status === response.status);
  const named = candidates.find(
    (failure) =>
      type !== undefined &&
      failure.type !== undefined &&
      // The texts are mostly equal, and parsing URIs takes time.
      (failure.type === type || absolute(failure.type, base) === absolute(type, base)),
  );
  if (named) {
    return readNamed(named, answer, problem as Members);
  }
  const [only, more] = candidates;
  // Bough's own problems are rejections.
  return only && !more && !type?.startsWith("urn:bough:")
    ? readOnly(only, answer, codec)
    : undefined;
}

// Reads a problem whose type is declared.
function readNamed(
  failure: ReadFailure,
  { call, response, resultOf }: FailedAnswer,
  problem: Members,
): Promise<unknown> {
  const { type: _type, title, status: _, detail, instance, ...data } = problem;
  const { body, headers } = failure["~failure"];
  const at = textOf(instance);
  return resultOf(headers, formatsOf(body)[0], () => data, {
    name: failure.name,
    status: failure.status,
    title: textOf(title) ?? failure.title,
    detail: textOf(detail),
    instance: at && absolute(at, response.url || call.url),
  });
}

// Reads an answer without a declared problem type as the only failure of its status.
async function readOnly(
  { name, status, title, "~failure": { bare, body, headers } }: ReadFailure,
  { call, resultOf }: FailedAnswer,
  codec: object | undefined,
): Promise<unknown> {
  const [format] = formatsOf(body);
  // An answer to HEAD has no content.
  const head = call.method === "HEAD";
  if (!(format ? bare && (head || codec) : bare || head)) {
    return undefined;
  }
  const failure = { name, status, title, detail: undefined, instance: undefined };
  return resultOf(headers, head ? undefined : format, undefined, failure).catch(
    (error: { readonly cause?: Partial<DecodeError> }) => {
      // Content of another format comes from another server, such as a proxy. An invalid member is an error.
      if (error.cause?.pointer) {
        throw error;
      }
    },
  );
}

type Members = Readonly<Record<string, unknown>>;

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
