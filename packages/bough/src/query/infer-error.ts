// The errors of the call of an endpoint, as types.
import type { FailureError, AnyFailureView } from "../client/failure-error.ts";
import type { InvalidRequestError } from "../client/invalid-request-error.ts";
import type { InvalidResponseError } from "../client/invalid-response-error.ts";
import type { NotModifiedError } from "../client/not-modified-error.ts";
import type { RejectionError } from "../client/rejection-error.ts";
import type { TimeoutError } from "../client/timeout-error.ts";
import type { TransportError } from "../client/transport-error.ts";
import type { UnexpectedResponseError } from "../client/unexpected-response-error.ts";
import type { InferFailure, TypedEndpoint } from "../declaration/endpoint/infer.ts";

/**
 * The errors of a query or mutation of `E`: a `FailureError` with the declared failures of `E`, or
 * another `CallError`. `error.name` and `error.failure.name` tell them apart.
 */
export type InferError<E extends TypedEndpoint> = ErrorOf<InferFailure<E>>;
type ErrorOf<F> =
  | ([F] extends [never] ? never : DeclaredError<F & AnyFailureView>)
  | InvalidRequestError
  | InvalidResponseError
  | NotModifiedError
  | RejectionError
  | TimeoutError
  | TransportError
  | UnexpectedResponseError;

/** A `FailureError` with one of the failures `F`. */
export interface DeclaredError<F extends AnyFailureView> extends FailureError {
  readonly failure: F;
}
