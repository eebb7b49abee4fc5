// The error of a request that Bough's server refused before its handler saw it.
import { CallError } from "./call-error.ts";

/** One thing that the server refused. */
export interface RejectionIssue {
  readonly in?: string;
  /** Of a parameter or header. */
  readonly name?: string;
  /** Where in the body, as a JSON Pointer (RFC 6901). */
  readonly pointer?: string;
  readonly message: string;
}

/** Thrown for a problem of Bough's own, `urn:bough:…`: 404 for no such path, 415, 400 … */
export class RejectionError extends CallError {
  override readonly name = "RejectionError";
  readonly code = "rejection";
  declare readonly status: number;
  declare readonly type: string;
  declare readonly title: string | undefined;
  declare readonly detail: string | undefined;
  declare readonly errors: readonly RejectionIssue[];
}
