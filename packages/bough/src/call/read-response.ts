// Reads an answer as a result, or as an error. Nothing in an answer is trusted: the declaration
// decides what it is, and names and types in the answer are only compared.
// The server's counterpart is serve/response/write-response.ts.
import type { Codec } from "../shared/codec/codec.ts";
import {
  formatsOf,
  unlessRefused,
  type DeclaredBody,
  type BodyFormat,
} from "../declare/body/body-format.ts";
import { textsOf } from "../declare/parameter/parameter-codec.ts";
import { Issue, type ParameterParts } from "../declare/parameter/parameter.ts";
import {
  addIssue,
  messageOf,
  InvalidResponseError,
  RejectionError,
  UnexpectedResponseError,
  type CallInfo,
  type CallIssue,
  type AnyFailureView,
  type RejectionIssue,
} from "./call-error.ts";
import { CallResult } from "./call-result.ts";
import type { Call } from "./client-options.ts";
import type { OutgoingRequest } from "./write-request.ts";
import { exchange, lost, cancel, readBytes, TEXT_LIMIT } from "./exchange.ts";
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { plainJson } from "../shared/codec/plain-json.ts";
import { textOf } from "../shared/internal/record.ts";
import { receivedBy } from "../shared/reception/received-schema.ts";

/** Reads an answer as what the endpoint declares; throws if it is something else. */
// oxlint-disable-next-line max-lines-per-function -- each step uses values of earlier ones; parts cost bytes of every client
export async function readResponse(
  call: Call,
  response: Response,
  outgoing: OutgoingRequest,
): Promise<CallResult> {
  const { endpoint, method, signal } = call;
  const { status, headers } = response;
  const contentType = headers.get("content-type") ?? "";
  const essence = essenceOf(contentType);
  const shared = codecFor(call, essence);
  const declared = declaredFor(endpoint, response);
  // HEAD has no body.
  const formats =
    method === "HEAD" ? [] : formatsOf(declared ? declared.body : endpoint["~endpoint"].rejections);
  const format = formats.find(({ takes }) => (takes ? takes(essence) : shared));
  let bytes: Uint8Array;
  const answer = {
    outgoing,
    call,
    response,
    exchange,
    lost,
    invalid,
    decode: readResponse,
    resultOf: resultReader(call, response, essence, ({ codec = shared }) => {
      if (bytes.length > limit) {
        throw new TypeError(tooLarge());
      }
      // No limit of depth: the client does not recurse into the value.
      return codec?.decode(bytes, { depth: Infinity });
    }),
  };
  if (declared && !formats[0]) {
    cancel(response.body);
    return answer.resultOf(declared.headers);
  }
  format?.choose?.(answer, essence);
  if (declared && format?.receive) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a body gives the result of `resultOf`, which is one
    return format.receive(answer, declared.headers) as Promise<CallResult>;
  }
  const failures =
    declared ||
    headers.get("bough-rejection") ||
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pattern also refuses null
    /^(in-|reu)/.test(headers.get("idempotency-status") as string)
      ? undefined
      : endpoint.failures[0]?.["~failure"].read(answer, essence, shared);
  if (failures?.receive) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a body gives the result of `resultOf`, which is one
    return failures.receive() as Promise<CallResult>;
  }
  const codec = format?.codec ?? shared ?? failures?.codec;
  // Content that nothing decodes is only shown, so its beginning is enough. One response must not fill the memory of a
  // process that serves many callers. Browsers and their workers (HTML 8.10.1.1) and React Native name a product, server
  // runtimes do not.
  const limit = codec
    ? (call.limits.body ?? (globalThis.navigator?.product ? Infinity : 10_485_760))
    : TEXT_LIMIT;
  const tooLarge = (): string => {
    const length = Number(headers.get("content-length"));
    // A smaller length is that of the compressed body.
    return `is larger than ${limit} bytes${length > limit ? ` (Content-Length: ${length})` : ""}: raise limits.body`;
  };
  try {
    bytes = await readBytes(response, limit, signal);
  } catch (cause) {
    throw lost(call, outgoing, cause);
  }
  if (declared && format) {
    return answer.resultOf(declared.headers, format);
  }
  const problem =
    essence === "application/problem+json"
      ? // If the content does not parse, only the status counts.
        await answer.resultOf({}, {}).then(({ body }): Problem => Object(body), unlessRefused)
      : undefined;
  const failed = await failures?.read(problem);
  if (failed) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the result of `resultOf`, which is one
    return failed as CallResult;
  }
  // The format of the root. It does not fit the problem details of other servers.
  const rejected =
    status >= 400 && format ? await answer.resultOf({}, format).catch(() => undefined) : undefined;
  throw (
    refusal(call, response, problem, rejected) ??
    new UnexpectedResponseError(
      call,
      `received ${status} ${contentType || "without a type"}, expected ${
        declared
          ? outgoing.headers["accept"]
          : [...endpoint.responses, ...endpoint.failures]
              .map(({ status: one }) => one)
              .join(", ") || "2xx"
      }: ${codec && bytes.length > limit ? tooLarge() : "see text"}${hintOf(status)}`,
      { status, headers, text: new TextDecoder().decode(bytes.subarray(0, TEXT_LIMIT)) },
    )
  );
}

/** The error for a rejection of the server; `undefined` if the answer is not one. */
function refusal(
  call: Call,
  { status, headers }: Response,
  problem: Problem | undefined,
  rejected: CallResult | undefined,
): RejectionError | undefined {
  const slug = headers.get("bough-rejection");
  const problemType = textOf(problem?.type);
  const own = problemType?.startsWith("urn:bough:");
  // The format of the root comes last: other servers do not send the header.
  const type = own ? problemType : slug ? `urn:bough:${slug}` : rejected && "about:blank";
  if (!type) {
    return undefined;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other members may have any type, and are only shown
  const errors = [problem?.errors]
    .flat()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the message is read, and it may have any type
    .filter((error) => textOf((error as RejectionIssue | null)?.message)) as RejectionIssue[];
  const title = textOf(problem?.title);
  const detail = textOf(problem?.detail);
  const body = own ? undefined : rejected?.body;
  const { message, error } = Object(body);
  const reason =
    [detail, title, message, Object(error).message, error].find(textOf) ?? (body ? "see body" : "");
  const text = errors[0] ? ": " : (reason && `: ${reason}`) + hintOf(status);
  return new RejectionError(call, `rejected with ${status} ${type}${text}`, {
    status,
    type,
    body,
    title,
    detail,
    errors,
  });
}

// No endpoint sent it: its failures are declared.
function hintOf(status: number): string {
  return status === 404 ? "; is the server's basePath the path of baseUrl?" : "";
}

/** Makes the result of an answer; rejects if its body or headers are not as declared. */
type ResultReader = (
  parts: ParameterParts,
  format?: Partial<BodyFormat>,
  content?: (format: Partial<BodyFormat>) => unknown,
  failure?: Omit<AnyFailureView, "body">,
) => Promise<CallResult>;

function resultReader(
  call: Call,
  response: Response,
  type: string,
  decode: (format: Partial<BodyFormat>) => unknown,
): ResultReader {
  return async (parts, format, content = decode, failure) => {
    const issues: CallIssue[] = [];
    const fields: InvalidFields = { issues };
    let body: unknown;
    try {
      body = format && (await content(format));
      if (format?.schema) {
        body = await receivedBy(call, format.schema, body, issues);
      }
    } catch (cause) {
      fields.cause = cause;
      addIssue(issues, "body", "", `cannot be read as ${type}: ${messageOf(cause)}`);
    }
    const headers = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => {
        const value = textsOf(part).readLine(part, response.headers, name);
        if (value instanceof Issue) {
          addIssue(issues, "header", name, value.message);
        }
        return [name, value];
      }),
    );
    if (issues[0]) {
      cancel(response.body);
      throw invalid(call, response, fields);
    }
    return new CallResult(call, response, headers, body, failure && { ...failure, body });
  };
}

function codecFor({ codecs }: Call, essence: string): Codec | undefined {
  const find = (type: string): Codec | undefined =>
    codecs.find(({ mediaType }) => essenceOf(mediaType) === type);
  return (
    find(essence) ??
    (essence.endsWith("+json") ? (find("application/json") ?? plainJson) : undefined)
  );
}

function declaredFor({ responses }: AnyEndpoint, { status, ok }: Response): Declared | undefined {
  return (
    responses.find((one) => one.status === status) ??
    responses.find(({ body }) => formatsOf(body)[0]?.partial === status) ??
    responses.find((one) => ok && one.status === "2XX") ??
    (ok && !responses[0] ? { headers: {} } : undefined)
  );
}

/** The error for a declared response whose content is not as declared. */
export function invalid(
  call: CallInfo,
  { status }: Pick<Response, "status">,
  fields: InvalidFields,
): InvalidResponseError {
  return new InvalidResponseError(call, `the ${status} response doesn't match its declaration: `, {
    status,
    ...fields,
  });
}

interface InvalidFields {
  readonly issues: readonly CallIssue[];
  cause?: unknown;
}

interface Declared {
  readonly headers: ParameterParts;
  readonly body?: DeclaredBody;
}

/** Problem details before their members are checked (RFC 9457 3). */
type Problem = Readonly<Record<"type" | "title" | "detail" | "errors", unknown>>;

function essenceOf(mediaType: string): string {
  // Split at the first space: a pattern for spaces before a semicolon takes quadratic time.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `split` gives at least one text
  return mediaType.toLowerCase().split(/[\s;]/)[0] as string;
}
