// The arguments and the return values of the functions of `rejections` and `errors`.
import type { CodeIn, DataIn } from "../../facts/error-formats/declared.ts";
import type { FormattedRoot, RejectingRoot } from "../../declare/tree/resource-node.ts";
import type { FailureStatus } from "../../declare/failure/failure.ts";
import type { RawHeaders } from "../../declare/failure/occurrence.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { RejectionSentences } from "../../shared/internal/type-error.ts";
import type { RespondResult } from "./respond-types.ts";
import type { RequestIssue } from "../exchange/rejection.ts";

/** A request that was rejected, or whose handler threw. */
export interface Rejected {
  readonly status: number;
  /** `urn:bough:…`, or the type of the failure. */
  readonly type: string;
  /** The phrase of the status, `Not Found`, or the title of the failure. */
  readonly title: string;
  readonly detail: string | undefined;
  /** Everything that is wrong with a 400; empty otherwise. */
  readonly errors: readonly RequestIssue[];
}

/** An error below a root with an error format: a declared failure, or a rejection. */
export interface WrittenError<Code = string | number, Data = unknown> extends Rejected {
  readonly kind: "failure" | "rejection";
  /** The name of the failure; of a rejection the last part of its type: `not-found`. */
  readonly name: string;
  /** The code of the failure; of a rejection its name. */
  readonly code: Code;
  readonly instance: string | undefined;
  /** The data of the failure, as its schema gives them. */
  readonly data: Data;
}

/** The request, and `respond` for another status or headers. */
export interface RejectCall<Body = unknown> {
  /** `respond(body, { status, headers })`: return its result. The status is from 400 to 599. */
  readonly respond: <const Status extends number = number>(
    body: Body,
    options?: { readonly status?: RejectionStatus<Status>; readonly headers?: RawHeaders },
  ) => RespondResult;
  /** `undefined` if the request did not reach an endpoint. */
  readonly endpoint: AnyEndpoint | undefined;
  readonly request: Request;
  readonly header: (name: string) => string | undefined;
}
type RejectionStatus<Status extends number> =
  FailureStatus<Status> extends number ? Status : RejectionSentences["status"];

/** Writes the errors below a root: returns the body, or the result of `respond`. */
export type ErrorWriter<R> = R extends FormattedRoot
  ? (
      error: WrittenError<
        CodeIn<R["~shape"]["gives"]["format"]>,
        DataIn<R["~shape"]["gives"]["format"]>
      >,
      call: RejectCall<R["~shape"]["gives"]["format"]["~body"]["~given"]>,
    ) => R["~shape"]["gives"]["format"]["~body"]["~given"] | RespondResult
  : never;

/** Writes the rejections below a root: returns the body, or the result of `respond`. */
export type RejectionWriter<R> = R extends RejectingRoot
  ? (
      rejection: Rejected,
      call: RejectCall<R["~shape"]["gives"]["rejections"]["~given"]>,
    ) => R["~shape"]["gives"]["rejections"]["~given"] | RespondResult
  : never;
