// The surface of a server and of every view of it: `route`, `with`, `around`, `at`, `handler`,
// `rejections`, `unrouted`, `unvalidated`.
import type { AtSentences, Refused, RejectionSentences } from "../internal/type-error.ts";
import type { AnyFailure } from "../declaration/failure/failure.ts";
import type { TypedEndpoint } from "../declaration/endpoint/infer.ts";
import type { Nothing } from "../internal/record.ts";
import type { RejectingRoot } from "../declaration/tree/located.ts";
import type { Place } from "../declaration/endpoint/place.ts";
import type { UntypedEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { AnyResource } from "../declaration/tree/placement.ts";
import type { Handler, HandlerWith } from "./call/call-types.ts";
import type { RejectionWriter } from "./call/reject-call.ts";
import type { EndpointOptions, OptionsCheck } from "./options/route-options.ts";
import type {
  Guarded,
  HandlerCheck,
  Missing,
  RoutedNode,
  TypedResource,
  Whole,
  WholeEndpoint,
  WholeResource,
} from "./call/routed-node.ts";
import type { Around, AroundCall, Answered, GuardCall, Provides } from "./call/step-types.ts";

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
   * A view of what stands below one resource: its guards know the ids of the resource's path, and
   * it routes nothing else.
   */
  at<R>(resource: R, ...check: AtCheck<R>): RoutesBelow<PlaceOf<R>, Provided, Guards>;
  /**
   * Wraps one handler inside a `Handlers` object, which is routed by another view. It knows its
   * endpoint by its place; `handler<typeof api.users.list>(…)` elsewhere.
   */
  handler<E extends TypedEndpoint, const O extends object = Nothing>(
    handler: HandlerWith<E, Provided, O>,
    options?: EndpointOptions<E, O>,
    ...check: HandlerCheck<E, Guards>
  ): Handler<E>;
  /** Registers what writes the rejections below a root that declares them; before `route`. */
  rejections<R>(
    root: [R] extends [RejectingRoot] ? R : RejectionSentences["undeclared"],
    write: RejectionWriter<R>,
  ): void;
  /** The endpoints below these resources that have no handler; of all known trees if none is given. */
  unrouted(...resources: readonly AnyResource[]): UntypedEndpoint[];
  /** The endpoints below these resources whose request body no schema validates; of all known trees if none is given. */
  unvalidated(...resources: readonly AnyResource[]): UntypedEndpoint[];
}

type AtCheck<R> = [R] extends [WholeResource]
  ? []
  : Refused<AtSentences[R extends TypedResource ? "given" : "resource"]>;
type PlaceOf<R> = R extends { readonly "~place": infer P extends Place } ? P : never;

/** A view of the endpoints below one resource, whose place is `P`. */
export interface RoutesBelow<P extends Place, Provided = unknown, Guards = never> {
  /** Registers the handler of an endpoint below the resource, or handlers as an object. */
  route<N, const X extends object, K extends string>(
    node: N,
    handler: IsBelow<N, P["path"]> extends true
      ? [N] extends [WholeEndpoint]
        ? Guarded<N, X, Provided, Guards>
        : [Whole<N>] extends [never]
          ? RoutedNode<N, X, K, Provided, Guards>
          : object
      : AtSentences["notBelow"],
    options?: OptionsCheck<N, X>,
    ...check: Missing<N, X, K>
  ): void;
  /** A view whose handlers get what `provide` gives. */
  with<G extends Provides<G>>(
    provide: (call: GuardCall<never, IdsOf<P["ids"]>> & Provided) => G | Promise<G>,
  ): RoutesBelow<P, Provided & G, Guards>;
  /** A view whose handlers get what `provide` gives, which may fail with these failures. */
  with<const F extends readonly AnyFailure[], G extends Provides<G>>(
    failures: F,
    provide: (call: GuardCall<F[number], IdsOf<P["ids"]>> & Provided) => G | Promise<G>,
  ): RoutesBelow<P, Provided & G, Guards | F[number]>;
  /** A view whose handlers run inside `run`. */
  around(run: AroundBelow<never, P, Provided>): RoutesBelow<P, Provided, Guards>;
  /** A view whose handlers run inside `run`, which may fail with these failures. */
  around<const F extends readonly AnyFailure[]>(
    failures: F,
    run: AroundBelow<F[number], P, Provided>,
  ): RoutesBelow<P, Provided, Guards | F[number]>;
  /** A view of what stands below a resource further down. */
  at<R>(
    resource: R,
    ...check: [R] extends [Below<P["path"]>] ? AtCheck<R> : Refused<AtSentences["notBelow"]>
  ): RoutesBelow<PlaceOf<R>, Provided, Guards>;
  /** Wraps one handler inside a `Handlers` object, which is routed by another view. */
  handler<E extends TypedEndpoint, const O extends object = Nothing>(
    handler: HandlerWith<E, Provided, O>,
    options?: EndpointOptions<E, O>,
    ...check: HandlerBelowCheck<E, P, Guards>
  ): Handler<E>;
}

type AroundBelow<Failures, P extends Place, Provided> = (
  call: AroundCall<Failures, IdsOf<P["ids"]>> & Provided,
  next: () => Promise<Answered>,
) => Answered | Promise<Answered>;

// As one object, which fits where ids of any name are asked for. By a condition: the compiler shows
// the ids then, and not this name.
type IdsOf<Ids> = Ids extends unknown ? { readonly [Name in keyof Ids]: Ids[Name] } : never;

// Whole segments are compared: `/users/{user}/x` is below `/users/{user}`, `/users/{user}x` is not.
interface Below<Path extends string> {
  readonly "~place": { readonly path: Path | `${Path}/${string}` };
}
// Where an endpoint of a listing stands is not known: `route` itself refuses what is not below.
type IsBelow<N, Path extends string> = [N] extends [Below<Path>]
  ? true
  : [UntypedEndpoint] extends [N]
    ? true
    : false;
type HandlerBelowCheck<E extends TypedEndpoint, P extends Place, Guards> =
  HandlerCheck<E, Guards> extends []
    ? [E] extends [Below<P["path"]>]
      ? []
      : Refused<AtSentences["notBelow"]>
    : HandlerCheck<E, Guards>;
