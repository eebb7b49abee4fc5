// Percent-encoding of one path segment, both ways, and the one thing no URL can carry.
// A value is decoded exactly once and encoded exactly once; nothing is normalised.
// The encoders take well-formed text only: ask `isWellFormed` first, they throw `URIError` otherwise.

/** Undoes percent-encoding once; `undefined` for a broken escape or invalid UTF-8 (RFC 3986 2.1). */
export function decodePercent(raw: string): string | undefined {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Encodes a value as one path segment: all but the unreserved characters is escaped (RFC 3986 2.3). */
export function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, escapeAscii);
}

/** Encodes a declared segment: what a segment may hold as it is stays as it is (RFC 3986 3.3, `pchar`). */
export function encodeStaticSegment(value: string): string {
  // What encodeURI leaves alone is `pchar` and the three delimiters.
  return encodeURI(value).replace(/[/?#]/g, encodeURIComponent);
}

/** Escapes one ASCII character: `!` becomes `%21`. */
export function escapeAscii(character: string): string {
  // oxlint-disable-next-line no-restricted-globals -- it writes all of them but the asterisk, and is everywhere
  return character === "*" ? "%2A" : escape(character);
}

/** Whether the text has no lone surrogate, and so has a UTF-8 form. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
