// The surface of a server and of every view of it: `route`, `guard`, `around`, `idempotent`, `secured`,
// `authorize`, `at`, `handler`, `rejections`, `errors`, `unrouted`, `unvalidated`, `unsecured`.
import type {
  AtSentences,
  ErrorFormatSentences,
  NotAuthenticated,
  Refused,
  RejectionSentences,
} from "../shared/internal/type-error.ts";
import type { FactSentences } from "../shared/internal/fact-sentences.ts";
import type { AnyFailure } from "../declare/failure/failure.ts";
import type { SecurityOf, TypedEndpoint } from "../declare/endpoint/infer.ts";
import type { None } from "../shared/internal/record.ts";
import type { FormattedRoot, RejectingRoot } from "../declare/tree/resource-node.ts";
import type { UntypedEndpoint, AnyResource } from "../declare/tree/placement.ts";
import type { Handler, HandlerIn, PlainHandlerIn } from "./handler/handler-types.ts";
import type {
  SecurityFit,
  GuardPrincipal,
  ScopePrincipal,
  MissingSchemes,
} from "./handler/principal.ts";
import type {
  AnyAuthenticator,
  AuthenticateCall,
  Authenticated,
  AuthenticateFailures,
} from "../facts/security/server-authenticate.ts";
import type { Keyed } from "../facts/idempotency/declared.ts";
import type { IdempotencyStore } from "../facts/idempotency/server-store.ts";
import type { IdempotencyOptions } from "../facts/idempotency/server.ts";
import type { ErrorWriter, RejectionWriter } from "./handler/reject-call.ts";
import type { EndpointOptions, OptionsCheck } from "./options/route-options.ts";
import type {
  GuardedHandler,
  HandlerCheck,
  Missing,
  PlainEndpoint,
  RoutedEndpoint,
  RoutedNode,
  TypedResource,
  Whole,
  WholeEndpoint,
  WholeResource,
} from "./handler/routed-node.ts";
import type {
  Around,
  AroundOptions,
  AroundOf,
  AuthorizeCall,
  GuardCall,
  GuardValues,
} from "./handler/step-types.ts";
import type {
  HandlerBelowCheck,
  IdsOf,
  Misplaced,
  PositionOf,
  PrincipalBelow,
  ViewPosition,
} from "./handler/view-position.ts";

/**
 * A server, or a view of one whose handlers get `Provided` too. `Initial` is the part of it that is there
 * before the credentials are checked.
 */
export interface Routes<Provided = unknown, Guards = never, Auth = None, Initial = unknown> {
  /** Types only; absent at run time. A view without the checks of another is not assignable to it. */
  readonly "~auth"?: { readonly [Name in keyof Auth]-?: Auth[Name] };
  /** Types only; absent at run time. */
  readonly "~initial"?: Initial;
  /** Registers the handler of an endpoint: `route(api.users.list, () => users.all())`, or those below a resource. */
  route<N, const X extends object, K extends string>(
    node: N,
    handler: [N] extends [PlainEndpoint]
      ? [SecurityFit<SecurityOf<N>, Auth>] extends [never]
        ? NotAuthenticated<MissingSchemes<SecurityOf<N>, Auth> & string>
        : [Guards] extends [never]
          ? PlainHandlerIn<N, Provided, X, Auth>
          : GuardedHandler<N, X, Provided, Guards, Auth>
      : [Whole<N>] extends [never]
        ? RoutedNode<N, X, K, Provided, Guards, Auth>
        : object,
    options?: OptionsCheck<N, X>,
    ...check: [N] extends [PlainEndpoint] ? [] : [Whole<N>] extends [never] ? Missing<N, X, K> : []
  ): void;
  /** Returns a view with a guard: its handlers get what `provide` returns. */
  guard<P extends GuardValues<P>>(
    provide: (call: GuardCall<never> & GuardPrincipal<Auth> & Provided) => P | Promise<P>,
  ): Routes<Provided & P, Guards, Auth, Initial>;
  /** Returns a view with a guard, which may fail with these failures: its handlers get what `provide` returns. */
  guard<const F extends readonly AnyFailure[], P extends GuardValues<P>>(
    failures: F,
    provide: (call: GuardCall<F[number]> & GuardPrincipal<Auth> & Provided) => P | Promise<P>,
  ): Routes<Provided & P, Guards | F[number], Auth, Initial>;
  /** Returns a view with middleware: its handlers run inside `run`. */
  around(
    run: Around<never, GuardPrincipal<Auth> & Provided>,
    options?: AroundOptions,
  ): Routes<Provided, Guards, Auth, Initial>;
  /** Returns a view with middleware, which may fail with these failures: its handlers run inside `run`. */
  around<const F extends readonly AnyFailure[]>(
    failures: F,
    run: Around<F[number], GuardPrincipal<Auth> & Provided>,
    options?: AroundOptions,
  ): Routes<Provided, Guards | F[number], Auth, Initial>;
  /** Returns a view that runs the handlers of `.idempotent()` endpoints once for each key: `idempotent({ store, scope })`. */
  idempotent<
    const O extends
      | IdempotencyOptions<GuardCall<never> & ScopePrincipal<Auth> & Provided>
      | IdempotencyStore,
  >(
    options: O,
    ...check: StoreCheck<O>
  ): Routes<Provided & Keyed, Guards, Auth, Initial>;
  /**
   * Returns a view that checks security schemes: `secured([authenticate(UserToken, verify)])`. It routes the
   * endpoints that ask for them, whose handlers get the typed `principal`. Call it before `guard`, so
   * that guards know `principal` too.
   */
  secured<const A extends readonly AnyAuthenticator<AuthenticateCall & Initial>[]>(
    authenticators: A,
  ): Routes<Provided, Guards | AuthenticateFailures<A[number]>, Authenticated<Auth, A>, Initial>;
  /**
   * Returns a view that checks permissions: `check` runs for every call of its endpoints, after the credentials and
   * before guards, with the `scopes` that the endpoint asks for. It refuses with `forbid()`.
   */
  authorize(
    check: (call: AuthorizeCall<never> & GuardPrincipal<Auth> & Initial) => Authorized,
  ): Routes<Provided, Guards, Auth, Initial>;
  /** Returns a view that checks permissions. `check` may also fail with these failures. */
  authorize<const F extends readonly AnyFailure[]>(
    failures: F,
    check: (call: AuthorizeCall<F[number]> & GuardPrincipal<Auth> & Initial) => Authorized,
  ): Routes<Provided, Guards | F[number], Auth, Initial>;
  /**
   * Returns a view of everything below one resource. Its guards know the ids of the resource's path. It routes
   * no other endpoint.
   */
  at<R>(
    resource: R,
    ...check: AtCheck<R>
  ): RoutesBelow<PositionOf<R>, Provided, Guards, Auth, Initial>;
  /**
   * Wraps one handler inside a `Handlers` object that another view routes. The place in the object decides
   * the endpoint; elsewhere write `handler<typeof api.users.list>(…)`.
   */
  handler<E extends TypedEndpoint, const O extends object = None>(
    handler: HandlerIn<E, Provided, O, Auth>,
    options?: EndpointOptions<E, O>,
    ...check: HandlerCheck<E, Guards>
  ): Handler<E>;
  /** Registers the function that writes the rejections below a root. Call it before `route`. */
  rejections<R>(
    root: [R] extends [FormattedRoot]
      ? RejectionSentences["errors"]
      : [R] extends [RejectingRoot]
        ? R
        : RejectionSentences["undeclared"],
    write: RejectionWriter<R>,
  ): void;
  /** Registers the function that writes the errors below a root. Call it before `route`. */
  errors<R>(
    root: [R] extends [FormattedRoot] ? R : ErrorFormatSentences["undeclared"],
    write: ErrorWriter<R>,
  ): void;
  /** Returns the endpoints below these resources without a handler. Default: those of all known trees. */
  unrouted(...resources: readonly AnyResource[]): UntypedEndpoint[];
  /** Returns the endpoints below these resources whose request body has no schema. Default: those of all known trees. */
  unvalidated(...resources: readonly AnyResource[]): UntypedEndpoint[];
  /** Returns the endpoints below these resources without security. Default: those of all known trees. */
  unsecured(...resources: readonly AnyResource[]): UntypedEndpoint[];
}

/** The routes of a server or view as a type, for functions in other files: `RoutesOf<typeof server>`. */
export type RoutesOf<S> =
  S extends Routes<infer Provided, infer Guards, infer Auth, infer Initial>
    ? Routes<Provided, Guards, Auth, Initial>
    : never;

type StoreCheck<O> = O extends { readonly store: unknown }
  ? []
  : Refused<FactSentences["storeAlone"]>;

// Not `void` alone, which takes functions that return something. A function that returns `false` means to refuse.
type Authorized = void | Promise<void>;

type AtCheck<R> = [R] extends [WholeResource]
  ? []
  : Refused<AtSentences[R extends TypedResource ? "given" : "resource"]>;

/** A view of the endpoints below one resource, whose position is `P`. */
export interface RoutesBelow<
  P extends ViewPosition,
  Provided = unknown,
  Guards = never,
  Auth = None,
  Initial = unknown,
> {
  /** Types only; absent at run time. */
  readonly "~auth"?: { readonly [Name in keyof Auth]-?: Auth[Name] };
  /** Types only; absent at run time. */
  readonly "~initial"?: Initial;
  /** Registers the handler of an endpoint below the resource, or handlers as an object. */
  route<N, const X extends object, K extends string>(
    node: N,
    handler: [Misplaced<N, P>] extends [never]
      ? [N] extends [WholeEndpoint]
        ? RoutedEndpoint<N, X, Provided, Guards, Auth>
        : [Whole<N>] extends [never]
          ? RoutedNode<N, X, K, Provided, Guards, Auth>
          : object
      : Misplaced<N, P>,
    options?: OptionsCheck<N, X>,
    ...check: [N] extends [PlainEndpoint] ? [] : [Whole<N>] extends [never] ? Missing<N, X, K> : []
  ): void;
  /** Returns a view with a guard: its handlers get what `provide` returns. */
  guard<G extends GuardValues<G>>(
    provide: (
      call: GuardCall<never, IdsOf<P["ids"]>> & PrincipalBelow<P, Auth> & Provided,
    ) => G | Promise<G>,
  ): RoutesBelow<P, Provided & G, Guards, Auth, Initial>;
  /** Returns a view with a guard, which may fail with these failures: its handlers get what `provide` returns. */
  guard<const F extends readonly AnyFailure[], G extends GuardValues<G>>(
    failures: F,
    provide: (
      call: GuardCall<F[number], IdsOf<P["ids"]>> & PrincipalBelow<P, Auth> & Provided,
    ) => G | Promise<G>,
  ): RoutesBelow<P, Provided & G, Guards | F[number], Auth, Initial>;
  /** Returns a view with middleware: its handlers run inside `run`. */
  around(
    run: AroundOf<never, IdsOf<P["ids"]>, PrincipalBelow<P, Auth> & Provided>,
    options?: AroundOptions,
  ): RoutesBelow<P, Provided, Guards, Auth, Initial>;
  /** Returns a view with middleware, which may fail with these failures: its handlers run inside `run`. */
  around<const F extends readonly AnyFailure[]>(
    failures: F,
    run: AroundOf<F[number], IdsOf<P["ids"]>, PrincipalBelow<P, Auth> & Provided>,
    options?: AroundOptions,
  ): RoutesBelow<P, Provided, Guards | F[number], Auth, Initial>;
  /** Returns a view that runs the handlers of `.idempotent()` endpoints once for each key. */
  idempotent<
    const O extends
      | IdempotencyOptions<GuardCall<never, IdsOf<P["ids"]>> & ScopePrincipal<Auth> & Provided>
      | IdempotencyStore,
  >(
    options: O,
    ...check: StoreCheck<O>
  ): RoutesBelow<P, Provided & Keyed, Guards, Auth, Initial>;
  /** Returns a view that checks security schemes too. */
  secured<
    const A extends readonly AnyAuthenticator<
      AuthenticateCall & { readonly ids: IdsOf<P["ids"]> } & Initial
    >[],
  >(
    authenticators: A,
  ): RoutesBelow<
    P,
    Provided,
    Guards | AuthenticateFailures<A[number]>,
    Authenticated<Auth, A>,
    Initial
  >;
  /** Returns a view that checks permissions of every call below the resource, by its typed ids. */
  authorize(
    check: (
      call: AuthorizeCall<never, IdsOf<P["ids"]>> & PrincipalBelow<P, Auth> & Initial,
    ) => Authorized,
  ): RoutesBelow<P, Provided, Guards, Auth, Initial>;
  /** Returns a view that checks permissions. `check` may also fail with these failures. */
  authorize<const F extends readonly AnyFailure[]>(
    failures: F,
    check: (
      call: AuthorizeCall<F[number], IdsOf<P["ids"]>> & PrincipalBelow<P, Auth> & Initial,
    ) => Authorized,
  ): RoutesBelow<P, Provided, Guards | F[number], Auth, Initial>;
  /** Returns a view of everything below a resource further down. */
  at<R>(
    resource: R,
    ...check: [Misplaced<R, P>] extends [never] ? AtCheck<R> : Refused<Misplaced<R, P>>
  ): RoutesBelow<PositionOf<R>, Provided, Guards, Auth, Initial>;
  /** Wraps one handler inside a `Handlers` object that another view routes. */
  handler<E extends TypedEndpoint, const O extends object = None>(
    handler: HandlerIn<E, Provided, O, Auth>,
    options?: EndpointOptions<E, O>,
    ...check: HandlerBelowCheck<E, P, Guards>
  ): Handler<E>;
}
