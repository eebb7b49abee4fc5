// What a handler gets and what it gives back, as types.
import type {
  BodySentences,
  NoDataFor,
  NoStatusFor,
  NotDeclaredHere,
  NotAnAncestor,
  Refused,
  RouteSentences,
} from "../../internal/type-error.ts";
import type { AnySchema, InferInput, InferOutput } from "../../schema/standard-schema.ts";
import type { Nothing } from "../../internal/record.ts";
import type { OptionalBody, TypedBody } from "../../declaration/body/body.ts";
import type { AnyReply } from "../../declaration/endpoint/definition.ts";
import type { IsAny } from "../../internal/identity.ts";
import type { TypedFailure } from "../../declaration/failure/failure.ts";
import type {
  HeadersGiven,
  RangeOccurrence,
  RawHeaders,
} from "../../declaration/failure/occurrence.ts";
import type { Digit, Ranging } from "../../declaration/failure/status-range.ts";
import type {
  CookiesOf,
  FailuresOf,
  HeadersOf,
  InferBody,
  InferIds,
  ParametersOf,
  TypedEndpoint,
} from "../../declaration/endpoint/infer.ts";
import type { AnyCookiesGiven, CookiesGiven } from "../../declaration/parameter/cookie.ts";
import type {
  ParameterReceived,
  ParametersReceived,
  RequiredNames,
} from "../../declaration/parameter/parameter.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { UrlArguments } from "../../declaration/tree/address-types.ts";

/** What every part of a call may read before anything but the path is decoded. */
export interface CallStart {
  /** The Fetch `Request`, made when it is first read. */
  readonly request: Request;
  /** Any request header, without making a `Request`; several lines are joined by a comma. */
  readonly header: (name: string) => string | undefined;
  /** Aborts when the client has gone, or the server shuts down; never after the answer is handed over. */
  readonly signal: AbortSignal;
  /** The endpoint that is called. */
  readonly endpoint: AnyEndpoint;
  /** The absolute URL of an endpoint whose ids are given. */
  readonly urlOf: <E extends TypedEndpoint>(endpoint: E, ...options: UrlArguments<E>) => string;
  /** What the host gives: Hono's `Context`, Fastify's `{ request, reply }` …; `undefined` on a bare server. */
  readonly host: unknown;
}

/**
 * The argument of a handler of `E`. Its body is the output of the schema in `O`, if there is one.
 */
export interface CallOf<E extends TypedEndpoint, O> extends CallStart {
  /** Types only; absent at run time. By it the compiler finds the endpoint of a secured `view.handler`. */
  readonly "~of"?: E;
  readonly body: BodyWith<E, O>;
  /** The query parameters. */
  readonly parameters: {
    readonly [Name in keyof ParametersOf<E>]: ParameterReceived<ParametersOf<E>[Name]>;
  };
  /** The declared request headers. */
  readonly headers: ParametersReceived<HeadersOf<E>>;
  /** The declared request cookies. */
  readonly cookies: ParametersReceived<CookiesOf<E>>;
  readonly ids: InferIds<E>;
  /** The id of a dynamic resource on the endpoint's path. */
  readonly idOf: <R extends object>(
    resource: R,
    ...check: Ancestor<R, E["~place"]["path"]>
  ) => IdOf<R>;
  /** Answers with a declared failure; throws, and returns `never`. */
  readonly fail: Fail<FailuresOf<E>, E["~definition"]["input"]["sets"]>;
  /** An answer with a status, headers and cookies; return it from the handler. */
  readonly respond: Respond<E["~definition"]["replies"]>;
}

// Named, and not written where they are asked for: the compiler instantiates a type
// literal inside a generic type each time.
interface HasRequest {
  readonly request: AnySchema;
}
interface HasResponse {
  readonly response: AnySchema;
}
// A request without its body reaches no schema.
type Omitted<E extends TypedEndpoint> =
  E["~definition"]["request"] extends OptionalBody<TypedBody> ? undefined : never;
type BodyWith<E extends TypedEndpoint, O> = O extends HasRequest
  ? InferOutput<O["request"]> | Omitted<E>
  : InferBody<E>;

// What a handler may return. Most endpoints declare one response with a usual status
// and no header that must be there: one look answers for them.
/** What a handler may return: `Answer`, or `MustRespond` with the reason. */
export type Returned<R extends AnyReply, O> = R["status"] extends 200
  ? Nothing extends R["headers"]
    ? Answer<ValueWith<R, O>>
    : ReturnedBy<R, O>
  : ReturnedBy<R, O>;
type ReturnedBy<R extends AnyReply, O> = [R] extends [never]
  ? Answer<void>
  : NeedsRespond<R> extends never
    ? Answer<ValueWith<R, O>>
    : MustRespond<NeedsRespond<R>>;
type ValueWith<R extends AnyReply, O> = O extends HasResponse
  ? InferInput<O["response"]>
  : R["body"]["~given"];

/** What a handler returns: the value, what `respond` gave, or a promise of either. */
export type Answer<Value> = Value | Responded | Promise<Value | Responded>;

/** What a handler returns where a bare value says too little; `Why` is a sentence. */
export type MustRespond<Why> = Responded<Why> | Promise<Responded<Why>>;

/** A sentence where a bare value says too little: several statuses, a header that must be there. */
type NeedsRespond<Replies> =
  IsUnion<Replies> extends true
    ? RouteSentences["statuses"]
    : Replies extends { readonly headers: infer H }
      ? [RequiredNames<H>] extends [never]
        ? Replies extends OfRange
          ? RouteSentences["range"]
          : never
        : RouteSentences["headers"]
      : never;
/** Whether a type is a union. */
export type IsUnion<T, Each = T> = T extends unknown ? ([Each] extends [T] ? false : true) : never;

/** The opaque result of `respond`. Return it from the handler. */
export interface Responded<Why = unknown> {
  readonly "~responded": Why;
}

/** `respond(value, { status, headers, cookies })`; status and value are checked as a pair. */
export type Respond<R extends AnyReply> = [R] extends [never]
  ? (
      value?: undefined,
      options?: { readonly status?: number; readonly headers?: RawHeaders },
    ) => Responded
  : RangeIn<R["status"]> extends true
    ? RespondRange<R>
    : IsUnion<R> extends true
      ? <const Status extends number>(
          value: ValueOf<R, Status>,
          options: RespondOptions<R, Status> & {
            readonly status: Status extends R["status"] ? Status : R["status"];
          },
        ) => Responded<NeedsRespond<R>>
      : RespondOne<R>;
// The status of an untyped endpoint may be any.
type RangeIn<Status> = number extends Status ? false : "2XX" extends Status ? true : false;
// Beside a range other statuses may be declared. They go before it.
type RespondRange<R extends AnyReply> = <const Status extends number>(
  value: ValueOf<R, Nearest<R, Status>>,
  options: RespondOptions<R, Nearest<R, Status>> & { readonly status: SuccessStatus<R, Status> },
) => Responded<NeedsRespond<R>>;
type Nearest<R extends AnyReply, Status> = Status extends R["status"] ? Status : "2XX";
type SuccessStatus<R extends AnyReply, Status extends number> = number extends Status
  ? number
  : Status extends R["status"]
    ? Status
    : `${Status}` extends `2${Digit}${Digit}`
      ? Status extends 204 | 205
        ? undefined extends ReplyAt<R, "2XX">["body"]["~received"]
          ? Status
          : BodySentences["nullBody"]
        : Status
      : RouteSentences["not2XX"];
interface OfRange {
  readonly status: "2XX";
}
type RespondOne<R extends AnyReply> = [RequiredNames<R["headers"]>] extends [never]
  ? (
      value: R["body"]["~given"],
      options?: {
        readonly status?: R["status"];
        readonly headers?: HeadersGiven<R["headers"]>;
        readonly cookies?: CookiesGiven<R["cookies"]>;
      },
    ) => Responded
  : (
      value: R["body"]["~given"],
      options: {
        readonly status?: R["status"];
        readonly headers: HeadersGiven<R["headers"]>;
        readonly cookies?: CookiesGiven<R["cookies"]>;
      },
    ) => Responded<RouteSentences["headers"]>;
type ReplyAt<Replies, Status> = Replies extends { readonly status: Status } ? Replies : never;
// A status that is one of several takes what fits each: from a union of functions the compiler
// infers the intersection of their parameters.
type ValueOf<Replies, Status> =
  TakesValue<ReplyAt<Replies, Status>> extends (value: infer Value) => void ? Value : never;
type TakesValue<R> = R extends { readonly body: { readonly "~given": infer Value } }
  ? (value: Value) => void
  : never;
type RespondOptions<Replies, Status> =
  TakesOptions<ReplyAt<Replies, Status>> extends (options: infer Options) => void ? Options : never;
type TakesOptions<R> = R extends { readonly headers: infer H; readonly cookies: infer C }
  ? (
      options: ([RequiredNames<H>] extends [never]
        ? { readonly headers?: HeadersGiven<H> }
        : { readonly headers: HeadersGiven<H> }) & { readonly cookies?: CookiesGiven<C> },
    ) => void
  : never;

/**
 * Answers with a declared failure: `fail(F, data?, { detail, instance, headers, cookies })`. A failure for
 * a range takes its status: `fail(F, data, { status })`. The cookies are those of the endpoint's responses.
 */
export interface Fail<Declared, Cookies = Nothing> {
  <F extends TypedFailure>(
    failure: F,
    ...rest: TakesRest<F, Declared, Cookies> extends (
      ...rest: infer Rest extends TypedFailure["~occurrence"]
    ) => void
      ? Rest
      : NotDeclaredHere<F["name"]>
  ): never;
  /** Answers with a failure for a range: `fail(F, data, { status })`. */
  <F extends TypedFailure & Ranging, const Status extends number>(
    failure: F,
    ...rest: [F] extends [Declared]
      ? WithCookies<RangeOccurrence<F, Status>, Cookies>
      : [...Unfit, never]
  ): never;
  /** Refuses a declared failure whose data was left out. */
  <F extends TypedFailure>(
    failure: [F] extends [never] ? F : NoDataFor<F["name"]>,
    ...rest: [F] extends [Declared] ? [] : Unfit
  ): never;
  /** Refuses a failure for a range whose status was left out. */
  <F extends TypedFailure & Ranging>(
    failure: [F] extends [never] ? F : NoStatusFor<F["name"]>,
    ...rest: [F] extends [Declared] ? [data: unknown] : Unfit
  ): never;
}
// The compiler leaves out a signature with another number of arguments, and explains one that is left.
type Unfit = [never, never, never];
// One of several takes what each of them takes, as `respond` does.
type TakesRest<F extends TypedFailure, Declared, Cookies> = F extends Declared | Impossible
  ? (...rest: WithCookies<F["~occurrence"], Cookies>) => void
  : IsAny<F> extends true
    ? never
    : "not declared";
// The options of a failure are the second argument after it.
type WithCookies<Rest extends readonly unknown[], C> = Nothing extends C
  ? Rest
  : {
      readonly [Index in keyof Rest]: Index extends "1"
        ? Rest[Index] & { readonly cookies?: AnyCookiesGiven<C> }
        : Rest[Index];
    };
// Where nothing is declared, `any` would be narrowed to nothing.
interface Impossible {
  readonly "~failure": never;
}

// A dynamic resource stands on a path when its template ends before some segment of
// it; one that was declared on its own may stand anywhere on the path.
type Ancestor<R, Path extends string> = R extends {
  readonly "~place": { readonly path: infer Own extends string };
  readonly "~shape": { readonly kind: "dynamic" };
}
  ? Path extends `${string}${Own}` | `${string}${Own}/${string}`
    ? []
    : Refused<NotAnAncestor>
  : Refused<NotAnAncestor>;
/** The type of a dynamic resource's id. */
export type IdOf<R> = R extends { readonly "~shape": { readonly id: infer Id } } ? Id : never;
