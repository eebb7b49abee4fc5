// The second argument of `route`: the handler of an endpoint, or an object of handlers in the shape of a
// resource's children.
import type { NotIdempotent } from "../../shared/internal/fact-sentences.ts";
import type {
  BoundInRoute,
  GuardFailureMissing,
  NoHandlerFor,
  NotAuthenticated,
  NotDeclared,
  NotInATree,
  NoSuchChild,
  UnknownEndpoint,
} from "../../shared/internal/type-error.ts";
import type { None } from "../../shared/internal/record.ts";
import type { TypedBody } from "../../declare/body/body.ts";
import type { AnyStart, Definition, Facts } from "../../declare/endpoint/definition.ts";
import type { FailuresOf, SecurityOf, TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { MountedChild } from "../../declare/tree/resource-node.ts";
import type { Inherited, Position, Shape, FreePosition } from "../../declare/endpoint/position.ts";
import type { Handler, HandlerIn } from "./handler-types.ts";
import type { AuthOf, SecurityFit, MissingSchemes } from "./principal.ts";

/** The members of a resource that these types use. */
export interface TypedResource {
  readonly "~shape": Shape;
  readonly "~children": object;
  readonly "~view": object;
  readonly "~position": Position;
}

/** Handlers for every endpoint below a resource, in an object with the shape of its children. */
export type Handlers<R, Provided = unknown, Auth = None> = R extends TypedResource
  ? {
      readonly [Name in keyof R["~children"]]: Slot<
        MountedChild<R["~children"][Name], R["~position"]>,
        Provided,
        AuthOf<Auth>
      >;
    }
  : never;
type Slot<N, Provided, Auth> = N extends TypedEndpoint
  ? Handler<N, Provided, Auth>
  : Handlers<N, Provided, Auth>;

/** An endpoint whose ids have no values. */
export interface WholeEndpoint extends TypedEndpoint {
  readonly "~position": Position & { readonly bound: false };
}

/** The same with one request body. Its handler has a simpler type. */
export interface PlainEndpoint extends WholeEndpoint {
  readonly "~definition": PlainDefinition;
}
interface OneBody extends TypedBody {
  readonly "~alternatives"?: never;
}
interface PlainDefinition extends Definition {
  readonly start: PlainStart;
  readonly request: OneBody & { readonly "~optional"?: OneBody };
}

interface PlainStart extends AnyStart {
  readonly facts: PlainFacts;
}
interface PlainFacts extends Facts {
  readonly "~call"?: never;
  readonly "~needs"?: never;
}

/** A resource whose ids have no values. */
export interface WholeResource extends TypedResource {
  readonly "~position": Position & { readonly bound: false };
}

/**
 * No constraint for a known `N`. For an open `N` it keeps the compiler from checking the second argument, which
 * would otherwise have to fit every node.
 */
export type Whole<N> = [N] extends [PlainEndpoint] ? true : never;

/**
 * The second argument of `route` for every node but an endpoint. `X` is the given object of handlers, or the options
 * beside it, `K` the names of the handlers.
 */
export type RoutedNode<N, X, K extends string, Provided, Guards, Auth> = [N] extends [WholeResource]
  ? RoutedChildren<N["~view"], X, K, Provided, Guards, Auth>
  : N extends WholeEndpoint
    ? RoutedEndpoint<N, X, Provided, Guards, Auth>
    : N extends { readonly "~position": infer P }
      ? P extends FreePosition
        ? NotInATree
        : BoundInRoute
      : [N] extends [never]
        ? NamesOf<X, K>
        : NotDeclared;
// Never reached. Distributive and true for every `K`, so that it adds no member to the type that the compiler
// looks up for each handler while `N` is open. The compiler infers `X` from it member by member, so that it infers
// nothing from functions, and `K`, which it knows before it looks at functions.
type NamesOf<X, K extends string> = K extends string
  ? object
  : CopyOf<X> & { readonly [Name in K]: never };
type CopyOf<X> = { readonly [Name in keyof X]: X[Name] };
/** The handler of an endpoint whose schemes and guards fit the view, else a sentence. */
export type RoutedEndpoint<N extends TypedEndpoint, X, Provided, Guards, Auth> = [
  SecurityFit<SecurityOf<N>, Auth>,
] extends [never]
  ? NotAuthenticated<MissingSchemes<SecurityOf<N>, Auth> & string>
  : [UnmetFact<N["~definition"]["start"]["facts"], Provided>] extends [never]
    ? [Guards] extends [never]
      ? HandlerIn<N, Provided, X, Auth>
      : GuardedHandler<N, X, Provided, Guards, Auth>
    : NotIdempotent;
// `never` if the view gives what the facts of the endpoint need.
type UnmetFact<F, Provided> = F extends { readonly "~needs": infer Needs }
  ? [Provided] extends [Needs]
    ? never
    : F
  : never;
/** The handler of an endpoint that declares the failures of the view, else a sentence. */
export type GuardedHandler<N extends TypedEndpoint, X, Provided, Guards, Auth> = [Guards] extends [
  FailuresOf<N>,
]
  ? HandlerIn<N, Provided, X, Auth>
  : GuardFailureMissing<UndeclaredBy<N, Guards>>;
type UndeclaredBy<N extends TypedEndpoint, Guards> =
  Exclude<Guards, FailuresOf<N>> extends { readonly name: infer Name extends string }
    ? Name
    : never;

// Until the names in `X` are known, handlers may be missing, and every handler knows its call. `Missing` reports
// missing handlers. Distributive, so that the compiler looks for members in `OptionalHandlers` alone meanwhile.
// With options beside the handlers, `X` is the options, which lack the names `K`: only those are known then.
type RoutedChildren<W, X, K extends PropertyKey, Provided, Guards, Auth> = X extends Nameless
  ? OptionalHandlers<W, keyof W, Provided, Auth>
  : unknown extends X
    ? OptionalHandlers<W, keyof W, Provided, Auth>
    : Fits<W, X> extends true
      ? AllHandlers<W, keyof W, Provided, Guards, Auth>
      : [K] extends [keyof X]
        ? GivenHandlers<W, NoInfer<X>, Provided, Guards, Auth>
        : [keyof W, K] extends [K, keyof W]
          ? AllHandlers<W, keyof W, Provided, Guards, Auth>
          : GivenHandlers<W, NoInfer<Unknown<K>>, Provided, Guards, Auth>;
type Unknown<K extends PropertyKey> = { readonly [Name in K]: unknown };
// Any object without names is assignable, and no other.
interface Nameless {
  readonly "~"?: never;
}
// `true` if `X` has the names of `W` and no other, here and below.
type Fits<W, X> = keyof W extends keyof X
  ? keyof X extends keyof W
    ? W[keyof W] extends TypedEndpoint
      ? true
      : FitsBelow<W, X, ResourcesIn<W>>
    : false
  : false;
type FitsBelow<W, X, Names extends keyof W> = {
  [Name in Names]: W[Name] extends TypedResource
    ? Fits<W[Name]["~view"], X[Name & keyof X]>
    : false;
}[Names];
type ResourcesIn<W> = {
  [Name in keyof W]: W[Name] extends TypedEndpoint ? never : Name;
}[keyof W];
// Not distributive, here, below and in `route`, whose `N` has no constraint: the compiler sees no member of a
// distributive type before it knows `N`, and `view.handler` would not find its endpoint. A union of placements
// of one piece also has one handler, so `Names` stands for `keyof W`, which would distribute.
type OptionalHandlers<W, Names extends keyof W, Provided, Auth> = {
  readonly [Name in Names]?: W[Name] extends TypedEndpoint
    ? HandlerIn<W[Name], Provided, None, Auth>
    : W[Name] extends TypedResource
      ? OptionalHandlers<W[Name]["~view"], keyof W[Name]["~view"], Provided, Auth>
      : object;
};
// Not optional: the compiler does not look through an optional handler for the wrong field.
type AllHandlers<W, Names extends keyof W, Provided, Guards, Auth> = {
  readonly [Name in Names]: RoutedChild<W[Name], Provided, Guards, Auth>;
};
type RoutedChild<N, Provided, Guards, Auth> = [N] extends [OpenEndpoint]
  ? [Guards] extends [never]
    ? HandlerIn<N, Provided, None, Auth>
    : GuardedHandler<N, None, Provided, Guards, Auth>
  : [N] extends [TypedEndpoint]
    ? RoutedEndpoint<N, None, Provided, Guards, Auth>
    : [N] extends [TypedResource]
      ? AllHandlers<N["~view"], keyof N["~view"], Provided, Guards, Auth>
      : unknown;
/** An endpoint without security, whose facts need nothing of the view. */
interface OpenEndpoint extends TypedEndpoint {
  readonly "~definition": OpenDefinition;
  readonly "~position": OpenPosition;
}
interface OpenDefinition extends Definition {
  readonly start: OpenStart;
}
interface OpenStart extends AnyStart {
  readonly security: never;
  readonly facts: OpenFacts;
}
interface OpenFacts extends Facts {
  readonly "~needs"?: never;
}
interface OpenPosition extends Position {
  readonly inherited: OpenInherited;
}
interface OpenInherited extends Inherited {
  readonly security: never;
}
// The given names alone, for sentences about those that are missing or wrong.
type GivenHandlers<W, X, Provided, Guards, Auth> = {
  readonly [Name in keyof X]: Name extends keyof W
    ? W[Name] extends TypedResource
      ? RoutedChildren<W[Name]["~view"], X[Name], keyof X[Name], Provided, Guards, Auth>
      : RoutedChild<W[Name], Provided, Guards, Auth>
    : NoSuchChild<keyof W>;
} & Links<W>;
// No constraint. Editors go from a handler to its endpoint by it.
type Links<C> = { readonly [Name in keyof C]?: unknown };

/** Refuses an object of handlers without one of those below the resource. */
export type Missing<N, X, K> = N extends TypedResource ? MissingBelow<N["~view"], X, K> : [];
// Names that are not known yet are not missing.
type MissingBelow<W, X, K> = X extends Nameless
  ? MissingIn<Exclude<keyof W, K>>
  : Fits<W, X> extends true
    ? []
    : MissingIn<MissingNames<W, X, K, keyof W>>;
type MissingIn<Names> = [Names] extends [never] ? [] : NoHandlerFor<Names & string>;
// A conditional, because the compiler looks through a mapped type at once, for every view.
type MissingNames<W, X, K, Name> = Name extends keyof W
  ? Name extends keyof X
    ? W[Name] extends TypedResource
      ? unknown extends X[Name]
        ? never
        : MissingNames<W[Name]["~view"], X[Name], never, keyof W[Name]["~view"]>
      : never
    : Exclude<Name, K>
  : never;

/** Refuses a wrapped handler outside of a resource, or whose endpoint lacks a failure of the view. */
export type HandlerCheck<E extends TypedEndpoint, Guards> = Definition extends E["~definition"]
  ? UnknownEndpoint
  : [Guards] extends [FailuresOf<E>]
    ? []
    : GuardFailureMissing<UndeclaredBy<E, Guards>>;
