// The error of a request that Bough's server refused before its handler saw it.
import { CallError, describeIssues } from "./call-error.ts";
import type { CallInfo } from "./call-error.ts";
import type { ProblemDetails } from "../http/problem-details.ts";

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

  constructor(call: CallInfo, status: number, { type, title, detail, errors }: ProblemDetails) {
    const issues = (Array.isArray(errors) ? errors : []).filter(isIssue);
    super(
      call,
      `refused with ${status} ${type}: ${
        describeIssues(issues.map((issue) => ({ name: issue.pointer, ...issue }))) ||
        detail ||
        title
      }`,
      { status, type, title, detail, errors: issues },
    );
  }
}

function isIssue(value: unknown): value is RejectionIssue {
  return typeof (value as RejectionIssue | null)?.message === "string";
}
