// The errors of the call of an endpoint, as types.
import type { InferFailure, TypedEndpoint } from "bough";
import type {
  FailureError,
  InvalidRequestError,
  InvalidResponseError,
  NotModifiedError,
  RejectionError,
  TimeoutError,
  TransportError,
  UnexpectedResponseError,
} from "bough/client";

type AnyFailureView = FailureError["failure"];

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
