// An authenticator checks the credentials of one scheme and says who the client is. A view has one for each scheme.
import { shown } from "../../shared/internal/wrong-argument.ts";
import { isFailure, type ViewSteps } from "../../serve/handler/call.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import { fieldsOf, type Merged, type None } from "../../shared/internal/record.ts";
import type { SecuritySentences } from "../../shared/internal/type-error.ts";
import type { CallStart, Fail } from "../../serve/handler/call-types.ts";
import { isScheme, type AnyScheme, type SchemeData, type TypedScheme } from "./declared.ts";

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

export interface SecuredSteps extends ViewSteps {
  readonly authorizers: readonly Authorizer[];
  readonly checks: Checks;
}

/** The steps of a view, as the kernel passes them on. */
export function securedSteps(steps: ViewSteps): SecuredSteps {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the views of a server have these steps
  return steps as SecuredSteps;
}

export const NO_STEPS: SecuredSteps = {
  guards: [],
  authorizers: [],
  arounds: [],
  above: [],
  checks: new Map(),
};

/** The second argument of the function of `authenticate`. */
export interface AuthenticateCall extends CallStart {
  /** The scopes or roles that the endpoint asks for. */
  readonly scopes: readonly string[];
  /** Refuses the client with 403, whatever the credential; throws, and returns `never`. */
  readonly forbid: () => never;
}

/** A scheme and the function that checks its credentials, for `secured`. */
export interface Authenticator<
  Name extends string,
  Principal,
  Needs = unknown,
> extends AnyAuthenticator<Needs> {
  /** Types only; absent at run time. */
  readonly "~auth": { readonly [Key in Name]: Principal };
}

/** An authenticator of any scheme; `Needs` is what it reads of the view. */
export interface AnyAuthenticator<Needs> {
  readonly scheme: AnyScheme;
  readonly "~check": Check;
  /** Types only; absent at run time. */
  readonly "~needs": (provided: Needs) => void;
}

/** The principals of a view after `secured`. */
export type Authenticated<Auth, A extends readonly AnyAuthenticator<never>[]> = Merged<
  Auth & object,
  AuthIn<A[number]>
>;
type AuthIn<A> = {
  readonly [One in A as keyof AuthFrom<One>]: AuthFrom<One>[keyof AuthFrom<One>];
};
type AuthFrom<A> = A extends { readonly "~auth": infer Auth } ? Auth : None;

/** The failures that authenticators may answer with. */
export type AuthenticateFailures<A> = A extends { readonly "~fails": infer F } ? F : never;

/** A message as the type of an authenticator that `secured` does not take. */
interface Refusing<Sentence extends string> extends Omit<AnyAuthenticator<unknown>, "scheme"> {
  readonly scheme: Sentence;
}

// A check such as `key === secret` names nobody: both its results would be a principal.
type Authenticating<P, A> = unknown extends P
  ? A
  : false extends P
    ? Refusing<SecuritySentences["principal"]>
    : A;

/**
 * Checks the credentials of a scheme. The function returns the principal, or `undefined` or `null` for a credential
 * that isn't valid. At run time, `false` isn't valid either.
 *
 * @example
 * server.secured([authenticate(UserToken, (token) => sessions.userOf(token))]);
 */
export function authenticate<S extends TypedScheme, Principal, Needs = unknown>(
  scheme: S,
  check: (
    credential: S["~types"]["credential"],
    call: AuthenticateCall & Needs,
  ) => Principal | Promise<Principal>,
): Authenticating<Principal, Authenticator<S["name"], NonNullable<Awaited<Principal>>, Needs>>;
/**
 * Checks the credentials of a scheme by a function that may fail with these failures, such as one for a
 * database that does not respond. Every endpoint of the view declares them.
 */
export function authenticate<
  S extends TypedScheme,
  const F extends readonly AnyFailure[],
  Principal,
  Needs = unknown,
>(
  scheme: S,
  failures: F,
  check: (
    credential: S["~types"]["credential"],
    call: AuthenticateCall & { readonly fail: Fail<F[number]> } & Needs,
  ) => Principal | Promise<Principal>,
): Authenticating<
  Principal,
  Authenticator<S["name"], NonNullable<Awaited<Principal>>, Needs> & {
    /** Types only; absent at run time. */
    readonly "~fails": F[number];
  }
>;
export function authenticate(
  scheme: AnyScheme,
  first: readonly AnyFailure[] | Check["run"],
  second?: Check["run"],
): unknown {
  if (!isScheme(scheme)) {
    throw new TypeError(
      `authenticate: expected a security scheme such as bearer("user-token"), received ${shown(scheme)}`,
    );
  }
  const [failures, run] = second === undefined ? [[], first] : [first, second];
  if (!Array.isArray(failures) || !failures.every(isFailure)) {
    throw new TypeError(
      `authenticate: expected a list of failures, authenticate(scheme, [Unavailable], (credential, call) => …), received ${shown(failures)}`,
    );
  }
  if (typeof run !== "function") {
    throw new TypeError(
      `authenticate: expected a function that checks the credential, received ${shown(run)}`,
    );
  }
  return Object.freeze({ scheme, "~check": { failures, run } });
}

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

/**
 * Checks whether two strings are equal. The time depends only on the length of `given`, so it tells nothing about
 * `expected`: `sameSecret(key, env.API_KEY)`.
 */
export function sameSecret(given: string, expected: string): boolean {
  if (typeof given !== "string" || typeof expected !== "string") {
    throw new TypeError(
      `sameSecret: expected two strings, received ${typeof given} and ${typeof expected}`,
    );
  }
  let difference = given.length ^ expected.length;
  // An empty text has no unit to compare with: `charCodeAt` gives NaN, which counts as 0.
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % expected.length);
  }
  return difference === 0;
}
