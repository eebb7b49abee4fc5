// From what a caller gives to what `fetch` takes. Whatever no URL, header or body
// carries is refused here, before anything is sent. The server's counterpart is
// server/decode-request.ts.
import { addressWithQuery } from "../declaration/tree/href.ts";
import { ownOf } from "../declaration/tree/ids.ts";
import { textsOf } from "../declaration/parameter/parameter-texts.ts";
import { Issue } from "../declaration/parameter/parameter.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { Sending, Sent } from "../declaration/body/body-format.ts";
import { formatsOf } from "../declaration/body/declared-body.ts";
import type { CallIssue } from "./call-error.ts";
import type { Call, HeaderRecord } from "./client-options.ts";
import { InvalidRequestError } from "./invalid-request-error.ts";
import { withinOrigin } from "./related-url.ts";
import type { CallOptions } from "./request-arguments.ts";

/** The options of a call, whatever its endpoint's types. */
export interface AnyCallOptions extends CallOptions {
  readonly parameters?: object | undefined;
  readonly headers?: object | undefined;
}

/** What `fetch` gets, and may get again. */
export interface Outgoing extends Sending {
  /** For a `fetch` that knows it, such as `xhrFetch`. */
  readonly onProgress?: CallOptions["onProgress"];
}

/** The URL that a call goes to; empty where no URL carries what is given. */
export function encodeUrl(
  { endpoint, issues }: Call,
  base: string,
  { parameters, url: given }: AnyCallOptions,
): string {
  const refuse = (place: CallIssue["in"], name: string, message: string): void => {
    issues.push({ in: place, name, message });
  };
  const own = base + addressWithQuery(endpoint, parameters, refuse);
  const url = given ? withinOrigin(given, own) : own;
  if (!url) {
    refuse("url", "", `must have the origin of ${base}`);
  }
  return issues[0] ? "" : (url as string);
}

// The prototype of a record whose names callers choose. One that has none of its own would be slower.
const BARE = { __proto__: null };

// A field line that no stack refuses, splits or trims (RFC 9110 5.1, 5.5).
const FIELD = /^[\w!#$%&'*+.^`|~-]+\n(?![\t ])([\t ]*[!-~\x80-\xff])*$/;

/** Method, headers and body of a call. */
export function encodeRequest(
  call: Call,
  { accept, init, onProgress, headers: given }: AnyCallOptions,
  value: unknown,
  ofClient: HeaderRecord | "" | undefined,
): Outgoing {
  const { codecs, endpoint, method, signal, issues } = call;
  const { responses, request } = endpoint;
  const fields: { issues: readonly CallIssue[]; cause?: unknown } = { issues };
  const headers = Object.create(BARE) as Record<string, string>;
  const set = (name: string, line: string | Issue | undefined): void => {
    if (line === undefined) {
      return;
    }
    if (line instanceof Issue || !FIELD.test(`${name}\n${line}`)) {
      issues.push({
        in: "header",
        name,
        message:
          (line as Partial<Issue>).message ??
          "must not have spaces at its start or end, or characters that a header cannot have",
      });
    } else {
      headers[name.toLowerCase()] = line;
    }
  };
  for (const all of [ofClient, init?.headers]) {
    for (const [name, line] of all ? (Symbol.iterator in all ? all : Object.entries(all)) : []) {
      set(name, line);
    }
  }
  set("accept", accept ?? readableBy(call, responses));
  for (const [name, type] of Object.entries(endpoint.headers)) {
    set(name, textsOf(type).writeLine(name, ownOf(given, name)));
  }
  const [format] = formatsOf(request);
  // Where there is none to send, `init` gives none either.
  let sent: { readonly [Name in keyof Sent]?: Sent[Name] | undefined } = {};
  if (format) {
    const { codec = codecs[0], mediaType = codec.mediaType, send } = format;
    let message = `has no form as ${mediaType}`;
    try {
      sent = send ? send(value, signal) : { body: codec.encode(value) as BodyInit, mediaType };
    } catch (cause) {
      fields.cause = cause;
      message += `: ${(cause as Error | undefined)?.message ?? (cause as string)}`;
    }
    if (sent.body === undefined) {
      issues.push({ in: "body", name: "", message });
    }
  }
  // Said by the codec alone, or by `fetch`.
  if (sent.mediaType) {
    headers["content-type"] = sent.mediaType;
  } else {
    delete headers["content-type"];
  }
  if (issues[0]) {
    throw new InvalidRequestError(call, "not sent: ", fields);
  }
  return {
    ...init,
    body: sent.body,
    duplex: sent.duplex,
    end: sent.end,
    fault: sent.fault,
    method,
    headers,
    redirect: "manual",
    signal,
    onProgress,
  } as Outgoing;
}

// What the caller can read of the answers of an endpoint: worked out once.
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
