// From an answer to a result, or to the error that says why it is none. Nothing in an
// answer is trusted: what it is, is decided by what the endpoint declares. Names and types
// from the answer are only compared, never looked up.
// The server's counterpart is server/encode-response.ts.
import type { Codec } from "../codec/codec.ts";
import type { Received } from "../declaration/body-format.ts";
import type { AnyFailure } from "../declaration/failure.ts";
import { ofHeader } from "../declaration/parameter-texts.ts";
import { Issue } from "../declaration/parameter.ts";
import type { ParameterParts } from "../declaration/parameter.ts";
import type { CallIssue } from "./call-error.ts";
import { CallResult } from "./call-result.ts";
import type { Call } from "./client-options.ts";
import { problemOf, textOf } from "./decode-failure.ts";
import type { Problem } from "./decode-failure.ts";
import { formatsOf, hasBody, isBinary, schemaOf } from "./declared-body.ts";
import type { DeclaredBody } from "./declared-body.ts";
import type { Outgoing } from "./encode-request.ts";
import { exchange } from "./exchange.ts";
import { InvalidResponseError } from "./invalid-response-error.ts";
import { plainJson } from "./plain-json.ts";
import { receivedBy } from "./received-schema.ts";
import { RejectionError } from "./rejection-error.ts";
import type { RejectionIssue } from "./rejection-error.ts";
import { resolve } from "./related-url.ts";
import { cancel, readBytes, TEXT_LIMIT } from "./response-body.ts";
import { TransportError } from "./transport-error.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

/** Reads an answer as what the endpoint declares; throws where it is nothing of that. */
export async function decodeResponse(
  call: Call,
  response: Response,
  outgoing: Outgoing,
): Promise<CallResult> {
  const { settings, endpoint, method, url, signal } = call;
  const { codecs, validateResponses } = settings;
  const { responses, failures } = endpoint;
  const { status, ok, headers } = response;
  const contentType = headers.get("content-type") ?? "";
  const essence = essenceOf(contentType);
  const find = (type: string): Codec | undefined =>
    codecs.find(({ mediaType }) => essenceOf(mediaType) === type);
  const shared =
    find(essence) ??
    (essence.endsWith("+json") ? (find("application/json") ?? plainJson) : undefined);
  const reply =
    responses.find((one) => one.status === status) ??
    // A part that was asked for, of what is declared as a whole (RFC 9110 15.3.7).
    (status === 206 ? responses.find((one) => isBinary(one.body)) : undefined);
  const formats = formatsOf(reply?.body);
  const own = formats.find(
    (format) =>
      format &&
      (!format.mediaTypes[0] || format.mediaTypes.some((type) => essenceOf(type) === essence)),
  );
  const codec = formats[0] ? own?.codec : shared;
  const head = method === "HEAD";
  let bytes: Uint8Array;
  // No limit of depth: nothing of ours recurses into the value.
  const decode = (): unknown => (codec ?? shared)?.decode(bytes, { depth: Infinity });
  let problem: Partial<Problem> = {};
  const absolute = (uri: string | undefined): string | undefined =>
    uri && (resolve(uri, response.url || url) ?? uri);

  /** The result of a declared answer; throws where its body or headers are not as declared. */
  const resultOf = async (
    { headers: parts, body: declared }: Declared,
    read: () => unknown = decode,
    failure?: AnyFailure,
  ): Promise<CallResult> => {
    const issues: CallIssue[] = [];
    const fields: Fields = { status, issues };
    let body: unknown;
    try {
      if (hasBody(declared) && !head) {
        body = await read();
        const schema = own ? own.schema : schemaOf(declared);
        if (schema && !own?.receive) {
          const received = await receivedBy(schema, body, validateResponses);
          body = received.value;
          issues.push(...received.issues);
        }
      }
    } catch (cause) {
      fields.cause = cause;
      issues.push({ in: "body", name: "", message: `cannot be read as ${essence}` });
    }
    const values = Object.entries(parts).map(([name, type]) => {
      const value = ofHeader(type, headers, name);
      if (value instanceof Issue) {
        issues.push({ in: "header", name, message: value.message });
      }
      return [name, value] as const;
    });
    if (issues[0]) {
      throw new InvalidResponseError(call, `answered ${status}, not as declared: `, fields);
    }
    const { title = failure?.title ?? "", detail, instance } = problem;
    return new CallResult(
      call,
      response,
      Object.fromEntries(values),
      body,
      failure && {
        name: failure.name,
        status,
        title,
        detail,
        instance: absolute(instance),
        body,
      },
    );
  };

  const declared: Declared | undefined =
    reply ?? (ok && !responses[0] ? { headers: {}, body: undefined } : undefined);
  if (declared && (head || !hasBody(declared.body))) {
    cancel(response.body);
    return resultOf(declared);
  }
  if (reply && own?.receive) {
    // Of bytes all is there when the call ends.
    call.streams = !own.whole;
    const invalid = (issues: readonly CallIssue[], cause?: unknown): Error =>
      new InvalidResponseError(call, `answered ${status}, not as declared: `, {
        status,
        issues: issues[0]
          ? issues
          : [{ in: "body", name: "", message: `cannot be read as ${essence}` }],
        cause,
      });
    const { receive } = own;
    const received: Received = {
      response,
      signal,
      reconnect: {
        delay: 1000,
        maxDelay: 30_000,
        ...settings.reconnect,
        // Only what is idempotent is sent again (RFC 9110 9.2.2), and what has not been read away.
        attempts:
          /POST|PATCH/.test(method) || outgoing.body instanceof ReadableStream
            ? 0
            : (settings.reconnect?.attempts ?? 5),
      },
      again: async (more) =>
        exchange(call, { ...outgoing, headers: { ...outgoing.headers, ...more } }),
      broken: (cause) =>
        // An abort is no fault: it ends what is read with its reason.
        (signal?.aborted ? signal.reason : undefined) ??
        new TransportError(call, "the answer ended too early: see cause", { cause }),
      invalid: (cause) => invalid([], cause),
      checked: async (schema, value) => {
        const { value: seen, issues } = schema
          ? await receivedBy(schema, value, validateResponses)
          : { value, issues: [] };
        if (issues[0]) {
          throw invalid(issues);
        }
        return seen;
      },
    };
    const body = await receive(received);
    return resultOf(reply, () => body);
  }
  try {
    // What nothing decodes is only shown, so its beginning will do.
    bytes = await readBytes(response, (codec ?? shared) ? Infinity : TEXT_LIMIT, signal);
  } catch (cause) {
    throw new TransportError(call, "no whole answer: see cause", { cause });
  }
  if (reply && codec) {
    return resultOf(reply);
  }
  if (essence === "application/problem+json") {
    try {
      problem = problemOf(decode());
    } catch {
      // It is none: what its status says remains.
    }
  }
  const { type, title, detail, data } = problem;
  const candidates = failures.filter((failure) => failure.status === status);
  const named =
    type && candidates.find((failure) => failure.type && absolute(failure.type) === absolute(type));
  if (named) {
    return resultOf(named["~failure"], () => data, named);
  }
  if (type?.startsWith("urn:bough:")) {
    const errors = [data?.["errors"]]
      .flat()
      .filter((error) =>
        textOf((error as Partial<RejectionIssue> | null)?.message),
      ) as RejectionIssue[];
    throw new RejectionError(
      call,
      `answered ${status} ${type}: ${errors[0] ? "" : (detail ?? title)}`,
      { status, type, title, detail, errors },
    );
  }
  const unexpected = (): never => {
    throw new UnexpectedResponseError(
      call,
      `answered ${status} ${contentType || "without a type"}, expected ${
        [...responses, ...failures].map((answer) => answer.status).join(", ") || "2xx"
      }: see text`,
      { status, headers, text: new TextDecoder().decode(bytes.subarray(0, TEXT_LIMIT)) },
    );
  };
  const [only, more] = candidates;
  if (only && !more) {
    const data = only["~failure"];
    const { bare, body } = data;
    // Nothing but the status tells a failure to HEAD, which has no content.
    if (hasBody(body) ? bare && (head || shared) : bare || head) {
      problem = {};
      return resultOf(data, decode, only).catch(unexpected);
    }
  }
  return unexpected();
}

interface Fields {
  readonly [field: string]: unknown;
  readonly issues: readonly CallIssue[];
  cause?: unknown;
}

interface Declared {
  readonly headers: ParameterParts;
  readonly body: DeclaredBody;
}

function essenceOf(mediaType: string): string {
  return mediaType.replace(/\s*;.*/, "").toLowerCase();
}
