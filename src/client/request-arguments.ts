// What `client.request` takes after the endpoint: its body, if one is declared, and
// its options, mandatory where something in them is.
import type { Absent } from "../declaration/body.ts";
import type { Definition, NoInput } from "../declaration/definition.ts";
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
  /** Hears how much of the body has been sent; needs `fetch: xhrFetch` of `bough/client/xhr`. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Send to this same-origin URL instead, such as a `next` link. */
  readonly url?: string | URL | undefined;
  /** Passed on to fetch: `credentials`, `cache`, `keepalive` …, further headers. */
  readonly init?: RequestInit | undefined;
}

/** How much of a body has been sent, in bytes. */
export interface Progress {
  readonly sent: number;
  /** `undefined` where it is not known. */
  readonly total: number | undefined;
}

/** Options of a call whose endpoint declares neither parameters nor headers. */
export interface PlainOptions extends CallOptions {
  readonly parameters?: Readonly<Record<string, never>> | undefined;
  readonly headers?: Readonly<Record<string, never>> | undefined;
}

/** The options of a call of this endpoint. */
export type RequestOptions<E extends TypedEndpoint> = Exclude<OptionsArgument<E>[0], undefined>;

/** The arguments of a call after its endpoint: `(endpoint, ...rest: RequestArguments<E>)`. */
export type RequestArguments<E extends TypedEndpoint> = E extends unknown
  ? E["~place"]["open"] extends never
    ? E["~definition"]["request"] extends Absent
      ? OptionsArgument<E>
      : Definition extends E["~definition"]
        ? [body?: unknown, ...options: OptionsArgument<E>]
        : [body: InferRequest<E>, ...options: OptionsArgument<E>]
    : Unbound<E["~place"]>
  : never;

type OptionsArgument<E extends TypedEndpoint> =
  keyof E["~place"]["inherited"]["headers"] extends never
    ? E["~definition"]["input"] extends NoInput
      ? [options?: PlainOptions]
      : DeclaredOptions<E>
    : DeclaredOptions<E>;
type DeclaredOptions<E extends TypedEndpoint> = keyof HeadersOf<E> extends never
  ? ParametersArgument<E["~definition"]["input"]["parameters"]>
  : [RequiredNames<HeadersOf<E>>] extends [never]
    ? HeadersArgument<
        ParametersArgument<E["~definition"]["input"]["parameters"]>,
        { readonly headers?: ParametersGiven<HeadersOf<E>> | undefined }
      >
    : [
        options: WithoutHeaders<ParametersArgument<E["~definition"]["input"]["parameters"]>> & {
          readonly headers: ParametersGiven<HeadersOf<E>>;
        },
      ];
type HeadersArgument<Argument extends readonly unknown[], H> = undefined extends Argument[0]
  ? [options?: WithoutHeaders<Argument> & H]
  : [options: WithoutHeaders<Argument> & H];
type WithoutHeaders<Argument extends readonly unknown[]> = Omit<
  NonNullable<Argument[0]>,
  "headers"
>;

type ParametersArgument<R> = keyof R extends never
  ? [options?: PlainOptions]
  : RequiredNames<R> extends never
    ? [options?: ParameterOptions<R>]
    : [options: MandatoryOptions<R>];
interface ParameterOptions<R> extends CallOptions {
  readonly parameters?: ParametersGiven<R> | undefined;
  readonly headers?: Readonly<Record<string, never>> | undefined;
}
interface MandatoryOptions<R> extends CallOptions {
  readonly parameters: ParametersGiven<R>;
  readonly headers?: Readonly<Record<string, never>> | undefined;
}
