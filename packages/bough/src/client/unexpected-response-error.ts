// The error for a response that is not declared: HTML of a gateway, or another status.
import { CallError } from "./call-error.ts";

/** The client throws it for a response that the endpoint does not declare. */
export class UnexpectedResponseError extends CallError {
  override readonly name = "UnexpectedResponseError";
  readonly code = "unexpected-response";
  /** 0 for a redirect in a browser, which hides the status. */
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The beginning of the body, 64 KiB at most. */
  declare readonly text: string;
}
