// What a handler gets and what it gives back, as types.
import type {
  FailureUndeclared,
  NameTaken,
  NotAnAncestor,
  Refused,
  RouteSentences,
} from "../internal/type-error.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/standard-schema.ts";
import type { Given } from "../declaration/body.ts";
import type { Reply } from "../declaration/definition.ts";
import type { AnyFailure, FailureGiven, FailureHeaders } from "../declaration/failure.ts";
import type {
  FailuresOf,
  HeadersOf,
  InferBody,
  InferIds,
  InferReturn,
  TypedEndpoint,
} from "../declaration/infer.ts";
import type {
  ParametersGiven,
  ParametersReceived,
  RequiredNames,
} from "../declaration/parameter.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { UrlArguments } from "../declaration/address-types.ts";

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

/** What a handler gets; `B` is its body, `Provided` what views have given. */
export interface CallOf<E extends TypedEndpoint, B> extends CallStart {
  readonly body: B;
  /** The query parameters. */
  readonly parameters: ParametersReceived<E["~definition"]["parameters"]>;
  /** The declared request headers. */
  readonly headers: ParametersReceived<HeadersOf<E>>;
  readonly ids: InferIds<E>;
  /** The id of a dynamic resource on the endpoint's path. */
  readonly idOf: <R extends object>(
    resource: R,
    ...check: Ancestor<R, E["~place"]["path"]>
  ) => IdOf<R>;
  /** Answers with a declared failure; throws, and returns `never`. */
  readonly fail: Fail<FailuresOf<E>>;
  /** An answer with status and headers of its own; to be returned. */
  readonly respond: Respond<E["~definition"]["replies"]>;
}

/** What a handler gets. */
export type Call<E extends TypedEndpoint, Provided = unknown> = CallOf<E, InferBody<E>> & Provided;

/** A handler of one endpoint. */
export type Handler<E extends TypedEndpoint, Provided = unknown> = (
  call: Call<E, Provided>,
) => HandlerReturn<E["~definition"]["replies"], InferReturn<E>>;

/** A handler whose body and value are those of the schemas in `route`'s options. */
export type HandlerWith<E extends TypedEndpoint, Provided, O> = (
  call: CallOf<E, BodyWith<E, O>> & Provided,
) => Returned<E["~definition"]["replies"], ReturnWith<E, O>>;

type BodyWith<E extends TypedEndpoint, O> = O extends {
  readonly request: infer S extends AnySchema;
}
  ? InferOutput<S>
  : InferBody<E>;
type ReturnWith<E extends TypedEndpoint, O> = O extends {
  readonly response: infer S extends AnySchema;
}
  ? InferInput<S>
  : InferReturn<E>;

type HandlerReturn<Replies, Value> = [NeedsRespond<Replies>] extends [never]
  ? Returned<Replies, Value>
  : Responded<Replies> | Promise<Responded<Replies>>;

// `route` tells by a sentence of its own that `respond` is needed.
type Returned<Replies, Value> = [NeedsRespond<Replies>] extends [never]
  ? [Value] extends [undefined]
    ? Responded<Replies> | void | undefined | Promise<Responded<Replies> | void | undefined>
    : Value | Responded<Replies> | Promise<Value | Responded<Replies>>
  : unknown;

/** A sentence where a bare value says too little: several statuses, a header that must be there. */
export type NeedsRespond<Replies> = [Replies] extends [never]
  ? never
  : IsUnion<Replies> extends true
    ? RouteSentences["statuses"]
    : Replies extends { readonly headers: infer H }
      ? [RequiredNames<H>] extends [never]
        ? never
        : RouteSentences["headers"]
      : never;
type IsUnion<T, Each = T> = T extends unknown ? ([Each] extends [T] ? false : true) : never;

/** What `respond` gives: opaque, to be returned from the handler. */
export interface Responded<Replies> {
  readonly "~responded": Replies;
}

/** `respond(value, { status, headers })`; status and value are checked as a pair. */
export type Respond<Replies> = [Replies] extends [never]
  ? (
      value?: undefined,
      options?: { readonly status?: number; readonly headers?: RawHeaders },
    ) => Responded<never>
  : IsUnion<Replies> extends true
    ? <const Status extends StatusOf<Replies>>(
        value: ValueOf<Replies, Status>,
        options: RespondOptions<Replies, Status> & { readonly status: Status },
      ) => Responded<Replies>
    : RespondOne<Replies>;
type RespondOne<R> =
  R extends Reply<infer Status, infer B, infer H>
    ? [RequiredNames<H>] extends [never]
      ? (
          value: Given<B>,
          options?: { readonly status?: Status; readonly headers?: HeadersGiven<H> },
        ) => Responded<R>
      : (
          value: Given<B>,
          options: { readonly status?: Status; readonly headers: HeadersGiven<H> },
        ) => Responded<R>
    : never;
type StatusOf<Replies> = Replies extends { readonly status: infer Status extends number }
  ? Status
  : never;
type ReplyAt<Replies, Status> = Replies extends { readonly status: Status } ? Replies : never;
type ValueOf<Replies, Status> =
  ReplyAt<Replies, Status> extends { readonly body: infer B } ? Given<B> : never;
type RespondOptions<Replies, Status> =
  ReplyAt<Replies, Status> extends { readonly headers: infer H }
    ? [RequiredNames<H>] extends [never]
      ? { readonly headers?: HeadersGiven<H> }
      : { readonly headers: HeadersGiven<H> }
    : never;

/** Headers that are not declared: text, or several lines. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;
type HeadersGiven<H> = [keyof H] extends [never]
  ? RawHeaders
  : ParametersGiven<H> & { readonly [name: string]: unknown };

/** `fail(F, data?, { detail, instance, headers })`. */
export type Fail<Declared> = <F extends AnyFailure>(
  failure: F,
  ...rest: FailArguments<F, Declared>
) => never;

/** What `fail` takes after the failure. */
export type FailArguments<F, Declared> = F extends Declared
  ? [FailureGiven<F>] extends [undefined]
    ? [RequiredNames<FailureHeaders<F>>] extends [never]
      ? [data?: undefined, options?: FailOptions<F>]
      : [data: undefined, options: FailOptions<F>]
    : [RequiredNames<FailureHeaders<F>>] extends [never]
      ? [data: FailureGiven<F>, options?: FailOptions<F>]
      : [data: FailureGiven<F>, options: FailOptions<F>]
  : F extends { readonly name: infer Name extends string }
    ? Refused<FailureUndeclared<Name>>
    : never;

/** Members of this occurrence of a failure (RFC 9457 3.1.4, 3.1.5), and its headers. */
export type FailOptions<F> = { readonly detail?: string; readonly instance?: string } & FailHeaders<
  FailureHeaders<F>
>;
type FailHeaders<H> = [RequiredNames<H>] extends [never]
  ? { readonly headers?: HeadersGiven<H> }
  : { readonly headers: HeadersGiven<H> };

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
type IdOf<R> = R extends { readonly "~shape": { readonly id: infer Id } } ? Id : never;

/** What a guard reads: `body`, `parameters` and `headers` are not decoded yet. */
export interface GuardCall<Failures> extends CallStart {
  /** The ids by name, as far as the endpoint has them. */
  readonly ids: Readonly<Record<string, unknown>>;
  /** The id of a dynamic resource; `undefined` where the endpoint does not stand below it. */
  readonly idOf: <R>(resource: R) => IdOf<R> | undefined;
  readonly fail: Fail<Failures>;
}

/** What a guard may give: an object none of whose names the call has already. */
export type Provides<P> = {
  readonly [Name in keyof P]: Name extends keyof CallOf<TypedEndpoint, unknown>
    ? NameTaken
    : P[Name];
};
