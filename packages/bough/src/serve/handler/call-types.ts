// The argument of a handler, as types. respond-types.ts has its return value.
import type {
  NoDataFor,
  NoStatusFor,
  NotDeclaredHere,
  NotAnAncestor,
  Refused,
} from "../../shared/internal/type-error.ts";
import type { AnySchema, InferInput, InferOutput } from "../../shared/schema/standard-schema.ts";
import type { None, IsAny } from "../../shared/internal/record.ts";
import type { OptionalBody, TypedBody } from "../../declare/body/body.ts";
import type { AnyResponse } from "../../declare/endpoint/definition.ts";
import type { TypedFailure } from "../../declare/failure/failure.ts";
import type { RangeOccurrence, Ranging } from "../../declare/failure/occurrence.ts";
import type {
  CookiesOf,
  FailuresOf,
  HeadersOf,
  DecodedBody,
  InferIds,
  ParametersOf,
  TypedEndpoint,
} from "../../declare/endpoint/infer.ts";
import type { AnyCookiesGiven } from "../../facts/cookies/declared.ts";
import type { ParameterReceived, ParametersOutput } from "../../declare/parameter/parameter.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { UrlArguments } from "../../declare/tree/href.ts";
import type { HandlerReturn, MustRespond, NeedsRespond, Respond } from "./respond-types.ts";

/** The members of a call that exist before the request is decoded. */
export interface CallStart {
  /** The Fetch `Request`, created when you first read it. */
  readonly request: Request;
  /** Any request header, without creating a `Request`. Several lines are joined by a comma. */
  readonly header: (name: string) => string | undefined;
  /** Aborts when the client disconnects or the server shuts down; never after the response is handed over. */
  readonly signal: AbortSignal;
  /** The endpoint of the call. */
  readonly endpoint: AnyEndpoint;
  /** The absolute URL of an endpoint with all its ids. */
  readonly urlOf: <E extends TypedEndpoint>(endpoint: E, ...options: UrlArguments<E>) => string;
  /** The host's value: Hono's `Context`, Fastify's `{ request, reply }` …; `undefined` on a server without a host. */
  readonly host: unknown;
}

/** The argument of a handler of `E`. If `O` has a schema, its output is the body. */
export interface CallOf<E extends TypedEndpoint, O> extends CallStart {
  /** Types only; absent at run time. The compiler finds the endpoint of a secured `view.handler` by it. */
  readonly "~of"?: E;
  /** The request body, validated by its schema if it has one; `undefined` if the endpoint declares none. */
  readonly body: BodyWith<E, O>;
  /** The query parameters. */
  readonly parameters: {
    readonly [Name in keyof ParametersOf<E>]: ParameterReceived<ParametersOf<E>[Name]>;
  };
  /** The declared request headers. */
  readonly headers: ParametersOutput<HeadersOf<E>>;
  /** The declared request cookies. */
  readonly cookies: ParametersOutput<CookiesOf<E>>;
  /** The ids of the path by name, such as `ids.user`. */
  readonly ids: InferIds<E>;
  /** The id of a dynamic resource on the endpoint's path. */
  readonly idOf: <R extends object>(
    resource: R,
    ...check: Ancestor<R, E["~position"]["path"]>
  ) => IdOf<R>;
  /** Responds with a declared failure: throws, and returns `never`. */
  readonly fail: Fail<FailuresOf<E>, E["~definition"]["input"]["sets"]>;
  /** Makes a response with a status, headers and cookies. Return it from the handler. */
  readonly respond: Respond<E["~definition"]["responses"]>;
}

// A named type, because the compiler instantiates a type literal inside a generic type each time.
interface HasRequest {
  readonly request: AnySchema;
}
interface HasResponse {
  readonly response: AnySchema;
}
// A request without a body does not reach the schema.
type OmittedBody<E extends TypedEndpoint> =
  E["~definition"]["request"] extends OptionalBody<TypedBody> ? undefined : never;
type BodyWith<E extends TypedEndpoint, O> = O extends HasRequest
  ? InferOutput<O["request"]> | OmittedBody<E>
  : DecodedBody<E>;

// Most endpoints declare one response with an ordinary status and no required header. One check covers them.
/** The return type of a handler: `HandlerReturn`, or `MustRespond` with the reason. */
export type Returned<R extends AnyResponse, O> = R["status"] extends 200
  ? None extends R["headers"]
    ? HandlerReturn<ValueWith<R, O>>
    : ReturnedBy<R, O>
  : ReturnedBy<R, O>;
type ReturnedBy<R extends AnyResponse, O> = [R] extends [never]
  ? HandlerReturn<void>
  : NeedsRespond<R> extends never
    ? HandlerReturn<ValueWith<R, O>>
    : MustRespond<NeedsRespond<R>>;
type ValueWith<R extends AnyResponse, O> = O extends HasResponse
  ? InferInput<O["response"]>
  : R["body"]["~given"];

/** The signatures of `call.fail`. */
export interface Fail<Declared, Cookies = None> {
  /**
   * Responds with a declared failure: `fail(F, data?, { detail, instance, headers, cookies })`. The cookies are
   * those of the responses. Throws, and returns `never`.
   */
  <F extends TypedFailure>(
    failure: F,
    ...rest: TakesRest<F, Declared, Cookies> extends (
      ...rest: infer Rest extends TypedFailure["~occurrence"]
    ) => void
      ? Rest
      : NotDeclaredHere<F["name"]>
  ): never;
  /** Responds with a failure for a range: `fail(F, data, { status })`. */
  <F extends TypedFailure & Ranging, const Status extends number>(
    failure: F,
    ...rest: [F] extends [Declared]
      ? WithCookies<RangeOccurrence<F, Status>, Cookies>
      : [...Unfit, never]
  ): never;
  /** Refuses a declared failure without its data. */
  <F extends TypedFailure>(
    failure: [F] extends [never] ? F : NoDataFor<F["name"]>,
    ...rest: [F] extends [Declared] ? [] : Unfit
  ): never;
  /** Refuses a failure for a range without a status. */
  <F extends TypedFailure & Ranging>(
    failure: [F] extends [never] ? F : NoStatusFor<F["name"]>,
    ...rest: [F] extends [Declared] ? [data: unknown] : Unfit
  ): never;
}
// The compiler skips signatures with another number of arguments, and explains the one that is left.
type Unfit = [never, never, never];
// A union of failures takes the data that fits each of them, as `respond` does.
type TakesRest<F extends TypedFailure, Declared, Cookies> = F extends Declared | Impossible
  ? (...rest: WithCookies<F["~occurrence"], Cookies>) => void
  : IsAny<F> extends true
    ? never
    : "not declared";
// The options of a failure are the second argument after the failure.
type WithCookies<Rest extends readonly unknown[], C> = None extends C
  ? Rest
  : {
      readonly [Index in keyof Rest]: Index extends "1"
        ? Rest[Index] & { readonly cookies?: AnyCookiesGiven<C> }
        : Rest[Index];
    };
// If nothing is declared, `any` would be narrowed to nothing.
interface Impossible {
  readonly "~failure": never;
}

// A dynamic resource is on a path if its template ends before some segment of the path. A resource that
// was declared without a parent may be anywhere on the path.
type Ancestor<R, Path extends string> = R extends {
  readonly "~position": { readonly path: infer Own extends string };
  readonly "~shape": { readonly kind: "dynamic" };
}
  ? Path extends `${string}${Own}` | `${string}${Own}/${string}`
    ? []
    : Refused<NotAnAncestor>
  : Refused<NotAnAncestor>;
/** The type of a dynamic resource's id. */
export type IdOf<R> = R extends { readonly "~shape": { readonly id: infer Id } } ? Id : never;
