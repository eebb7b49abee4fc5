// Splits a request target into raw path and raw query. Not with `new URL`, which resolves dot segments
// and so gives a route a second spelling. The router splits and decodes the segments. The `Host` header that comes with
// it is only checked, to protect code that builds URLs from it: it is not used for routing or guards.
import { isIpv6 } from "../internal/encodings.ts";
import { decodePercent } from "./percent.ts";

/** A parsed target, or the reason for its rejection (RFC 9112 3.2). */
export type Target =
  | { readonly kind: "path"; readonly path: string; readonly query: string | undefined }
  | { readonly kind: "asterisk" }
  | { readonly kind: "malformed"; readonly message: string }
  | { readonly kind: "too-long"; readonly message: string };

const HASH = 0x23;
const PERCENT = 0x25;
const SLASH = 0x2f;
const QUESTION = 0x3f;

const UNESCAPED = "the target must not have a character that needs an escape";
const BROKEN = "the path must not have a broken escape";
const NO_URL = "the target must be a path or an http(s) URL";
const USERINFO = "the target must not have userinfo";

/** Parses the raw target of a request line, in origin, absolute or asterisk form (RFC 9112 3.2); `limit` is in bytes. */
export function parseTarget(raw: string, limit: number): Target {
  if (raw.length > limit) {
    return { kind: "too-long", message: `the target must have at most ${limit} bytes` };
  }
  if (raw.charCodeAt(0) === SLASH) {
    return parsePath(raw);
  }
  return raw === "*" ? { kind: "asterisk" } : parseUrl(raw);
}

/** Parses a target in absolute form, which must not have userinfo (RFC 9110 4.2.4). */
function parseUrl(raw: string): Target {
  const start = /^https?:\/\//i.exec(raw)?.[0].length ?? raw.length;
  const end = authorityEnd(raw, start);
  const authority = raw.slice(start, end);
  if (!/^[!"$-~]+$/.test(authority)) {
    return malformed(NO_URL);
  }
  if (authority.includes("@")) {
    return malformed(USERINFO);
  }
  const rest = raw.slice(end);
  return parsePath(rest.startsWith("/") ? rest : `/${rest}`);
}

/** Parses `/path?query` in one pass. The target begins with a slash. */
function parsePath(target: string): Target {
  let end = target.length;
  let escaped = false;
  for (let position = 1; position < target.length; position++) {
    const code = target.charCodeAt(position);
    if (!isTargetCode(code)) {
      return malformed(UNESCAPED);
    }
    if (position < end) {
      escaped ||= code === PERCENT;
      end = code === QUESTION ? position : end;
    }
  }
  const query = end < target.length ? target.slice(end + 1) : undefined;
  const path = query === undefined ? target : target.slice(0, end);
  if (escaped && decodePercent(path) === undefined) {
    return malformed(BROKEN);
  }
  return { kind: "path", path, query };
}

/** The raw path and query of an absolute `Request.url`, without its fragment. A relative URL is kept. */
export function pathOfUrl(url: string): string {
  const authority = authorityStart(url);
  const start = authority === 0 ? 0 : authorityEnd(url, authority);
  const hash = url.indexOf("#", start);
  const target = hash < 0 ? url.slice(start) : url.slice(start, hash);
  return authority > 0 && target.charCodeAt(0) !== SLASH ? `/${target}` : target;
}

/** The raw target of a `Request.url`: its path and query. A URL with userinfo is kept, for `parseTarget` to reject. */
export function targetOfUrl(url: string): string {
  const at = url.indexOf("@");
  const authority = at < 0 ? 0 : authorityStart(url);
  return authority > 0 && at < authorityEnd(url, authority) ? url : pathOfUrl(url);
}

/** The position behind `scheme://`; 0 for a relative URL. */
function authorityStart(url: string): number {
  // `://` counts only before path and query: `/v1?next=http://x/y` is relative.
  const slash = authorityEnd(url, 0);
  return slash > 0 && url.startsWith("://", slash - 1) ? slash + 2 : 0;
}

/** The position where an authority ends: at a path, a query, a fragment or the end (RFC 3986 3.2). */
function authorityEnd(url: string, start: number): number {
  let end = start;
  for (; end < url.length; end++) {
    const code = url.charCodeAt(end);
    if (code === SLASH || code === QUESTION || code === HASH) {
      break;
    }
  }
  return end;
}

/** Visible ASCII but the hash: a fragment is never sent, so one that comes would be a second spelling. */
function isTargetCode(code: number): boolean {
  return code > 0x20 && code < 0x7f && code !== HASH;
}

function malformed(message: string): Target {
  return { kind: "malformed", message };
}

/** Whether the text is a plain `host[:port]`, without list, user or path (RFC 9110 7.2, RFC 3986 3.2.2). */
export function isPlainHost(text: string): boolean {
  // Nearly every request has the same host as the one before.
  if (text === lastPlain) {
    return true;
  }
  const plain = isPlain(text);
  if (plain) {
    lastPlain = text;
  }
  return plain;
}

let lastPlain: string | undefined;

// A name or an IPv4 address, as in RFC 3986 but without commas and escapes, or `[IPv6]`, and a port. An empty port means
// the default of the scheme (RFC 3986 3.2.3).
const HOST = /^(?:([\w.~!$&'()*+;=-]+)|\[([\da-f:.]{2,45})\])(?::(\d*))?$/i;

function isPlain(text: string): boolean {
  const [, name, literal = "", port = ""] = HOST.exec(text) ?? [];
  return (name !== undefined || isIpv6(literal)) && Number(port) <= 65_535;
}
