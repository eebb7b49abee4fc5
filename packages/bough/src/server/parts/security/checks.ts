// The `authenticate` functions of a view by scheme.
import { fieldsOf } from "../../../internal/record.ts";
import { shown } from "../../../internal/shown.ts";
import type { AnyAuthenticator } from "./authenticate.ts";
import type { Checks } from "./secured-steps.ts";

/** The checks of a view after `secured`; throws `TypeError` if a scheme would have two. */
export function withAuthenticators(
  checks: Checks,
  authenticators: readonly AnyAuthenticator<unknown>[],
): Checks {
  if (!Array.isArray(authenticators)) {
    throw new TypeError(
      `secured: expected a list, secured([authenticate(scheme, …)]), received ${shown(authenticators)}`,
    );
  }
  const all = new Map(checks);
  for (const authenticator of authenticators) {
    if (!isAuthenticator(authenticator)) {
      throw new TypeError(
        `secured: expected what authenticate(scheme, …) returns, received ${shown(authenticator)}`,
      );
    }
    const { scheme, "~check": check } = authenticator;
    const same = [...all.keys()].find(({ name }) => name === scheme.name);
    if (same !== undefined) {
      throw new TypeError(
        `secured: the scheme "${scheme.name}" has an authenticate already: remove one of the two`,
      );
    }
    all.set(scheme["~scheme"], check);
  }
  return all;
}

function isAuthenticator(value: unknown): value is AnyAuthenticator<unknown> {
  const { scheme, "~check": check } = fieldsOf(value);
  return scheme !== undefined && check !== undefined;
}

/** The checks of two views that a handler passes. */
export function joinedChecks(outer: Checks, inner: Checks): Checks {
  for (const [scheme, check] of inner) {
    if ((outer.get(scheme) ?? check) !== check) {
      throw new TypeError(
        `route: the views of a handler check the scheme "${scheme.name}" in two ways: wrap and route it in one view`,
      );
    }
  }
  return new Map([...outer, ...inner]);
}
