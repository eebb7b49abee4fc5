// The few texts of HTTP and JSON Pointer that a tool call writes and reads.

/** One step of a JSON Pointer, with its slash (RFC 6901, section 3). */
export function pointerStep(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Whether UTF-8 can encode a text: whether it has no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Encodes declared segments with the slashes between them (RFC 3986 3.3). */
export function encodePath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** The entity tag of a version: what a tag cannot contain is escaped (RFC 9110 8.8.3). */
export function entityTag(version: string): string {
  return `"${version.replace(/[^!#$&-:<-~]/gu, encodeURIComponent)}"`;
}

/** The lower-case `type/subtype` of a `Content-Type`. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*$/s, "").trim().toLowerCase();
}

/** Encodes bytes (RFC 4648 4) without Node's `Buffer`. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

/** Decodes base64; throws for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

// HTTP/2 and responses of the same process have no phrase (RFC 9110 15).
const PHRASES: ReadonlyMap<number, string> = new Map(
  `200 OK, 201 Created, 202 Accepted, 204 No Content, 205 Reset Content, 206 Partial Content, 300 Multiple Choices,
   301 Moved Permanently, 302 Found, 303 See Other, 304 Not Modified, 307 Temporary Redirect, 308 Permanent Redirect,
   400 Bad Request, 401 Unauthorized, 402 Payment Required, 403 Forbidden, 404 Not Found, 405 Method Not Allowed,
   406 Not Acceptable, 408 Request Timeout, 409 Conflict, 410 Gone, 412 Precondition Failed, 413 Content Too Large,
   415 Unsupported Media Type, 422 Unprocessable Content, 423 Locked, 428 Precondition Required, 429 Too Many Requests,
   500 Internal Server Error, 501 Not Implemented, 502 Bad Gateway, 503 Service Unavailable, 504 Gateway Timeout`
    .split(/,\s+/)
    .map((line) => [Number(line.slice(0, 3)), line.slice(4)]),
);

/** A status with its phrase: `204 No Content`. */
export function statusLine({ status, statusText }: Response): string {
  return `${status} ${statusText || (PHRASES.get(status) ?? "")}`.trim();
}
