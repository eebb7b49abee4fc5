// A view of a server: the steps that `guard` and `around` run before its handlers, in order.
import type { AnyFailure } from "../../declaration/failure/failure.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { Placement } from "../../declaration/tree/placement.ts";
import type { ServerCall } from "./call.ts";

/** A guard: adds values to the call, or fails. */
export interface Guard {
  readonly failures: readonly AnyFailure[];
  readonly provide: (call: ServerCall) => unknown;
}

/** A function that runs around a handler. It may fail too. */
export interface Around {
  readonly failures: readonly AnyFailure[];
  readonly run: (call: ServerCall, next: () => Promise<unknown>) => unknown;
  /** Whether its `next()` rejects if the response is not a success, so that a transaction around it rolls back. */
  readonly rollsBack?: boolean;
  /** Whether it runs around the handler of an endpoint. Default: around all. */
  readonly appliesTo?: (endpoint: AnyEndpoint) => boolean;
}

/** The guards and arounds of a view, each in the order of the calls, and its routes. */
export interface ViewSteps {
  readonly guards: readonly Guard[];
  readonly arounds: readonly Around[];
  /** The resources of `at`: a route is below each of them. */
  readonly above: readonly Placement[];
}

/** A handler at run time. */
export type RawHandler = (call: ServerCall) => unknown;
