// The error for a call that cannot be sent: no URL, header or body can carry a value, or the server
// would refuse it.
import { CallError, type CallIssue } from "./call-error.ts";

/** The client throws it before it sends anything, if it cannot send the request. */
export class InvalidRequestError extends CallError {
  override readonly name = "InvalidRequestError";
  readonly code = "invalid-request";
  declare readonly issues: readonly CallIssue[];
}
