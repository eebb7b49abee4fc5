// From what a caller gives to what `fetch` takes. Whatever no URL, header or body
// carries is refused here, before anything is sent. The server's counterpart is
// server/decode-request.ts.
import { AddressError } from "../declaration/address-error.ts";
import { addressWithQuery } from "../declaration/href.ts";
import { headerOf } from "../declaration/parameter-texts.ts";
import { Issue } from "../declaration/parameter.ts";
import type { Sent } from "../declaration/body-format.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { CallIssue } from "./call-error.ts";
import type { Call, HeaderRecord } from "./client-options.ts";
import { formatsOf, hasBody } from "./declared-body.ts";
import { InvalidRequestError } from "./invalid-request-error.ts";
import { withinOrigin } from "./related-url.ts";
import type { CallOptions } from "./request-arguments.ts";

/** The options of a call, whatever its endpoint's types. */
export interface AnyCallOptions extends CallOptions {
  readonly parameters?: object | undefined;
  readonly headers?: object | undefined;
}

/** What `fetch` gets, and may get again. */
export interface Outgoing extends RequestInit {
  readonly headers: Record<string, string>;
  /** For a `fetch` that knows it, such as `xhrFetch`. */
  readonly onProgress?: CallOptions["onProgress"];
}

/** The URL that a call goes to. */
export function encodeUrl(call: Call, base: string, { parameters, url }: AnyCallOptions): string {
  try {
    const own = base + addressWithQuery(call.endpoint, parameters);
    const given = url === undefined ? own : withinOrigin(url, own);
    if (!given) {
      throw new AddressError(own, "url" as "query", "", `is not of the origin of ${base}`);
    }
    return given;
  } catch (cause) {
    if (!(cause instanceof AddressError)) {
      throw cause;
    }
    const { in: place, parameter: name, issue: message } = cause;
    throw new InvalidRequestError(call, "not sent: ", {
      issues: [{ in: place, name, message }],
      cause,
    });
  }
}

// A field line that no stack refuses, splits or trims (RFC 9110 5.1, 5.5).
const FIELD = /^[\w!#$%&'*+.^`|~-]+\n(?![\t ])([\t ]*[!-~\x80-\xff])*$/;

/** Method, headers and body of a call. */
export function encodeRequest(
  call: Call,
  { headers: given, init, accept, onProgress }: AnyCallOptions,
  body: unknown,
  ofClient: HeaderRecord | undefined,
): Outgoing {
  const {
    endpoint,
    method,
    signal,
    settings: { codecs },
  } = call;
  const issues: CallIssue[] = [];
  const fields: { issues: CallIssue[]; cause?: unknown } = { issues };
  // Without a prototype, since callers choose the names.
  const headers = {
    __proto__: null,
    accept: acceptOf(endpoint.responses, codecs),
  } as unknown as Record<string, string>;
  const set = (name: string, value: string, message?: string): void => {
    if (!message && FIELD.test(`${name}\n${value}`)) {
      headers[name.toLowerCase()] = value;
    } else {
      issues.push({
        in: "header",
        name,
        message:
          message ??
          "cannot be sent: control characters, edge spaces, above U+00FF, commas in a list",
      });
    }
  };
  for (const source of [ofClient, init?.headers]) {
    for (const [name, value] of entriesOf(source)) {
      // Both are said by the codecs.
      if (value !== undefined && !/^(accept|content-type)$/i.test(name)) {
        set(name, value);
      }
    }
  }
  if (accept !== undefined) {
    set("accept", accept);
  }
  for (const [name, type] of Object.entries(endpoint.headers)) {
    // Only what the caller has written itself counts: nothing inherited.
    const line = headerOf(type, { __proto__: null, ...given }[name as never]);
    if (line instanceof Issue) {
      set(name, "", line.message);
    } else if (line !== undefined) {
      set(name, line);
    }
  }
  let encoded: unknown;
  const { request } = endpoint;
  if (hasBody(request)) {
    const format = formatsOf(request)[0];
    const { codec = codecs[0], mediaTypes: [type] = [codec.mediaType] } = format ?? {};
    let sent: Partial<Sent> = {};
    try {
      sent = format?.send?.(body) ?? { body: codec.encode(body) as BodyInit, mediaType: type };
    } catch (cause) {
      fields.cause = cause;
    }
    encoded = sent.body;
    if (sent.mediaType) {
      headers["content-type"] = sent.mediaType;
    }
    if (encoded === undefined) {
      const said = fields.cause instanceof TypeError && format ? `: ${fields.cause.message}` : "";
      issues.push({ in: "body", name: "", message: `has no form as ${type ?? "bytes"}${said}` });
    }
  }
  if (issues[0]) {
    throw new InvalidRequestError(call, "not sent: ", { ...fields });
  }
  return {
    ...init,
    method,
    headers,
    body: encoded,
    redirect: "manual",
    signal,
    ...(encoded instanceof ReadableStream && { duplex: "half" }),
    ...(onProgress && { onProgress }),
  } as Outgoing;
}

/** What the caller can read of an endpoint's answers, as `Accept` says it. */
function acceptOf(responses: AnyEndpoint["responses"], codecs: Call["settings"]["codecs"]): string {
  const own = responses.flatMap(({ body }) => formatsOf(body));
  return [
    ...new Set(
      (own[0] ? own : [undefined]).flatMap((format) =>
        format ? (format.mediaTypes[0] ?? "*/*") : codecs.map(({ mediaType }) => mediaType),
      ),
    ),
  ].join(", ");
}

function entriesOf(
  headers: HeadersInit | HeaderRecord = {},
): Iterable<readonly [string, string | undefined]> {
  return Symbol.iterator in headers
    ? (headers as Iterable<readonly [string, string]>)
    : Object.entries(headers);
}
