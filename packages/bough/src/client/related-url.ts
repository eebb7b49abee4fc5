// URLs that a caller or an answer gives relative to another one.

/** The absolute form of a URI reference; `undefined` if it is invalid (RFC 3986 5.2). */
export function resolve(text: string | URL, base?: string): string | undefined {
  try {
    return new URL(text, base).href;
  } catch {
    return undefined;
  }
}

/** The same if it has the origin of `base` and no user (RFC 6454). */
export function withinOrigin(text: string | URL, base: string): string | undefined {
  const href = resolve(text, base);
  return href?.startsWith(resolve("/", base) as string) ? href : undefined;
}
