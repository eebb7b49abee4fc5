// The type of a handler: its argument, with the principal in a view that checks schemes, and its return value.
import type { SecurityOf, TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { IsUnion, None } from "../../shared/internal/record.ts";
import type { OneArgument } from "../../shared/internal/type-error.ts";
import type { CallOf, Returned } from "./call-types.ts";
import type { AuthOf, PrincipalOf, SchemeOf } from "./principal.ts";

/** The argument of a handler of `E` if its security is the alternative `S`. */
export interface SecuredCall<E extends TypedEndpoint, O, S, Auth> extends CallOf<E, O> {
  /** What `authenticate` returned for the scheme; a tuple for `allOf`, `undefined` for `anonymous`. */
  readonly principal: PrincipalOf<S, Auth>;
  /** The name of the scheme; a tuple for `allOf`, `"anonymous"` without a credential. */
  readonly scheme: SchemeOf<S>;
}
// A union, so that `scheme` tells which principal it is.
type CallIn<E extends TypedEndpoint, O, S, Auth> = S extends unknown
  ? SecuredCall<E, O, S, Auth>
  : never;

/** The argument of a handler of `E`; `Auth` as for `Handler`. */
export type Call<E extends TypedEndpoint, Provided = unknown, Auth = None> = Parameters<
  Handler<E, Provided, Auth>
>[0];

/**
 * A handler of one endpoint. `Auth` is `typeof app`, a view with `secured`, or a record of principals by
 * scheme; without it, the call has no typed `principal`.
 */
export type Handler<E extends TypedEndpoint, Provided = unknown, Auth = None> = HandlerIn<
  E,
  Provided,
  None,
  AuthOf<Auth>
>;

/** A handler in a view whose principals are `Auth`. */
export type HandlerIn<E extends TypedEndpoint, Provided, O, Auth> = keyof Auth extends never
  ? HandlerWith<
      E,
      Provided &
        E["~definition"]["request"]["~chosen"] &
        E["~definition"]["start"]["facts"]["~call"],
      O
    >
  : SecuredHandler<E, Provided, O, Auth>;
/** The same of an endpoint whose request has one body. */
export type PlainHandlerIn<E extends TypedEndpoint, Provided, O, Auth> = keyof Auth extends never
  ? HandlerWith<E, Provided, O>
  : SecuredHandler<E, Provided, O, Auth>;
/** A handler in a view that checks schemes. */
export type SecuredHandler<E extends TypedEndpoint, Provided, O, Auth> = (
  call: Calls<E, O, Auth>[KindOf<SecurityOf<E>>] &
    E["~definition"]["request"]["~chosen"] &
    E["~definition"]["start"]["facts"]["~call"] &
    Provided,
  ...more: OneArgument[]
) => Returned<E["~definition"]["responses"], O>;
interface Calls<E extends TypedEndpoint, O, Auth> {
  readonly open: CallOf<E, O>;
  readonly one: SecuredCall<E, O, SecurityOf<E>, Auth>;
  readonly several: CallIn<E, O, SecurityOf<E>, Auth>;
}
type KindOf<S> = [S] extends [never] ? "open" : IsUnion<S> extends true ? "several" : "one";

/**
 * A handler with the schemas in the options of `route`. The compiler finds the endpoint of `view.handler` by this name.
 */
export type HandlerWith<E extends TypedEndpoint, Provided, O> = (
  call: CallOf<E, O> & Provided,
  ...more: OneArgument[]
) => Returned<E["~definition"]["responses"], O>;
