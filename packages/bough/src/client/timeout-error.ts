// The error for a call that took too long. After an abort by the caller, a call rejects with the
// reason of the signal instead.
import { CallError } from "./call-error.ts";

/** The client throws it if the response is not complete within the call's `timeout`. */
export class TimeoutError extends CallError {
  override readonly name = "TimeoutError";
  readonly code = "timeout";
  /** Milliseconds. */
  declare readonly timeout: number;
}
