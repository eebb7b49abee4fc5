// The principal of a call as types: what the view's `authenticate` functions give for the security of an
// endpoint. `Auth` is a record of principals by the name of the scheme.
import type { SecurityOf, TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { AnyScheme, AnyAllOf, AnySecurity, SchemesIn } from "../../facts/security/declared.ts";
import type { None } from "../../shared/internal/record.ts";

export type PrincipalOf<S, Auth> = string extends SchemesIn<S>["name"]
  ? Auth[keyof Auth] | undefined
  : S extends AnyAllOf
    ? PrincipalsOf<S["schemes"], Auth>
    : S extends AnyScheme
      ? PrincipalAt<S["name"], Auth>
      : undefined;
type PrincipalsOf<All extends readonly AnyScheme[], Auth> = {
  readonly [Index in keyof All]: PrincipalAt<All[Index]["name"], Auth>;
};
type PrincipalAt<Name, Auth> = Name extends keyof Auth ? Auth[Name] : unknown;

/** The name that a call has for an alternative. */
export type SchemeOf<S> = S extends AnyAllOf
  ? NamesOf<S["schemes"]>
  : S extends AnyScheme
    ? S["name"]
    : "anonymous";

type NamesOf<All extends readonly AnyScheme[]> = {
  readonly [Index in keyof All]: All[Index]["name"];
};

/** The principal as a guard or around sees it; nothing in a view without `secured`. */
export type GuardPrincipal<Auth> = [keyof Auth] extends [never] ? unknown : ViewPrincipal<Auth>;
/** The principal as `scope` sees it, which is asked for calls with one; nothing in a view without `secured`. */
export type ScopePrincipal<Auth> = [keyof Auth] extends [never] ? unknown : PresentPrincipal<Auth>;
interface PresentPrincipal<Auth> {
  /** What `authenticate` returned. A tuple on endpoints with `allOf`. */
  readonly principal: Auth[keyof Auth];
  readonly scheme: string | readonly string[];
}
interface ViewPrincipal<Auth> {
  /** What `authenticate` returned; `undefined` for `anonymous`. A tuple on endpoints with `allOf`. */
  readonly principal: Auth[keyof Auth] | undefined;
  /** The name of the scheme; `"anonymous"` without a credential, `undefined` on endpoints without security. */
  readonly scheme: string | readonly string[] | undefined;
}

/**
 * `true` if `Auth` has every scheme of the security `S`. Written so that the compiler does not ask for the
 * sentence while the endpoint is a type parameter.
 */
export type SecurityFit<S, Auth> = [S] extends [never]
  ? true
  : [MissingSchemes<S, Auth>] extends [never]
    ? true
    : never;
/** The names of the schemes of the security `S` that `Auth` lacks. */
export type MissingSchemes<S, Auth> = string extends SchemesIn<S>["name"]
  ? never
  : Exclude<SchemesIn<S>["name"], keyof Auth>;

/**
 * The principal in steps of a view of a resource, where `S` is the security of the endpoints below: each
 * alternative that the view can check.
 */
export type PrincipalFor<S, Auth> = S extends AnySecurity
  ? [MissingSchemes<S, Auth>] extends [never]
    ? PrincipalView<PrincipalOf<S, Auth>, SchemeOf<S>>
    : never
  : PrincipalView<undefined, undefined>;
interface PrincipalView<Principal, Name> {
  readonly principal: Principal;
  readonly scheme: Name;
}

/**
 * The principal that the handler of `E` gets. `Auth` is `typeof app`, a view with `secured`, or a
 * record of principals by scheme: `InferPrincipal<typeof api.users.list, typeof app>`.
 * `InferPrincipal<typeof app>` is the union of what the `authenticate` functions of a view give.
 */
export type InferPrincipal<E, Auth = None> = E extends TypedEndpoint
  ? EachPrincipal<SecurityOf<E>, AuthOf<Auth>>
  : E extends HasAuth
    ? AuthOf<E>[keyof AuthOf<E>]
    : never;
type EachPrincipal<S, Auth> = S extends AnySecurity ? PrincipalOf<S, Auth> : never;

/** The record of principals of a view; another type is the record itself. */
export type AuthOf<Auth> = Auth extends HasAuth ? NonNullable<Auth["~auth"]> : Auth;
interface HasAuth {
  readonly secured: unknown;
  readonly "~auth"?: object;
}
