// The bodies of failures and rejections in RealWorld's format.
import type { Errors } from "./api.ts";

/** The body about a field of a request, or about a thing: `errors("article", "not found")`. */
export function errors(about: string, message: string): Errors {
  return { errors: { [about]: [message] } };
}

/** The body and the headers of `Unavailable`. */
export const unavailable = [
  errors("database", "is not available"),
  { headers: { "retry-after": 1 } },
] as const;

/** The body and the headers of `WrongPassword`. Without a challenge, a 401 breaks RFC 9110 15.5.2. */
export const wrongPassword = [
  errors("credentials", "invalid"),
  { headers: { "www-authenticate": 'Token realm="token"' } },
] as const;
