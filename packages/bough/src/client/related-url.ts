// URLs that a caller or an answer gives relative to another one.

/** The absolute form of a URI reference; empty if it is invalid (RFC 3986 5.2). */
export function resolve(text: string | URL, base?: string): string {
  try {
    return new URL(text, base).href;
  } catch {
    return "";
  }
}

/** The same if it has the origin of `base`, which is valid, and no user; else empty (RFC 6454). */
export function withinOrigin(text: string | URL, base: string): string {
  const href = resolve(text, base);
  return href.startsWith(resolve("/", base)) ? href : "";
}
