// The argument and the return value of the function of `rejections`.
import type { RejectingRoot } from "../../declaration/tree/resource-node.ts";
import type { FailureStatus } from "../../declaration/failure/failure.ts";
import type { RawHeaders } from "../../declaration/failure/occurrence.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { RejectionSentences } from "../../internal/type-error.ts";
import type { Responded } from "./respond-types.ts";
import type { RequestIssue } from "../exchange/rejection.ts";

/** A request that was rejected, or whose handler threw. */
export interface Rejected {
  readonly status: number;
  /** `urn:bough:…`. */
  readonly type: string;
  /** The phrase of the status: `Not Found`. */
  readonly title: string;
  readonly detail: string | undefined;
  /** Everything that is wrong with a 400; empty otherwise. */
  readonly errors: readonly RequestIssue[];
}

/** The request, and `respond` for another status or headers. */
export interface RejectCall<Body = unknown> {
  /** `respond(body, { status, headers })`: return its result. The status is from 400 to 599. */
  readonly respond: <const Status extends number = number>(
    body: Body,
    options?: { readonly status?: RejectionStatus<Status>; readonly headers?: RawHeaders },
  ) => Responded;
  /** `undefined` if the request did not reach an endpoint. */
  readonly endpoint: AnyEndpoint | undefined;
  readonly request: Request;
  readonly header: (name: string) => string | undefined;
}
type RejectionStatus<Status extends number> =
  FailureStatus<Status> extends number ? Status : RejectionSentences["status"];

/** Writes the rejections below a root: returns the body, or the result of `respond`. */
export type RejectionWriter<R> = R extends RejectingRoot
  ? (
      rejection: Rejected,
      call: RejectCall<R["~shape"]["gives"]["rejections"]["~given"]>,
    ) => R["~shape"]["gives"]["rejections"]["~given"] | Responded
  : never;
