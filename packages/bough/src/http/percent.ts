// Percent-encoding of one path segment. A value is decoded and encoded exactly once.
// The encoders throw `URIError` for a lone surrogate: call `isWellFormed` first.

/** Decodes percent-encoding once; `undefined` for an invalid escape or invalid UTF-8 (RFC 3986 2.1). */
export function decodePercent(raw: string): string | undefined {
  if (!raw.includes("%")) {
    return raw;
  }
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/**
 * Decodes the escapes of unreserved characters, and writes all others in capitals: both spellings are one
 * URL (RFC 3986 6.2.2).
 */
export function normalizePercent(raw: string): string {
  if (!raw.includes("%")) {
    return raw;
  }
  return raw.replace(/%[\dA-Fa-f]{2}/g, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

/** Encodes a value as one path segment: escapes all except unreserved characters (RFC 3986 2.3). */
export function encodeSegment(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, escapeAscii);
}

/** Encodes a value as one path segment, but for the `delimiters` between its parts. */
export function encodeDelimited(value: string, delimiters: string): string {
  return encodeSegment(value).replace(/%[2-4][\dA-F]/g, (escaped) => {
    const character = decodeURIComponent(escaped);
    return delimiters.includes(character) ? character : escaped;
  });
}

/** Encodes a declared segment: escapes only characters that a segment cannot contain (RFC 3986 3.3, `pchar`). */
export function encodeStaticSegment(value: string): string {
  return encodePath(value).replaceAll("/", "%2F");
}

/** Encodes declared segments with the slashes between them. */
export function encodePath(path: string): string {
  // encodeURI leaves `pchar`, the slash and these two delimiters unescaped.
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** Escapes one ASCII character: `!` becomes `%21`. */
export function escapeAscii(character: string): string {
  // oxlint-disable-next-line no-restricted-globals -- it escapes all of them except the asterisk, on every platform
  return character === "*" ? "%2A" : escape(character);
}

/** Whether the text has no lone surrogate, so UTF-8 can encode it. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
