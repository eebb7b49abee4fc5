// The error for a call without a complete response.
import { CallError } from "./call-error.ts";

/**
 * The client throws it if there is no complete response: no connection, or it broke. `cause` is
 * the error of `fetch`.
 */
export class TransportError extends CallError {
  override readonly name = "TransportError";
  readonly code = "transport";
}
