// The error for an answer that is declared, but with another body or other headers.
import { CallError, type CallIssue } from "./call-error.ts";

/**
 * The client throws it for a declared response that cannot be decoded, or that its schema rejects.
 */
export class InvalidResponseError extends CallError {
  override readonly name = "InvalidResponseError";
  readonly code = "invalid-response";
  declare readonly status: number;
  declare readonly issues: readonly CallIssue[];
}
