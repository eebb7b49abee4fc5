// The name of a cookie, and what its prefix demands of the attributes (RFC 6265bis 4.1.3).
import type { CookieOptions } from "../../http/cookie-field.ts";

/** Whether a name has the prefix of cookies that one host sets for all its paths. */
export function isHostName(name: string): boolean {
  return /^__host-/i.test(name);
}

/** Whether browsers take a cookie only with `Secure`. */
export function needsSecure(name: string, { sameSite, partitioned }: CookieOptions): boolean {
  return /^__(?:host|secure)-/i.test(name) || sameSite === "none" || partitioned === true;
}
