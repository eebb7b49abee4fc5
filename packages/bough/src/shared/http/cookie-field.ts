// The fields `Cookie` and `Set-Cookie` (RFC 6265 4.1, 4.2). Values are raw: this grammar has no percent-encoding.
// oxlint-disable-next-line no-restricted-imports -- the build bundles it
import { parseCookie, parseSetCookie, stringifySetCookie } from "cookie";

/** The attributes of a cookie. */
export interface CookieOptions {
  /** Hides the cookie from scripts. Default: `true`. */
  readonly httpOnly?: boolean;
  /** Sends the cookie over HTTPS only. Default: `true`, unless the server's `publicUrl` begins with `http://`. */
  readonly secure?: boolean;
  /** Whether requests from other sites carry the cookie. Default: `"lax"`. */
  readonly sameSite?: "strict" | "lax" | "none";
  /** The path below which requests carry the cookie. Default: `/`. */
  readonly path?: string;
  /** The domain whose hosts get the cookie. Default: only the host of the response. */
  readonly domain?: string;
  /** Seconds until the cookie expires. Default: the browser's session. */
  readonly maxAge?: number;
  /** When the cookie expires; `maxAge` has precedence. */
  readonly expires?: Date;
  /** Keeps the cookie apart for each site that embeds the page (CHIPS). */
  readonly partitioned?: boolean;
}

/** A cookie with its raw value. */
export interface SetCookie extends CookieOptions {
  readonly name: string;
  readonly value: string;
}

/** The raw values of a `Cookie` field by name, without a prototype; the first of several with one name. */
export function parseCookieField(text: string): Readonly<Record<string, string | undefined>> {
  return parseCookie(text, { decode: (value) => value });
}

/** A `Set-Cookie` field. Throws `TypeError` for a name, value or attribute that the field cannot have. */
export function formatSetCookie(cookie: SetCookie): string {
  return stringifySetCookie({ ...cookie }, { encode: (value) => value });
}

/** The raw name, raw value and attributes of a `Set-Cookie` field. */
export function parseSetCookieField(text: string): SetCookie {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that is decoded to a string is one
  return parseSetCookie(text, { decode: (value) => value }) as SetCookie;
}
