// Writes the arguments of a call for `fetch`. Values that no URL, header or body can carry are refused here, before the
// request is sent. The server's counterpart is serve/request/read-request.ts.
import { addressWithQuery } from "../declare/tree/href.ts";
import { resolve } from "../shared/http/percent.ts";
import { ownOf } from "../shared/internal/record.ts";
import { textsOf } from "../declare/parameter/parameter-codec.ts";
import { Issue } from "../declare/parameter/parameter.ts";
import type { FactOptions } from "../declare/endpoint/definition.ts";
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import type { Sending } from "../shared/reception/received.ts";
import { formatsOf, type Sent } from "../declare/body/body-format.ts";
import { addIssue, messageOf, InvalidRequestError, type CallIssue } from "./call-error.ts";
import type { Call, HeaderRecord } from "./client-options.ts";
import { hasCookies } from "../facts/cookies/client.ts";
import { setKey } from "../facts/idempotency/client.ts";
import { setMatch } from "../facts/conditional/client.ts";
import type { CallOptions } from "./request-arguments.ts";

// The options of facts. The compiler names one that `writeRequest` does not send. It names no fact without an option.
type SentFacts<_Missing extends never = Exclude<keyof FactOptions, "idempotencyKey" | "ifMatch">> =
  FactOptions;

/** The options of a call of any endpoint. */
export interface AnyCallOptions extends CallOptions, SentFacts {
  readonly parameters?: object | undefined;
  readonly headers?: object | undefined;
  readonly mediaType?: string | undefined;
}

/** A request for `fetch`, which may be sent again. */
export interface OutgoingRequest extends Sending {
  /** For a `fetch` that supports it, such as `xhrFetch`. */
  readonly onProgress?: CallOptions["onProgress"];
}

/** The URL of a call; empty if the call has issues. */
export function writeUrl(
  { endpoint, issues }: Call,
  base: string,
  { parameters, url: given }: AnyCallOptions,
): string {
  const own =
    base + addressWithQuery(endpoint, parameters, (...refused) => addIssue(issues, ...refused));
  const url = given ? withinOrigin(given, own) : own;
  if (!url || !base) {
    addIssue(
      issues,
      "url",
      "",
      `must have the origin of ${base || "a page: baseUrl must be like http://host/path"}`,
    );
  }
  return issues[0] ? "" : url;
}

// The prototype of a record whose names callers choose. A record without any prototype is slower.
const BARE = /* @__PURE__ */ Object.create(null);

// A header line that no platform refuses, splits or trims (RFC 9110 5.1, 5.5).
const FIELD = /^[\w!#$%&'*+.^`|~-]+\n(?![\t ])([\t ]*[!-~\x80-\xff])*$/;

/** Method, headers and body of a call. */
export function writeRequest(
  call: Call,
  options: AnyCallOptions,
  value: unknown,
  ofClient: HeaderRecord | "" | undefined,
): OutgoingRequest {
  const { endpoint, method, signal, issues } = call;
  const { accept, ifMatch, init, onProgress, headers: given } = options;
  const fields: Fields = { issues };
  const headers: Record<string, string> = Object.create(BARE);
  const set = (name: string, line: string | Issue | undefined): void => {
    if (line instanceof Issue) {
      addIssue(issues, "header", name, line.message);
    } else if (line !== undefined) {
      headers[name.toLowerCase()] = line;
      if (!FIELD.test(`${name}\n${line}`)) {
        addIssue(issues, "header", name, "must be header text");
      }
    }
  };
  for (const all of [ofClient, init?.headers]) {
    for (const [name, line] of all ? (Symbol.iterator in all ? all : Object.entries(all)) : []) {
      set(name, line);
    }
  }
  set("accept", accept ?? readableBy(call, endpoint.responses));
  for (const [name, type] of Object.entries(endpoint.headers)) {
    set(name, textsOf(type).writeLine(type, name, ownOf(given, name)));
  }
  setKey(options.idempotencyKey, endpoint, set, call);
  if (ifMatch !== undefined) {
    setMatch(ifMatch, endpoint, set, call);
  }
  // A body in `init` is not sent.
  const { mediaType, body, duplex, end, fault } = writtenBody(call, value, fields);
  // Only the codec or `fetch` sets the type.
  if (mediaType) {
    headers["content-type"] = mediaType;
  } else {
    delete headers["content-type"];
  }
  if (issues[0]) {
    throw new InvalidRequestError(call, "not sent: ", fields);
  }
  const { location } = globalThis as { readonly location?: Location };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fetch` ignores members that are `undefined`
  return {
    // A browser sends cookies to another origin, and keeps those of its answers, only if it is told to.
    ...(location &&
      !call.url.startsWith(`${location.origin}/`) &&
      hasCookies(endpoint) && { credentials: "include" }),
    ...init,
    body,
    duplex,
    end,
    fault,
    method,
    headers,
    redirect: "manual",
    signal,
    onProgress,
  } as OutgoingRequest;
}

// An alias and not an interface: only that is a record of any fields.
type Fields = {
  readonly issues: CallIssue[];
  cause?: unknown;
};

function writtenBody(
  { codecs, format, signal }: Call,
  value: unknown,
  fields: Fields,
): { readonly [Name in keyof Sent]?: Sent[Name] | undefined } {
  let sent: ReturnType<typeof writtenBody> = {};
  if (format) {
    const { codec = codecs[0], mediaType = codec.mediaType, send } = format;
    let message = `cannot be written as ${mediaType}`;
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fetch` refuses bytes in shared memory
      sent = send ? send(value, signal) : { body: codec.encode(value) as BodyInit, mediaType };
    } catch (cause) {
      fields.cause = cause;
      message += `: ${messageOf(cause)}`;
    }
    if (sent.body === undefined) {
      addIssue(fields.issues, "body", "", message);
    }
  }
  return sent;
}

// The media types that the client can decode, among those of the declared responses.
function readableBy({ codecs, accepted }: Call, responses: AnyEndpoint["responses"]): string {
  let types = accepted.get(responses);
  if (!types) {
    const shared = codecs.map(({ mediaType }) => mediaType);
    const readable = responses
      .flatMap(({ body }) => formatsOf(body))
      .flatMap(({ accept = shared }) => accept);
    types = [...new Set(readable[0] ? readable : shared)].join(", ");
    accepted.set(responses, types);
  }
  return types;
}

/** The absolute form of a URI reference if it has the origin of `base`, which is valid, and no user; else empty (RFC 6454). */
export function withinOrigin(text: string | URL, base: string): string {
  const href = resolve(text, base);
  return href.startsWith(resolve("/", base)) ? href : "";
}
