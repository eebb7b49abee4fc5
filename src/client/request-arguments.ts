// What `client.request` takes after the endpoint: its body, if one is declared, and
// its options, mandatory where something in them is.
import type { NotInATree, Refused } from "../internal/type-error.ts";
import type { HeadersOf, InferRequest, TypedEndpoint } from "../declaration/infer.ts";
import type { Unbound } from "../declaration/address-types.ts";
import type { ParametersGiven, RequiredNames } from "../declaration/parameter.ts";

/** Options that every call has. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call rejects with `TimeoutError`; overrides the client's. */
  readonly timeout?: number | undefined;
  /** The media type to ask for, among those the client decodes. */
  readonly accept?: string | undefined;
  /** Send to this same-origin URL instead, such as a `next` link. */
  readonly url?: string | URL | undefined;
  /** Passed on to fetch: `credentials`, `cache`, `keepalive` …, further headers. */
  readonly init?: RequestInit | undefined;
}

/** Options of a call whose endpoint declares neither parameters nor headers. */
export interface PlainOptions extends CallOptions {
  readonly parameters?: Readonly<Record<string, never>> | undefined;
  readonly headers?: Readonly<Record<string, never>> | undefined;
}

/** The options of a call of this endpoint. */
export type RequestOptions<E extends TypedEndpoint> = [
  keyof E["~definition"]["parameters"] | keyof HeadersOf<E>,
] extends [never]
  ? PlainOptions
  : CallOptions &
      Part<"parameters", E["~definition"]["parameters"]> &
      Part<"headers", HeadersOf<E>>;

type Part<Name extends string, R> = [keyof R] extends [never]
  ? { readonly [N in Name]?: Readonly<Record<string, never>> | undefined }
  : [RequiredNames<R>] extends [never]
    ? { readonly [N in Name]?: ParametersGiven<R> | undefined }
    : { readonly [N in Name]: ParametersGiven<R> };

/** The arguments of a call after its endpoint: `(endpoint, ...rest: RequestArguments<E>)`. */
export type RequestArguments<E> = E extends TypedEndpoint
  ? [E["~place"]["open"]] extends [never]
    ? [E["~definition"]["request"]] extends [undefined]
      ? OptionsArgument<E>
      : [body: InferRequest<E>, ...options: OptionsArgument<E>]
    : Unbound<E["~place"]>
  : Refused<NotInATree>;

type OptionsArgument<E extends TypedEndpoint> = [
  keyof E["~definition"]["parameters"] | keyof HeadersOf<E>,
] extends [never]
  ? [options?: PlainOptions]
  : [RequiredNames<E["~definition"]["parameters"]> | RequiredNames<HeadersOf<E>>] extends [never]
    ? [options?: RequestOptions<E>]
    : [options: RequestOptions<E>];
