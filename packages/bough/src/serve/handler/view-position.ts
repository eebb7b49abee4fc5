// What a view of one resource knows, as types: the ids and the principal of the endpoints below, and which it can
// route.
import type { SecurityOf, TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { Position, Shape } from "../../declare/endpoint/position.ts";
import type { UntypedEndpoint } from "../../declare/tree/placement.ts";
import type { BelowPath, DeclaredEndpoint } from "../../declare/tree/resource-node.ts";
import type { AnySecurity } from "../../facts/security/declared.ts";
import type { AtSentences, Refused } from "../../shared/internal/type-error.ts";
import type { GuardPrincipal, PrincipalFor } from "./principal.ts";
import type { HandlerCheck } from "./routed-node.ts";

/**
 * The position of a resource, with the security of everything below. The security of the resource itself is that of
 * resources which name it as their parent: its type does not know them.
 */
export type PositionOf<R> = R extends {
  readonly "~position": infer P extends Position;
  readonly "~children": infer C;
}
  ? SecuredPosition<P, C>
  : never;
/** The position of a resource of a view, with the security of everything below as a union. */
export interface SecuredPosition<P extends Position, C> extends Position {
  readonly path: P["path"];
  readonly ids: P["ids"];
  readonly open: P["open"];
  readonly bound: P["bound"];
  readonly inherited: P["inherited"];
  readonly security:
    | P["inherited"]["security"]
    | SecurityBelow<C, Nearest<P["inherited"]["security"], undefined>>;
}
/** The position of a view, with the security of the endpoints that it may route as a union. */
export interface ViewPosition extends Position {
  readonly security: AnySecurity | undefined;
}

// The security of everything below a resource whose children are `C`, as a union; `undefined` for endpoints without.
// `Above` is the security that they have from the resources above.
type SecurityBelow<C, Above> = {
  [Name in keyof C]: SecurityOfChild<C[Name], Above>;
}[keyof C];
type SecurityOfChild<N, Above> = N extends DeclaredEndpoint
  ? Nearest<N["~definition"]["start"]["security"], Above>
  : N extends { readonly "~shape": Shape; readonly "~children": infer C }
    ? SecurityBelow<C, Nearest<N["~shape"]["gives"]["security"], Above>>
    : never;
type Nearest<Own, Above> = [Own] extends [never] ? Above : Own;

/** The principal of every endpoint below which the view can route. */
export type PrincipalBelow<P extends ViewPosition, Auth> = [keyof Auth] extends [never]
  ? unknown
  : [PrincipalFor<P["security"], Auth>] extends [never]
    ? GuardPrincipal<Auth>
    : PrincipalFor<P["security"], Auth>;

/**
 * The ids as one object type, also those of any name. The conditional makes the compiler show the ids instead of this
 * name.
 */
export type IdsOf<Ids> = Ids extends unknown ? { readonly [Name in keyof Ids]: Ids[Name] } : never;

/**
 * A sentence if the view cannot route `N`: it is not below the resource, or the steps of the view do not know its
 * security, because it names a resource below as its parent. The types do not know the position of an endpoint of a
 * list, so `route` checks it at run time.
 */
export type Misplaced<N, P extends ViewPosition> = [N] extends [BelowPath<P["path"]>]
  ? [P["security"]] extends [never]
    ? never
    : [SecurityIn<N>] extends [P["security"]]
      ? never
      : AtSentences["security"]
  : [UntypedEndpoint] extends [N]
    ? never
    : AtSentences["notBelow"];
type SecurityIn<N> = N extends TypedEndpoint
  ? Nearest<SecurityOf<N>, undefined>
  : N extends { readonly "~position": infer P extends Position; readonly "~children": infer C }
    ? SecurityBelow<C, Nearest<P["inherited"]["security"], undefined>>
    : never;
/** Refuses a wrapped handler whose endpoint the view cannot route. */
export type HandlerBelowCheck<E extends TypedEndpoint, P extends ViewPosition, Guards> =
  HandlerCheck<E, Guards> extends []
    ? [Misplaced<E, P>] extends [never]
      ? []
      : Refused<Misplaced<E, P> & string>
    : HandlerCheck<E, Guards>;
