// A view of a server: what `with` and `around` have put before its handlers, in order.
import type { AnyFailure } from "../../declaration/failure/failure.ts";
import type { Placement } from "../../declaration/tree/placement.ts";
import type { SchemeData } from "../../declaration/security/scheme.ts";
import type { ServerCall } from "./call.ts";

/** A guard: gives names to the call, or fails. */
export interface Guard {
  readonly failures: readonly AnyFailure[];
  readonly provide: (call: ServerCall) => unknown;
}

/** What runs around a handler; it may fail as well. */
export interface Around {
  readonly failures: readonly AnyFailure[];
  readonly run: (call: ServerCall, next: () => Promise<unknown>) => unknown;
}

/** The guards and arounds of a view, each in the order they were written, and what it routes. */
export interface ViewSteps {
  readonly guards: readonly Guard[];
  readonly arounds: readonly Around[];
  /** Where the resources of `at` stand: a route is below each of them. */
  readonly above: readonly Placement[];
  /** The functions of `authenticate` by scheme. */
  readonly checks: Checks;
}

/** A function of `authenticate`; it may fail as well. */
export interface Check {
  readonly failures: readonly AnyFailure[];
  /** Checks a credential; `call` has `scopes` and `forbid` as well. */
  readonly run: (credential: unknown, call: object) => unknown;
}

/** The functions of `authenticate` by the scheme whose credentials they check. */
export type Checks = ReadonlyMap<SchemeData, Check>;

/** Those of a server. */
export const NO_STEPS: ViewSteps = {
  guards: [],
  arounds: [],
  above: [],
  checks: new Map(),
};

/** A handler as it is run. */
export type RawHandler = (call: ServerCall) => unknown;
