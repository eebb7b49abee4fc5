// Splits a request target into raw path and raw query. Not with `new URL`, which resolves dot segments
// and so gives a route a second spelling. The router splits and decodes the segments.
import { decodePercent } from "./percent.ts";

/** A parsed target, or the reason for its rejection (RFC 9112 3.2). */
export type Target =
  | { readonly kind: "path"; readonly path: string; readonly query: string | undefined }
  | { readonly kind: "asterisk" }
  | { readonly kind: "malformed"; readonly message: string }
  | { readonly kind: "too-long"; readonly message: string };

/** The maximum bytes of a target and of one segment, as sent. */
export interface TargetLimits {
  readonly target: number;
  readonly segment: number;
}

const HASH = 0x23;
const PERCENT = 0x25;
const SLASH = 0x2f;
const QUESTION = 0x3f;

const UNESCAPED = "the target has a character that must be escaped";
const BROKEN = "the path has a broken escape";

/** Parses the raw target of a request line, in origin, absolute or asterisk form (RFC 9112 3.2). */
export function parseTarget(raw: string, limits: TargetLimits): Target {
  if (raw.length > limits.target) {
    return { kind: "too-long", message: longTarget(limits) };
  }
  if (raw.charCodeAt(0) === SLASH) return parsePath(raw, limits);
  if (raw === "*") return { kind: "asterisk" };
  const path = withoutAuthority(raw);
  if (path === undefined) return malformed("the target is neither a path nor an http(s) URL");
  return parsePath(path, limits);
}

function longTarget({ target }: TargetLimits): string {
  return `the target is longer than ${target} bytes`;
}

function longSegment({ segment }: TargetLimits): string {
  return `a path segment is longer than ${segment} bytes`;
}

/** Parses `/path?query` in one pass. The target begins with a slash. */
function parsePath(target: string, limits: TargetLimits): Target {
  const { segment: maximum } = limits;
  let end = 1;
  let segmentStart = 1;
  let escaped = false;
  let tooLong = false;
  for (; end < target.length; end++) {
    const code = target.charCodeAt(end);
    if (code === SLASH) {
      if (end - segmentStart > maximum) tooLong = true;
      segmentStart = end + 1;
    } else if (code === QUESTION) break;
    else if (code === PERCENT) escaped = true;
    else if (!isTargetCode(code)) return unescaped(target, limits);
  }
  if (!allTargetCodes(target, end)) return unescaped(target, limits);
  if (tooLong || end - segmentStart > maximum) {
    return { kind: "too-long", message: longSegment(limits) };
  }
  const query = end < target.length ? target.slice(end + 1) : undefined;
  const path = query === undefined ? target : target.slice(0, end);
  if (escaped && decodePercent(path) === undefined) return malformed(BROKEN);
  return { kind: "path", path, query };
}

/** The path and query after `http(s)://authority`; `undefined` for any other text. */
function withoutAuthority(raw: string): string | undefined {
  const start = /^https?:\/\//i.exec(raw)?.[0].length ?? raw.length;
  const end = authorityEnd(raw, start);
  if (end === start || !allTargetCodes(raw.slice(start, end), 0)) return undefined;
  const rest = raw.slice(end);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The raw path and query of an absolute `Request.url`, without its fragment. A relative URL is kept. */
export function pathOfUrl(url: string): string {
  // `://` counts only before path and query: `/v1?next=http://x/y` is relative.
  const slash = authorityEnd(url, 0);
  const absolute = slash > 0 && url.startsWith("://", slash - 1);
  const start = absolute ? authorityEnd(url, slash + 2) : 0;
  const hash = url.indexOf("#", start);
  const target = hash < 0 ? url.slice(start) : url.slice(start, hash);
  return absolute && target.charCodeAt(0) !== SLASH ? `/${target}` : target;
}

/** The position where an authority ends: at a path, a query, a fragment or the end (RFC 3986 3.2). */
function authorityEnd(url: string, start: number): number {
  let end = start;
  for (; end < url.length; end++) {
    const code = url.charCodeAt(end);
    if (code === SLASH || code === QUESTION || code === HASH) break;
  }
  return end;
}

function allTargetCodes(text: string, start: number): boolean {
  for (let position = start; position < text.length; position++) {
    if (!isTargetCode(text.charCodeAt(position))) return false;
  }
  return true;
}

/** Visible ASCII except `#`: clients never send a fragment, so it would be a second spelling of the target. */
function isTargetCode(code: number): boolean {
  return code > 0x20 && code < 0x7f && code !== HASH;
}

/** Rejects an invalid character, unless a segment is too long: that is always reported first. */
function unescaped(target: string, limits: TargetLimits): Target {
  const segments = target.replace(/[?#].*$/s, "").split("/");
  return segments.some(({ length }) => length > limits.segment)
    ? { kind: "too-long", message: longSegment(limits) }
    : malformed(UNESCAPED);
}

function malformed(message: string): Target {
  return { kind: "malformed", message };
}
