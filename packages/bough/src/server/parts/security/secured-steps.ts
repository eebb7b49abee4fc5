// The steps of a view, with those of `secured` and `authorize`.
import type { AnyFailure } from "../../../declaration/failure/failure.ts";
import type { SchemeData } from "../../../declaration/security/scheme.ts";
import type { ViewSteps } from "../../call/view.ts";

/** A function of `authorize`. It may fail too. */
export interface Authorizer {
  readonly failures: readonly AnyFailure[];
  /** `call` has `scopes` and `forbid` as well. */
  readonly authorize: (call: object) => unknown;
}

/** A function of `authenticate`; it may fail as well. */
export interface Check {
  readonly failures: readonly AnyFailure[];
  /** Checks a credential; `call` has `scopes` and `forbid` as well. */
  readonly run: (credential: unknown, call: object) => unknown;
}

/** The functions of `authenticate` by the scheme whose credentials they check. */
export type Checks = ReadonlyMap<SchemeData, Check>;

/** The steps of a view. */
export interface SecuredSteps extends ViewSteps {
  readonly authorizers: readonly Authorizer[];
  readonly checks: Checks;
}

/** The steps of a server. */
export const NO_STEPS: SecuredSteps = {
  guards: [],
  authorizers: [],
  arounds: [],
  above: [],
  checks: new Map(),
};
