// The error of a call that took too long. An abort by the caller is not one: it
// rejects with the signal's own reason.
import { CallError } from "./call-error.ts";

/** The client throws it if the response is not complete within the call's `timeout`. */
export class TimeoutError extends CallError {
  override readonly name = "TimeoutError";
  readonly code = "timeout";
  /** Milliseconds. */
  declare readonly timeout: number;
}
