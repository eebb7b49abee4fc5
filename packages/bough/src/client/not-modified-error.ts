// The error for the body of a 304, which the caller has already.
import { CallError } from "./call-error.ts";

/** `bodyOrThrow` throws it for a declared 304 (RFC 9110 15.4.5). */
export class NotModifiedError extends CallError {
  override readonly name = "NotModifiedError";
  readonly code = "not-modified";
}
