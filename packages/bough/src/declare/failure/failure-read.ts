// Reads an answer as a declared failure. The failure refers to this function, so a client without
// declared failures does not bundle it. The server's counterpart is serve/response/write-failure.ts.
import type { Codec } from "../../shared/codec/codec.ts";
import type { Received } from "../../shared/reception/received.ts";
import { resolve } from "../../shared/http/percent.ts";
import { textOf } from "../../shared/internal/record.ts";
import {
  formatsOf,
  unlessRefused,
  type ClientFormat,
  type DeclaredBody,
} from "../body/body-format.ts";
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
  readonly failure?: { body?: unknown } | undefined;
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

/** The declared failures that a response may be, before its content is read. */
export interface FailureReading {
  /** The codec of their body; `undefined` if the client's own reads it. */
  readonly codec: Codec | undefined;
  /** The result, for a body that reads its content itself. */
  readonly receive: (() => Promise<unknown>) | undefined;
  /** Returns the result if the response is one of these failures, otherwise `undefined`. */
  readonly read: (problem: Members | undefined) => Promise<unknown>;
}

/** Finds the declared failures that fit a response's status and media type, for which `shared` is the client's codec. */
// oxlint-disable-next-line max-lines-per-function -- parts cost bytes of every client
export function readFailure(
  answer: FailureAnswer,
  essence: string,
  shared: Codec | undefined,
): FailureReading {
  const { call, response, resultOf, formatted } = answer;
  const { status, headers } = response;
  const base = response.url || call.url;
  // A response to HEAD has a media type but no content, so it can't name its failure.
  const head = call.method === "HEAD";
  const of = (range: unknown): readonly ReadFailure[] =>
    call.endpoint.failures.filter((one) => one.status === range);
  const exact = of(status);
  // The only failure of the status, then those for a range with it, the narrow one first.
  const candidates = [
    ...(exact[1] ? [] : exact.filter((one) => head || one["~failure"].bare)),
    ...of(`${String(status)[0]}XX`),
    ...of(status < 400 || "other"),
  ].flatMap((failure) => {
    const { bare, body, headers: parts } = failure["~failure"];
    const formats = bare ? formatsOf(body) : [{}];
    const format: Format | undefined =
      formats.find(({ takes }: Format) => (takes ? takes(essence) : shared)) ??
      ((head ? headers.has("content-type") : formats[0]) ? undefined : EMPTY);
    return format
      ? { parts, format: head ? undefined : format, fields: fieldsOf(failure, response) }
      : [];
  });
  const [first] = candidates;
  const receive = formatted ? undefined : first?.format?.receive;
  return {
    codec: candidates.find(({ format }) => format?.codec?.mediaType)?.format?.codec,
    receive:
      receive &&
      (() =>
        receive(
          {
            ...answer,
            resultOf: (parts: ParameterParts) =>
              resultOf(parts, undefined, undefined, first?.fields),
          },
          first?.parts ?? {},
        )),
    read: async (problem) => {
      let result = await formatted?.();
      const type = problem && (textOf(problem["type"]) ?? "about:blank");
      const named = exact.find(
        (one) =>
          type !== undefined &&
          one.type !== undefined &&
          // The texts are mostly equal, and parsing URIs takes time.
          (one.type === type || absolute(one.type, base) === absolute(type, base)),
      );
      if (problem && named && !result) {
        const { type: _type, title, status: _, detail, instance, ...data } = problem;
        const { body, headers: parts } = named["~failure"];
        const at = textOf(instance);
        return resultOf(parts, formatsOf(body)[0], () => data, {
          name: named.name,
          status,
          title: textOf(title) ?? named.title,
          detail: textOf(detail),
          instance: at && absolute(at, base),
        });
      }
      // Bough's own problems are rejections.
      for (const { parts, format, fields } of type?.startsWith("urn:bough:") ? [] : candidates) {
        result ??= await resultOf(parts, format, undefined, fields).catch(unlessRefused);
      }
      return result;
    },
  };
}

// For failures without a body. A gateway's error page isn't one.
const EMPTY: Format = {
  codec: {
    mediaType: "",
    encode: String,
    decode: ({ length }) => {
      if (length) {
        throw new TypeError("must be empty");
      }
    },
  },
};

/** The fields of a failure whose response contains none of them. */
export function fieldsOf({ name, title }: ReadFailure, { status }: Response): FailureFields {
  return { name, status, title, detail: undefined, instance: undefined };
}

type Members = Readonly<Record<string, unknown>>;

function absolute(uri: string, base: string): string {
  return resolve(uri, base) || uri;
}
