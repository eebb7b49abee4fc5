// URLs that an answer or a caller names in relation to another one.

/** The URL that `text` names, seen from `base`, where that is of the same origin (RFC 6454). */
export function withinOrigin(text: string | URL, base: string): string | undefined {
  const url = parse(text, base);
  return url?.origin === parse(base)?.origin && !url?.username && !url?.password
    ? url?.href
    : undefined;
}

/** The absolute form of a URI reference; the text itself where it is none (RFC 3986 5.2). */
export function absoluteUri(text: string, base: string): string {
  return parse(text, base)?.href ?? text;
}

/** A URL, or nothing. */
export function parse(text: string | URL, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
