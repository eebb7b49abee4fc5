// The preferences of a request (RFC 7240) that choose a response: `Prefer: code=404`, `example=…`, `failure=…`.

/** What a request prefers. */
export interface Preferences {
  readonly status: number | undefined;
  readonly example: string | undefined;
  readonly failure: string | undefined;
}

const PREFERENCE = /(?:^|[,;])\s*(code|example|failure)\s*=\s*(?:"([^"]*)"|([^\s,;"]+))/g;

/** Reads `Prefer`. Unknown preferences are ignored, as the standard demands. */
export function preferencesOf(header: string | undefined): Preferences {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, token] of (header ?? "").matchAll(PREFERENCE)) {
    found.set(name, quoted ?? token ?? "");
  }
  const code = found.get("code") ?? "";
  return {
    status: /^[1-5]\d\d$/.test(code) ? Number(code) : undefined,
    example: found.get("example"),
    failure: found.get("failure"),
  };
}
