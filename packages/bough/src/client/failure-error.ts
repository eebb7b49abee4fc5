// The error for a declared failure, thrown by the accessors that return a body.
import type { FailureView } from "../declaration/endpoint/infer.ts";
import type { AnyFailure } from "../declaration/failure/failure.ts";
import { CallError } from "./call-error.ts";

/** Any failure, as the client sees it. */
export type AnyFailureView = Omit<FailureView<AnyFailure>, "body" | "errorBody"> & {
  readonly body: unknown;
  /** The whole body in the error format of the root; `undefined` for other failures. */
  readonly errorBody?: unknown;
};

/** `bodyOrThrow` and `bodyOrNull` throw it for a declared failure, which it carries. */
export class FailureError extends CallError {
  override readonly name = "FailureError";
  readonly code = "failure";
  declare readonly status: number;
  declare readonly failure: AnyFailureView;

  /** Whether this failure was answered; narrows `failure`. */
  failedWith<F extends AnyFailure>({ name }: F): this is { readonly failure: FailureView<F> } {
    return this.failure?.name === name;
  }
}
