// An authenticator checks the credentials of one scheme and says who the client is.
import type { Merged, None } from "../../../internal/record.ts";
import type { SecuritySentences } from "../../../internal/type-error.ts";
import { shown } from "../../../internal/shown.ts";
import type { AnyScheme, TypedScheme } from "../../../declaration/security/scheme.ts";
import { isScheme } from "../../../declaration/security/security.ts";
import type { AnyFailure } from "../../../declaration/failure/failure.ts";
import type { CallStart, Fail } from "../../call/call-types.ts";
import { isFailure } from "../../call/failed.ts";
import type { Check } from "./secured-steps.ts";

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
 * Checks the credentials of a scheme by a function that may fail with these failures, such as that of a
 * database that does not answer. Every endpoint of the view declares them.
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
