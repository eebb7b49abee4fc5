// Reads an answer as a declared failure. Stands on the failure, so that a client without
// declared failures has nothing of it. The server's counterpart is server/encode-failure.ts.
import type { BodyFormat } from "./body-format.ts";
import { formatsOf } from "./declared-body.ts";
import type { DeclaredBody } from "./declared-body.ts";
import type { ParameterParts } from "./parameter.ts";

/** An answer, and what reads it. */
export interface FailedAnswer {
  readonly call: FailedCall;
  readonly response: Response;
  /** A problem as it was decoded, of which nothing is trusted; `undefined` where it is none. */
  readonly problem: object | undefined;
  /** What reads the content, if anything does; to HEAD there is none. */
  readonly codec: object | undefined;
  /** What the answer comes to, its content read in this format; rejects where body or headers are not as declared. */
  readonly resultOf: (
    parts: ParameterParts,
    format: Partial<BodyFormat> | undefined,
    content: (() => unknown) | undefined,
    failure: Omit<FailureSeen, "body">,
  ) => Promise<unknown>;
}

/** A call, as far as it matters to a failure. */
interface FailedCall {
  readonly method: string;
  readonly url: string;
  readonly endpoint: { readonly failures: readonly ReadFailure[] };
}

/** A failure, as far as a client reads it. */
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

interface FailureSeen {
  readonly name: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly instance: string | undefined;
  readonly body: unknown;
}

/** The result of an answer that is a failure of the endpoint; `undefined` of one that is none. */
export async function readFailure(answer: FailedAnswer): Promise<unknown> {
  const { call, response, problem } = answer;
  // What relative URIs are seen from.
  const base = response.url || call.url;
  const type = problem && (textOf((problem as Members)["type"]) ?? "about:blank");
  const candidates = call.endpoint.failures.filter(({ status }) => status === response.status);
  const named = candidates.find(
    (failure) =>
      type !== undefined &&
      failure.type !== undefined &&
      // Mostly they are written alike, and reading URIs takes time.
      (failure.type === type || absolute(failure.type, base) === absolute(type, base)),
  );
  if (named) {
    return readNamed(named, answer, base);
  }
  const [only, more] = candidates;
  // A problem of Bough's own is no failure of the endpoint.
  return only && !more && !type?.startsWith("urn:bough:") ? readOnly(only, answer) : undefined;
}

// A problem of a declared type.
function readNamed(failure: ReadFailure, answer: FailedAnswer, base: string): Promise<unknown> {
  const { type: _type, title, status: _, detail, instance, ...data } = answer.problem as Members;
  const { body, headers } = failure["~failure"];
  const at = textOf(instance);
  return answer.resultOf(headers, formatsOf(body)[0], () => data, {
    name: failure.name,
    status: failure.status,
    title: textOf(title) ?? failure.title,
    detail: textOf(detail),
    instance: at && absolute(at, base),
  });
}

// The only failure of a status, where nothing but that tells it, and its content if it is bare.
async function readOnly(
  { name, status, title, "~failure": { bare, body, headers } }: ReadFailure,
  { call, codec, resultOf }: FailedAnswer,
): Promise<unknown> {
  const [format] = formatsOf(body);
  // To HEAD there is no content.
  const head = call.method === "HEAD";
  if (!(format ? bare && (head || codec) : bare || head)) {
    return undefined;
  }
  const failure = { name, status, title, detail: undefined, instance: undefined };
  return resultOf(headers, head ? undefined : format, undefined, failure).catch(() => undefined);
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
