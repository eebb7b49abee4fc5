// Origins whose pages may send requests with the user's cookie.
import type { ServerOptions } from "./server-options.ts";

/** The origins of `trustedOrigins`, and those that `cors` lists by name with credentials. */
export function trustedOrigins({ trustedOrigins: own = [], cors }: ServerOptions): string[] {
  const { origins, credentials } = cors ?? {};
  return [...own, ...(credentials === true && Array.isArray(origins) ? (origins as string[]) : [])];
}
