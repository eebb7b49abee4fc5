// From what a caller gives to what `fetch` takes. Whatever no URL, header or body
// carries is refused here, before anything is sent. The server's counterpart is
// server/decode-request.ts.
import { AddressError } from "../declaration/address-error.ts";
import { addressWithQuery } from "../declaration/href.ts";
import { listStyleOf, writeTexts } from "../declaration/parameter-texts.ts";
import { Issue } from "../declaration/parameter.ts";
import { isFieldName, isFieldValue } from "../http/header-value.ts";
import type { CallInfo, CallIssue } from "./call-error.ts";
import type { HeaderRecord, Settings } from "./client-options.ts";
import { hasBody } from "./declared-body.ts";
import { InvalidRequestError } from "./invalid-request-error.ts";
import { plainJson } from "./plain-json.ts";
import { withinOrigin } from "./related-url.ts";
import type { CallOptions } from "./request-arguments.ts";

/** The options of a call, whatever its endpoint's types. */
export interface AnyCallOptions extends CallOptions {
  readonly parameters?: object | undefined;
  readonly headers?: object | undefined;
}

/** What `fetch` gets, and may get again. */
export interface Outgoing extends RequestInit {
  readonly headers: Record<string, string> | Headers;
}

/** The URL that a call goes to. */
export function encodeUrl(call: CallInfo, base: string, options: AnyCallOptions): string {
  try {
    const url = base + addressWithQuery(call.endpoint, options.parameters);
    if (options.url === undefined) {
      return url;
    }
    const given = withinOrigin(options.url, url);
    if (given !== undefined) {
      return given;
    }
  } catch (error) {
    if (error instanceof AddressError) {
      const { in: place, parameter: name, issue: message } = error;
      throw new InvalidRequestError(call, [{ in: place, name, message }], error);
    }
    throw error;
  }
  throw new InvalidRequestError(call, [
    { in: "url", name: "", message: `is not of the origin of ${base}` },
  ]);
}

/** Method, headers and body of a call. */
export function encodeRequest(
  call: CallInfo,
  { codecs, accept }: Settings,
  given: {
    readonly body: unknown;
    readonly options: AnyCallOptions;
    readonly headers: HeaderRecord | undefined;
  },
): Outgoing {
  const { endpoint, method } = call;
  const { options } = given;
  const issues: CallIssue[] = [];
  // Without a prototype, since callers choose the names.
  const headers = { __proto__: null, accept } as unknown as Record<string, string>;
  const refuse = (place: CallIssue["in"], name: string, message: string): void => {
    issues.push({ in: place, name, message });
  };
  const set = (name: string, value: string): void => {
    if (isFieldName(name) && isFieldValue(value) && !EDGE.test(value)) {
      headers[name.toLowerCase()] = value;
    } else {
      refuse("header", name, "cannot be sent: control characters, edge spaces, above U+00FF");
    }
  };
  for (const source of [given.headers, options.init?.headers]) {
    for (const [name, value] of source ? entriesOf(source) : []) {
      // Both are said by the codecs.
      if (value !== undefined && !/^(?:accept|content-type)$/i.test(name)) {
        set(name, value);
      }
    }
  }
  if (options.accept !== undefined) {
    set("accept", options.accept);
  }
  for (const [name, type] of Object.entries(endpoint.headers)) {
    const texts = writeTexts(type, own(options.headers, name));
    if (texts instanceof Issue) {
      refuse("header", name, texts.message);
    } else if (
      listStyleOf(type) &&
      texts.some((text) => !text || /,/.test(text) || EDGE.test(text))
    ) {
      refuse("header", name, "has an element that is empty, or has a comma or edge spaces");
    } else if (texts.length > 0) {
      set(name, texts.join(", "));
    }
  }
  let body: BodyInit | undefined;
  let cause: unknown;
  if (hasBody(endpoint.request)) {
    const [codec = plainJson] = codecs;
    try {
      body = codec.encode(given.body) as BodyInit;
    } catch (error) {
      cause = error;
    }
    headers["content-type"] = codec.mediaType;
    if (body === undefined) {
      refuse("body", "", `has no form as ${codec.mediaType}`);
    }
  }
  if (issues.length > 0) {
    throw new InvalidRequestError(call, issues, cause);
  }
  // To fetch, `undefined` is no body.
  return { ...options.init, method, headers, body: body as BodyInit, redirect: "manual" };
}

// A stack trims what stands at the edges of a value (RFC 9110 5.5).
const EDGE = /^[\t ]|[\t ]$/;

type HeaderEntries = Iterable<readonly [name: string, value: string | undefined]>;

function entriesOf(headers: HeadersInit | HeaderRecord): HeaderEntries {
  return Symbol.iterator in headers
    ? (headers as Iterable<readonly [string, string]>)
    : Object.entries(headers);
}

function own(values: object | undefined, name: string): unknown {
  return values !== undefined && Object.hasOwn(values, name) ? values[name as never] : undefined;
}
