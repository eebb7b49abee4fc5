// The bodies of failures and rejections in RealWorld's format.
import type { Errors } from "./api.ts";

export function errors(...body: readonly string[]): Errors {
  return { errors: { body } };
}

/** The body and the headers of `Unavailable`. */
export const unavailable = [
  errors("the database is not available, please try again"),
  { headers: { "retry-after": 1 } },
] as const;
