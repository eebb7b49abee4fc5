// From what a caller gives to what `fetch` takes. Whatever no URL, header or body
// carries is refused here, before anything is sent. The server's counterpart is
// server/decode-request.ts.
import { addressWithQuery } from "../declaration/href.ts";
import { ownOf } from "../declaration/ids.ts";
import { textsOf } from "../declaration/parameter-texts.ts";
import { Issue } from "../declaration/parameter.ts";
import type { Sending, Sent } from "../declaration/body-format.ts";
import { formatsOf } from "../declaration/declared-body.ts";
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
  const url = given === undefined ? own : withinOrigin(given, own);
  if (!url) {
    refuse("url", "", `is not of the origin of ${base}`);
  }
  return issues[0] ? "" : (url as string);
}

// A field line that no stack refuses, splits or trims (RFC 9110 5.1, 5.5).
const FIELD = /^[\w!#$%&'*+.^`|~-]+\n(?![\t ])([\t ]*[!-~\x80-\xff])*$/;

/** Method, headers and body of a call. */
export function encodeRequest(
  call: Call,
  { headers: given, init, accept, onProgress }: AnyCallOptions,
  value: unknown,
  ofClient: HeaderRecord | undefined,
): Outgoing {
  const { endpoint, method, signal, codecs, issues } = call;
  const { request, responses } = endpoint;
  const fields: { issues: readonly CallIssue[]; cause?: unknown } = { issues };
  const shared = codecs.map(({ mediaType }) => mediaType);
  // What the caller can read of the endpoint's answers.
  const readable = responses
    .flatMap(({ body }) => formatsOf(body))
    .flatMap(({ mediaTypes }) => (mediaTypes ? (mediaTypes[0] ?? "*/*") : shared));
  // Without a prototype, since callers choose the names.
  const headers = {
    __proto__: null,
    accept: [...new Set(readable[0] ? readable : shared)].join(", "),
  } as unknown as Record<string, string>;
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
          "has edge spaces, commas in a list or what no header carries",
      });
    } else {
      headers[name.toLowerCase()] = line;
    }
  };
  for (const [name, line] of [...entriesOf(ofClient), ...entriesOf(init?.headers)]) {
    // Both are said by the codecs.
    if (!/^(accept|content-type)$/i.test(name)) {
      set(name, line);
    }
  }
  set("accept", accept);
  for (const [name, type] of Object.entries(endpoint.headers)) {
    set(name, textsOf(type).writeLine(name, ownOf(given, name)));
  }
  const [format] = formatsOf(request);
  // Where there is none to send, `init` gives none either.
  let sent: { readonly [Name in keyof Sent]?: Sent[Name] | undefined } = { body: undefined };
  if (format) {
    const { codec = codecs[0], mediaTypes, send } = format;
    const [mediaType = "bytes"] = mediaTypes ?? shared;
    let message = `has no form as ${mediaType}`;
    try {
      sent = send ? send(value, signal) : { body: codec.encode(value) as BodyInit, mediaType };
    } catch (cause) {
      fields.cause = cause;
      if (mediaTypes && cause instanceof TypeError) {
        message += `: ${cause.message}`;
      }
    }
    if (sent.mediaType) {
      headers["content-type"] = sent.mediaType;
    }
    if (sent.body === undefined) {
      issues.push({ in: "body", name: "", message });
    }
  }
  if (issues[0]) {
    throw new InvalidRequestError(call, "not sent: ", fields);
  }
  return {
    ...init,
    ...sent,
    method,
    headers,
    redirect: "manual",
    signal,
    onProgress,
  } as Outgoing;
}

function entriesOf(
  headers: HeadersInit | HeaderRecord = {},
): Iterable<readonly [string, string | undefined]> {
  return Symbol.iterator in headers
    ? (headers as Iterable<readonly [string, string]>)
    : Object.entries(headers);
}
