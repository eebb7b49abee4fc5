// URLs that an answer or a caller names in relation to another one.

/** The absolute form of a URI reference; `undefined` where it is none (RFC 3986 5.2). */
export function resolve(text: string | URL, base?: string): string | undefined {
  try {
    return new URL(text, base).href;
  } catch {
    return undefined;
  }
}

/** The same where it is of the origin of `base`, and names no user (RFC 6454). */
export function withinOrigin(text: string | URL, base: string): string | undefined {
  const href = resolve(text, base);
  return href?.startsWith(resolve("/", base) as string) ? href : undefined;
}
