// An authenticator checks the credentials of one scheme and says who the client is.
import type { Merged, None } from "../../internal/record.ts";
import { shown } from "../../internal/shown.ts";
import type { AnyScheme, TypedScheme } from "../../declaration/security/scheme.ts";
import type { CallStart } from "../call/call-types.ts";
import type { RawCheck } from "../call/view.ts";

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
  readonly "~check": RawCheck;
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

/**
 * Checks the credentials of a scheme: `authenticate(UserToken, (token, { scopes, forbid }) => …)`. The
 * function returns the principal, or `undefined` or `null` for a credential that is not valid.
 */
export function authenticate<S extends TypedScheme, Principal, Needs = unknown>(
  scheme: S,
  check: (
    credential: S["~types"]["credential"],
    call: AuthenticateCall & Needs,
  ) => Principal | Promise<Principal>,
): Authenticator<S["name"], NonNullable<Awaited<Principal>>, Needs> {
  if ((Object(scheme) as AnyScheme)["~security"] !== "scheme") {
    throw new TypeError(
      `authenticate: expected a security scheme such as bearer("user-token"), received ${shown(scheme)}`,
    );
  }
  if (typeof check !== "function") {
    throw new TypeError(
      `authenticate: expected a function that checks the credential, received ${shown(check)}`,
    );
  }
  const made = { scheme, "~check": check as RawCheck };
  // The types of an authenticator exist for the compiler only.
  return Object.freeze(made) as unknown as Authenticator<
    S["name"],
    NonNullable<Awaited<Principal>>,
    Needs
  >;
}
