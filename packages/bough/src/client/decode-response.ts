// From an answer to a result, or to the error that says why it is none. Nothing in an
// answer is trusted: what it is, is decided by what the endpoint declares. Names and types
// from the answer are only compared, never looked up.
// The server's counterpart is server/encode-response.ts.
import type { Codec, DecodeError } from "../codec/codec.ts";
import { formatsOf } from "../declaration/body/declared-body.ts";
import type { DeclaredBody } from "../declaration/body/declared-body.ts";
import type { BodyFormat } from "../declaration/body/body-format.ts";
import { tooLarge } from "../declaration/body/received-content.ts";
import { textsOf } from "../declaration/parameter/parameter-texts.ts";
import { Issue } from "../declaration/parameter/parameter.ts";
import type { ParameterParts } from "../declaration/parameter/parameter.ts";
import { textOf } from "./call-error.ts";
import type { CallIssue } from "./call-error.ts";
import { CallResult } from "./call-result.ts";
import type { Call } from "./client-options.ts";
import type { Outgoing } from "./encode-request.ts";
import { exchange, lost } from "./exchange.ts";
import type { AnyFailureView } from "./failure-error.ts";
import { InvalidResponseError } from "./invalid-response-error.ts";
import { plainJson } from "./plain-json.ts";
import { receivedBy } from "./received-schema.ts";
import { RejectionError } from "./rejection-error.ts";
import type { RejectionIssue } from "./rejection-error.ts";
import { cancel, readBytes, TEXT_LIMIT } from "./response-body.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

/** Reads an answer as what the endpoint declares; throws where it is nothing of that. */
export async function decodeResponse(
  call: Call,
  response: Response,
  outgoing: Outgoing,
): Promise<CallResult> {
  const { endpoint, method, signal } = call;
  const { responses, failures } = endpoint;
  const { status, headers } = response;
  const contentType = headers.get("content-type") ?? "";
  const essence = essenceOf(contentType);
  const find = (type: string): Codec | undefined =>
    call.codecs.find(({ mediaType }) => essenceOf(mediaType) === type);
  const shared =
    find(essence) ??
    (essence.endsWith("+json") ? (find("application/json") ?? plainJson) : undefined);
  const reply: Declared | undefined =
    responses.find((one) => one.status === status) ??
    responses.find(({ body }) => formatsOf(body)[0]?.partial === status) ??
    (response.ok && !responses[0] ? { headers: {} } : undefined);
  const formats = formatsOf(reply ? reply.body : endpoint["~endpoint"].rejections);
  const format = formats.find(({ takes }) => (takes ? takes(essence) : shared));
  const codec = format?.codec ?? shared;
  // What nothing decodes is only shown, so its beginning will do.
  const limit = codec ? bodyLimit(call) : TEXT_LIMIT;
  let bytes: Uint8Array;
  const decode = (): unknown => {
    if (bytes.length > limit) {
      throw new TypeError(tooLarge(limit, response));
    }
    // No limit of depth: nothing of ours recurses into the value.
    return codec?.decode(bytes, { depth: Infinity });
  };

  /** The result of a declared answer; throws where its body or headers are not as declared. */
  const resultOf = async (
    parts: ParameterParts,
    read?: Partial<BodyFormat>,
    content: () => unknown = decode,
    failure?: Omit<AnyFailureView, "body">,
  ): Promise<CallResult> => {
    const issues: CallIssue[] = [];
    const fields: Fields = { status, issues };
    let body: unknown;
    try {
      body = read && (await content());
      if (read?.schema) {
        body = await receivedBy(call, read.schema, body, issues);
      }
    } catch (cause) {
      fields.cause = cause;
      issues.push({
        in: "body",
        name: "",
        message: `cannot be read as ${essence}: ${(cause as Error | undefined)?.message ?? (cause as string)}`,
      });
    }
    const values = Object.entries(parts).map(([name, type]) => {
      const value = textsOf(type).readLine(headers, name);
      if (value instanceof Issue) {
        issues.push({ in: "header", name, message: value.message });
      }
      return [name, value] as const;
    });
    if (issues[0]) {
      cancel(response.body);
      throw new InvalidResponseError(call, `answered ${status}, not as declared: `, fields);
    }
    return new CallResult(
      call,
      response,
      Object.fromEntries(values),
      body,
      failure && { ...failure, body },
    );
  };

  if (reply && (method === "HEAD" || !formats[0])) {
    cancel(response.body);
    return resultOf(reply.headers);
  }
  const answer = {
    response,
    call,
    outgoing,
    exchange,
    lost: (cause: unknown) => lost(call, outgoing, cause),
    InvalidResponseError,
    receivedBy,
    resultOf,
  };
  if (reply && format?.receive) {
    return format.receive(answer, reply.headers) as Promise<CallResult>;
  }
  try {
    bytes = await readBytes(response, limit, signal);
  } catch (cause) {
    throw lost(call, outgoing, cause);
  }
  if (reply && format) {
    return resultOf(reply.headers, format);
  }
  let problem: Problem | undefined;
  if (essence === "application/problem+json") {
    try {
      problem = Object(decode()) as Problem;
    } catch (cause) {
      // Of content that does not parse only the status counts; what is refused inside it is told.
      if ((cause as Partial<DecodeError> | undefined)?.pointer) {
        await resultOf({}, {});
      }
    }
  }
  const slug = headers.get("bough-rejection");
  // `shared`, because a codec that only the rejections have reads no failures.
  const failed = slug ? undefined : await failures[0]?.["~failure"].read(answer, shared, problem);
  if (failed) {
    return failed as CallResult;
  }
  const problemType = textOf(problem?.type);
  const isOwn = problemType?.startsWith("urn:bough:");
  // The format of the root comes last: other servers do not send the header. To HEAD there is no body.
  const rejected =
    status >= 400 && format && !isOwn && method !== "HEAD"
      ? await resultOf({}, format).catch(() => undefined)
      : undefined;
  if (slug || isOwn || rejected) {
    const type = isOwn ? problemType : slug ? `urn:bough:${slug}` : "about:blank";
    const errors = [problem?.errors]
      .flat()
      .filter((error) => textOf((error as RejectionIssue | null)?.message)) as RejectionIssue[];
    const title = textOf(problem?.title);
    const detail = textOf(problem?.detail);
    const said = errors[0] ? "" : (detail ?? title ?? (rejected && "see body"));
    throw new RejectionError(
      call,
      `answered ${status} ${type}${said === undefined ? "" : `: ${said}`}`,
      {
        status,
        type,
        title,
        detail,
        errors,
        body: rejected?.body,
      },
    );
  }
  throw new UnexpectedResponseError(
    call,
    `answered ${status} ${contentType || "without a type"}, expected ${
      reply
        ? outgoing.headers["accept"]
        : [...responses, ...failures].map((answer) => answer.status).join(", ") || "2xx"
    }: ${codec && bytes.length > limit ? tooLarge(limit, response) : "see text"}`,
    { status, headers, text: new TextDecoder().decode(bytes.subarray(0, TEXT_LIMIT)) },
  );
}

// One answer must not fill the memory of a process that serves many callers. Browsers and their workers
// (HTML 8.10.1.1) and React Native name a product, server runtimes do not.
function bodyLimit({ limits }: Call): number {
  return limits?.body ?? (globalThis.navigator?.product ? Infinity : 10_485_760);
}

interface Fields {
  readonly [field: string]: unknown;
  readonly issues: readonly CallIssue[];
  cause?: unknown;
}

interface Declared {
  readonly headers: ParameterParts;
  readonly body?: DeclaredBody;
}

/** A problem of which nothing is known yet (RFC 9457 3). */
type Problem = Readonly<Record<"type" | "title" | "detail" | "errors", unknown>>;

function essenceOf(mediaType: string): string {
  // Up to a space: one that looks for spaces before a semicolon takes squares of time.
  return mediaType.toLowerCase().split(/[\s;]/)[0] as string;
}
