// The surface of a server and of every view of it: `route`, `with`, `around`,
// `handler`, `missing`.
import type {
  BoundInRoute,
  GuardFailureMissing,
  NoHandlerFor,
  NotDeclared,
  NotInATree,
  Refused,
  RouteSentences,
} from "../internal/type-error.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/standard-schema.ts";
import type { AnyFailure } from "../declaration/failure.ts";
import type {
  FailuresOf,
  InferRequest,
  InferResponse,
  TypedEndpoint,
} from "../declaration/infer.ts";
import type { Definition, Nothing } from "../declaration/definition.ts";
import type { Place, Shape, Unplaced } from "../declaration/place.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { AnyResource } from "../declaration/placement.ts";
import type { Mount } from "../declaration/located.ts";
import type { Limits } from "./limits.ts";
import type { Handler, HandlerWith } from "./call-types.ts";
import type { Around, GuardCall, Provides } from "./step-types.ts";

interface TypedResource {
  readonly "~shape": Shape;
  readonly "~children": object;
  readonly "~place": Place;
}

/** Handlers for every endpoint below a resource, in the shape of its children. */
export type Handlers<R, Provided = unknown> = R extends TypedResource
  ? {
      readonly [Name in keyof R["~children"]]: Slot<
        Mount<R["~children"][Name], R["~place"]>,
        Provided
      >;
    }
  : never;
type Slot<N, Provided> = N extends TypedEndpoint ? Handler<N, Provided> : Handlers<N, Provided>;

// None of its ids is given.
interface WholeEndpoint extends TypedEndpoint {
  readonly "~place": Place & { readonly bound: false };
}

interface WholeResource extends TypedResource {
  readonly "~place": Place & { readonly bound: false };
}

// Tells nothing new of a known `N`. Of an open one it keeps the compiler from asking for what
// stands beside anything but an endpoint: it would have to fit as well.
type Whole<N> = [N] extends [WholeEndpoint] ? true : never;

/**
 * What stands as the second argument of `route` beside anything but an endpoint. `X` is the object
 * of handlers that was given, `K` the names in it.
 */
type RoutedNode<N, X, K extends string, Provided, Guards> = [N] extends [WholeResource]
  ? RoutedChildren<N, NoInfer<X>, Provided, Guards>
  : N extends { readonly "~place": infer P }
    ? P extends Unplaced
      ? NotInATree
      : BoundInRoute
    : [N] extends [never]
      ? Copied<X> & { readonly [Name in K]: never }
      : NotDeclared;
// Never reached: it is where the compiler infers `X` from, member by member, so that
// nothing is inferred from a function, and `K`, which it knows before it looks at functions.
type Copied<X> = { readonly [Name in keyof X]: X[Name] };
type Guarded<N extends WholeEndpoint, X, Provided, Guards> = [Guards] extends [FailuresOf<N>]
  ? HandlerWith<N, Provided, X>
  : GuardFailureMissing<UndeclaredBy<N, Guards>>;
type UndeclaredBy<N extends TypedEndpoint, Guards> =
  Exclude<Guards, FailuresOf<N>> extends { readonly name: infer Name extends string }
    ? Name
    : never;

// While `X` is not known, nothing is asked for and every handler knows its call: `Missing`
// tells of those that are not there.
type RoutedChildren<R extends TypedResource, X, Provided, Guards> = {} extends X
  ? OptionalHandlers<R, Provided>
  : EachRouted<R, X, Provided, Guards>;
// Not distributive, here, below and in `route`, whose `N` has no constraint: of what is
// distributive the compiler sees no member before it knows `N`, and `view.handler` would not
// find its endpoint by its place. And a union of placements of one piece has one handler.
type OptionalHandlers<R extends TypedResource, Provided> = {
  readonly [Name in keyof R["~children"]]?: OptionalSlot<
    Mount<R["~children"][Name], R["~place"]>,
    Provided
  >;
};
type OptionalSlot<N, Provided> = [N] extends [TypedEndpoint]
  ? Handler<N, Provided>
  : [N] extends [TypedResource]
    ? OptionalHandlers<N, Provided>
    : never;
// Only the names that were given, so that none is optional: through an optional one the
// compiler does not look for the field that is wrong.
type EachRouted<R extends TypedResource, X, Provided, Guards> = {
  readonly [Name in keyof X]: Name extends keyof R["~children"]
    ? RoutedChild<Mount<R["~children"][Name], R["~place"]>, X[Name], Provided, Guards>
    : RouteSentences["noSuchChild"];
} & Linked<R["~children"]>;
// Asks for nothing: by it an editor leads from a handler to its endpoint.
type Linked<C> = { readonly [Name in keyof C]?: unknown };
type RoutedChild<N, X, Provided, Guards> = [N] extends [WholeEndpoint]
  ? Guarded<N, Nothing, Provided, Guards>
  : [N] extends [TypedResource]
    ? RoutedChildren<N, X, Provided, Guards>
    : never;

type Missing<N, X, K> = N extends TypedResource
  ? MissingNames<N, X, K> extends never
    ? []
    : NoHandlerFor<MissingNames<N, X, K> & string>
  : [];
// What is not known yet is not missing.
type MissingNames<R extends TypedResource, X, K> = {
  [Name in keyof R["~children"]]: Name extends K
    ? R["~children"][Name] extends TypedResource
      ? Name extends keyof X
        ? unknown extends X[Name]
          ? never
          : MissingNames<R["~children"][Name], X[Name], keyof X[Name]>
        : never
      : never
    : Name;
}[keyof R["~children"]];

/** The third argument of `route`: validation that stays on the server, and bounds. */
export interface RouteOptions {
  readonly request?: AnySchema;
  readonly response?: AnySchema;
  readonly limits?: Limits;
}

type OptionsCheck<N, O> = N extends TypedResource
  ? ResourceOptions
  : EndpointOptions<N, O> & NamedOptions;
// Asks for nothing: by it an editor proposes the names.
interface NamedOptions {
  readonly request?: unknown;
  readonly response?: unknown;
  readonly limits?: unknown;
}
interface ResourceOptions {
  readonly request?: RouteSentences["oneEndpoint"];
  readonly response?: RouteSentences["oneEndpoint"];
  readonly limits?: Limits;
}
type EndpointOptions<N, O> = {
  readonly [Key in keyof O]: Key extends "request"
    ? N extends TypedEndpoint
      ? O[Key] extends AnySchema
        ? [InferRequest<N>] extends [InferInput<O[Key]>]
          ? O[Key]
          : RouteSentences["request"]
        : RouteSentences["schema"]
      : RouteSentences["oneEndpoint"]
    : Key extends "response"
      ? N extends TypedEndpoint
        ? O[Key] extends AnySchema
          ? [InferOutput<O[Key]>] extends [InferResponse<N>]
            ? O[Key]
            : RouteSentences["response"]
          : RouteSentences["schema"]
        : RouteSentences["oneEndpoint"]
      : Key extends keyof RouteOptions
        ? RouteOptions[Key]
        : RouteSentences["option"];
};

type HandlerCheck<E extends TypedEndpoint, Guards> = Definition extends E["~definition"]
  ? Refused<RouteSentences["noPlace"]>
  : [Guards] extends [FailuresOf<E>]
    ? []
    : Refused<GuardFailureMissing<UndeclaredBy<E, Guards>>>;

/** A server, or a view of one whose handlers get `Provided` as well. */
export interface Routes<Provided = unknown, Guards = never> {
  /** Registers the handler of an endpoint, or the handlers of everything below a resource. */
  route<N, const X extends object, K extends string>(
    node: N,
    handler: [N] extends [WholeEndpoint]
      ? [Guards] extends [never]
        ? HandlerWith<N, Provided, X>
        : Guarded<N, X, Provided, Guards>
      : [Whole<N>] extends [never]
        ? RoutedNode<N, X, K, Provided, Guards>
        : object,
    options?: OptionsCheck<N, X>,
    ...check: [N] extends [WholeEndpoint] ? [] : [Whole<N>] extends [never] ? Missing<N, X, K> : []
  ): void;
  /** A view whose handlers get what `provide` gives. */
  with<P extends Provides<P>>(
    provide: (call: GuardCall<never> & Provided) => P | Promise<P>,
  ): Routes<Provided & P, Guards>;
  /** A view whose handlers get what `provide` gives, which may fail with these failures. */
  with<const F extends readonly AnyFailure[], P extends Provides<P>>(
    failures: F,
    provide: (call: GuardCall<F[number]> & Provided) => P | Promise<P>,
  ): Routes<Provided & P, Guards | F[number]>;
  /** A view whose handlers run inside `run`. */
  around(run: Around<never, Provided>): Routes<Provided, Guards>;
  /** A view whose handlers run inside `run`, which may fail with these failures. */
  around<const F extends readonly AnyFailure[]>(
    failures: F,
    run: Around<F[number], Provided>,
  ): Routes<Provided, Guards | F[number]>;
  /**
   * Wraps one handler inside a `Handlers` object, which is routed by another view. It knows its
   * endpoint by its place; `handler<typeof api.users.list>(…)` elsewhere.
   */
  handler<E extends TypedEndpoint, const O extends object = Nothing>(
    handler: HandlerWith<E, Provided, O>,
    options?: EndpointOptions<E, O>,
    ...check: HandlerCheck<E, Guards>
  ): Handler<E>;
  /** The endpoints below these resources that have no handler; of all known trees if none is given. */
  missing(...resources: readonly AnyResource[]): AnyEndpoint[];
  /** The endpoints below these resources whose request body no schema validates; of all known trees if none is given. */
  unchecked(...resources: readonly AnyResource[]): AnyEndpoint[];
}
