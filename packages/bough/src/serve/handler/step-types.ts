// Guards and arounds, as types. A step serves many endpoints, so it knows less of a call than a handler does.
import type { NameTaken } from "../../shared/internal/type-error.ts";
import type { None } from "../../shared/internal/record.ts";
import type { TypedEndpoint } from "../../declare/endpoint/infer.ts";
import type { CallOf, CallStart, Fail, IdOf } from "./call-types.ts";

type AnyIds = Readonly<Record<string, unknown>>;

/** The argument of a guard. `body`, `parameters`, `headers` and `cookies` are not decoded yet. */
export interface GuardCall<Failures, Ids = AnyIds> extends CallStart {
  /** The ids by name, if the endpoint has them; typed in a view of `at`. */
  readonly ids: Ids;
  /** The id of a dynamic resource; `undefined` if the endpoint is not below it. */
  readonly idOf: <R>(resource: R) => IdOf<R> | undefined;
  readonly fail: Fail<Failures>;
  /** Types only; absent at run time. The compiler does not compare the failures of functions like `fail`. */
  readonly "~failures": (failure: Failures) => void;
}

/** The argument of a function of `authorize`. */
export interface AuthorizeCall<Failures, Ids = AnyIds> extends GuardCall<Failures, Ids> {
  /** The scopes or roles that the alternative that decided asks for; empty if it asks for none. */
  readonly scopes: readonly string[];
  /** Refuses the client as the scheme that decided does, with 403; throws, and returns `never`. */
  readonly forbid: () => never;
}

/** The argument of a function of `around`. The request is decoded, and its types depend on the endpoint. */
export interface AroundCall<Failures, Ids = AnyIds> extends GuardCall<Failures, Ids> {
  readonly body: unknown;
  /** The media type of the body if the request has several, without `charset`. */
  readonly mediaType?: string | undefined;
  /** The query parameters by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The declared request headers by name. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The declared request cookies by name. */
  readonly cookies: Readonly<Record<string, unknown>>;
}

/**
 * The argument of `guard`. It may fail with `Failures`, and needs the values `Needs` of earlier guards.
 * `satisfies Guard<typeof Unauthorized>` keeps the type of its result.
 */
export type Guard<Failures = never, Needs = unknown, Gives extends object = object> = (
  call: GuardCall<Failures> & Needs,
) => Gives | Promise<Gives>;

/** A function of `around`. It may fail with `Failures`, and needs the values `Needs` of guards. */
export type Around<Failures = never, Needs = unknown> = AroundOf<Failures, AnyIds, Needs>;

/** A function of `around` in a view whose ids are known. */
export type AroundOf<Failures, Ids, Needs> = (
  call: AroundCall<Failures, Ids> & Needs,
  next: () => Promise<HandlerResponse>,
) => HandlerResponse | Promise<HandlerResponse>;

/** The options of `around`. */
export interface AroundOptions {
  /**
   * Whether `next()` rejects if the response is not a success, so that a transaction around it is rolled back. Bough
   * catches what passes the function, and the client gets the response as usual. Default: `false`.
   */
  readonly rollBack?: boolean;
}

/** The opaque result of `next()`. Return it. */
export interface HandlerResponse {
  readonly status: number;
  readonly headers: Headers;
}

/** The values that a guard may return: an object that is not a promise, without names that the call already has. */
export type GuardValues<P> = object & { readonly then?: never } & {
  readonly [Name in keyof CallOf<TypedEndpoint, None> | OwnName as Name & NamesOf<P>]?: NameTaken;
};
type OwnName = "principal" | "scheme" | "mediaType";
// Distributive: the names of each member of a union.
type NamesOf<P> = P extends unknown ? keyof P : never;
