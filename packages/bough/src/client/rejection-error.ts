// The error for a request that the server refused or could not answer.
import { CallError } from "./call-error.ts";

/** One mistake that the server found in the request. */
export interface RejectionIssue {
  readonly in?: string;
  /** Of a parameter or header. */
  readonly name?: string;
  /** Where in the body, as a JSON Pointer (RFC 6901). */
  readonly pointer?: string;
  readonly message: string;
}

/**
 * The client throws it if the server rejects the request: 404 for an unknown path, 415, 400 … or a
 * 500.
 */
export class RejectionError extends CallError {
  override readonly name = "RejectionError";
  readonly code = "rejection";
  declare readonly status: number;
  /** `urn:bough:…`, or `about:blank` if the response does not contain it. */
  declare readonly type: string;
  declare readonly title: string | undefined;
  declare readonly detail: string | undefined;
  declare readonly errors: readonly RejectionIssue[];
  /** In the format that the root declares by `rejections`; `undefined` for problem details. */
  declare readonly body: unknown;
}
