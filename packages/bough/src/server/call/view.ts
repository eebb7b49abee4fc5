// A view of a server: the steps that `with` and `around` run before its handlers, in order.
import type { AnyFailure } from "../../declaration/failure/failure.ts";
import type { Placement } from "../../declaration/tree/placement.ts";
import type { SchemeData } from "../../declaration/security/scheme.ts";
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
}

/** A function of `authorize`. It may fail too. */
export interface Authorizer {
  readonly failures: readonly AnyFailure[];
  /** `call` has `scopes` and `forbid` as well. */
  readonly authorize: (call: object) => unknown;
}

/** The guards and arounds of a view, each in the order of the calls, and its routes. */
export interface ViewSteps {
  readonly guards: readonly Guard[];
  readonly authorizers: readonly Authorizer[];
  readonly arounds: readonly Around[];
  /** The resources of `at`: a route is below each of them. */
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

/** The steps of a server. */
export const NO_STEPS: ViewSteps = {
  guards: [],
  authorizers: [],
  arounds: [],
  above: [],
  checks: new Map(),
};

/** A handler at run time. */
export type RawHandler = (call: ServerCall) => unknown;
