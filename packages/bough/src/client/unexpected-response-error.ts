// The error of an answer that is not declared at all: a gateway's HTML, a status
// that nobody wrote down.
import { CallError } from "./call-error.ts";

/** The client throws it for a response that the endpoint does not declare. */
export class UnexpectedResponseError extends CallError {
  override readonly name = "UnexpectedResponseError";
  readonly code = "unexpected-response";
  /** 0 for a redirect in a browser, which hides it. */
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The beginning of the body, 64 KiB at most. */
  declare readonly text: string;
}
