// The surface of a server and of every view of it: `route`, `with`, `around`,
// `handler`, `missing`.
import type {
  BoundInRoute,
  GuardFailureMissing,
  NoHandlerFor,
  NotInATree,
  Refused,
  RouteSentences,
} from "../internal/type-error.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/standard-schema.ts";
import type { Nothing } from "../declaration/definition.ts";
import type { AnyFailure } from "../declaration/failure.ts";
import type {
  FailuresOf,
  InferRequest,
  InferResponse,
  TypedEndpoint,
} from "../declaration/infer.ts";
import type { Place, Shape, Unplaced } from "../declaration/place.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { AnyResource } from "../declaration/placement.ts";
import type { Mount } from "../declaration/resource.ts";
import type { Limits } from "./limits.ts";
import type {
  Call,
  Fail,
  GuardCall,
  Handler,
  HandlerWith,
  NeedsRespond,
  Provides,
  Responded,
} from "./call-types.ts";

interface TypedResource {
  readonly "~shape": Shape;
  readonly "~place": Place;
}

/** Handlers for every endpoint below a resource, in the shape of its children. */
export type Handlers<R, Provided = unknown> = R extends TypedResource
  ? {
      readonly [Name in keyof R["~shape"]["children"]]: Slot<
        Mount<R["~shape"]["children"][Name], R["~place"]>,
        Provided
      >;
    }
  : never;
type Slot<N, Provided> = N extends TypedEndpoint ? Handler<N, Provided> : Handlers<N, Provided>;

// What `route` takes: all names optional, so that a missing one is told by `NoHandlerFor`.
type SomeHandlers<R extends TypedResource, Provided> = {
  readonly [Name in keyof R["~shape"]["children"]]?: SomeSlot<
    Mount<R["~shape"]["children"][Name], R["~place"]>,
    Provided
  >;
};
type SomeSlot<N, Provided> = N extends TypedEndpoint
  ? Handler<N, Provided>
  : N extends TypedResource
    ? SomeHandlers<N, Provided>
    : never;

/** What stands as the second argument of `route`. */
export type Routed<N, Provided, O> = N extends TypedEndpoint
  ? N["~place"]["bound"] extends false
    ? HandlerWith<N, Provided, O>
    : N["~place"] extends Unplaced
      ? NotInATree
      : BoundInRoute
  : N extends TypedResource
    ? SomeHandlers<N, Provided>
    : NotInATree;

// The names of the handlers that are missing. While the compiler has not looked at
// the functions yet, `H` is what they are checked against: there all names are optional.
type Missing<R extends TypedResource, H> = {
  [Name in keyof R["~shape"]["children"]]: Name extends keyof H
    ? R["~shape"]["children"][Name] extends TypedResource
      ? Missing<R["~shape"]["children"][Name], NonNullable<H[Name]>>
      : never
    : Name;
}[keyof R["~shape"]["children"]];

/** The third argument of `route`: validation that stays on the server, and bounds. */
export interface RouteOptions {
  readonly request?: AnySchema;
  readonly response?: AnySchema;
  readonly limits?: Limits;
}

type OptionsCheck<N, O> = {
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

type RouteCheck<N, H, Guards> = N extends TypedEndpoint
  ? [Guards] extends [FailuresOf<N>]
    ? RespondCheck<N["~definition"]["replies"], H>
    : Refused<GuardFailureMissing<NamesOf<Exclude<Guards, FailuresOf<N>>>>>
  : N extends TypedResource
    ? [Missing<N, H>] extends [never]
      ? []
      : NoHandlerFor<Missing<N, H> & string>
    : [];
type NamesOf<F> = F extends { readonly name: infer Name extends string } ? Name : never;

// `unknown` is what the handler is checked against, before the compiler looks at it.
type RespondCheck<Replies, H> = [NeedsRespond<Replies>] extends [never]
  ? []
  : H extends (...given: never) => infer Value
    ? unknown extends Value
      ? []
      : [Awaited<Value>] extends [Responded<Replies>]
        ? []
        : Refused<NeedsRespond<Replies>>
    : [];

/** The opaque answer that `next()` resolves to. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
}

/** A server, or a view of one whose handlers get `Provided` as well. */
export interface Routes<Provided = unknown, Guards = never> {
  /** Registers the handler of an endpoint, or the handlers of everything below a resource. */
  route<N extends object, H extends Routed<N, Provided, O>, const O extends object = Nothing>(
    node: N,
    handler: H,
    options?: OptionsCheck<N, O>,
    ...check: RouteCheck<N, H, Guards>
  ): void;
  /** A view whose handlers get what `provide` gives. */
  with<P extends object>(
    provide: (call: GuardCall<never> & Provided) => Provides<P> | Promise<Provides<P>>,
  ): Routes<Provided & P, Guards>;
  /** A view whose handlers get what `provide` gives, which may fail with these failures. */
  with<const F extends readonly AnyFailure[], P extends object>(
    failures: F,
    provide: (call: GuardCall<F[number]> & Provided) => Provides<P> | Promise<Provides<P>>,
  ): Routes<Provided & P, Guards | F[number]>;
  /** A view whose handlers run inside `run`. */
  around(
    run: (
      call: Call<TypedEndpoint, Provided> & { readonly fail: Fail<AnyFailure> },
      next: () => Promise<Answered>,
    ) => Answered | Promise<Answered>,
  ): Routes<Provided, Guards>;
  /** Wraps one handler inside a `Handlers` object, which is routed by another view. */
  handler<E extends TypedEndpoint>(handler: Handler<E, Provided>): Handler<E>;
  /** The endpoints below these resources that have no handler; of all known trees if none is given. */
  missing(...resources: readonly AnyResource[]): AnyEndpoint[];
  /** The endpoints below these resources whose request body no schema validates; of all known trees if none is given. */
  unchecked(...resources: readonly AnyResource[]): AnyEndpoint[];
}
