// The arguments of `client.request` after the endpoint: the body if one is declared, and the
// options, which are mandatory if one of them is.
import type { Among, Choice, GivenNamed, NameOf, Undecided } from "../declare/body/alternatives.ts";
import type {
  Anything,
  NoRequest,
  OptionalBody,
  PlainBody,
  TypedBody,
} from "../declare/body/body.ts";
import type { Definition, FactOptions, NoInput, FactMark } from "../declare/endpoint/definition.ts";
import type {
  DeclaredGiven,
  HeadersOf,
  ParametersOf,
  TypedEndpoint,
} from "../declare/endpoint/infer.ts";
import type { Position } from "../declare/endpoint/position.ts";
import type { ParametersInput, RequiredNames } from "../declare/parameter/parameter.ts";
import type { Unbound } from "../declare/tree/href.ts";
import type {
  BodySentences,
  CallSentences,
  ClientSentences,
  NoBodyGiven,
  NoOptionsGiven,
} from "../shared/internal/type-error.ts";
import type { ReceivedLimits } from "../shared/reception/received.ts";
import type { Credential, RetryOptions } from "./client-options.ts";

/** Options that every call has. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call rejects with `TimeoutError`; overrides that of the client. */
  readonly timeout?: number | undefined;
  /** How often, or when, this call is sent again; overrides that of the client. */
  readonly retry?: number | RetryOptions | undefined;
  /** The media type to ask for, among those the client decodes. */
  readonly accept?: string | undefined;
  /** Credentials of this call; each one replaces that of the client for its scheme. */
  readonly credentials?:
    | readonly (ClientSentences["scheme"] | Credential)[]
    | ClientSentences["credentials"]
    | undefined;
  /** Bounds of the response; each one overrides that of the client. */
  readonly limits?: Partial<ReceivedLimits> | undefined;
  /** Called with the progress of the upload; needs `fetch: xhrFetch` of `bough/client/xhr`. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Send to this same-origin URL instead, such as a `next` link. */
  readonly url?: string | URL | undefined;
  /** Passed on to fetch: `credentials`, `cache`, `keepalive` …, further headers. */
  readonly init?: RequestInit | undefined;
}

/** How much of a body has been sent, in bytes. */
export interface Progress {
  readonly sent: number;
  /** `undefined` if it is not known. */
  readonly total: number | undefined;
}

/** Options of a call whose endpoint declares neither parameters nor headers. */
export interface PlainOptions extends CallOptions {
  readonly parameters?: Readonly<Record<string, never>> | undefined;
  readonly headers?: Readonly<Record<string, never>> | undefined;
}

/** Options of a call of any endpoint. */
interface AnyOptions extends CallOptions, FactOptions {
  readonly parameters?: object | undefined;
  readonly headers?: object | undefined;
}

/**
 * Any text for `Accept`. It is not `string`, so that editors suggest the declared media types too.
 */
export type AnyAccept = string & {};

/** The options of a call of `E`. */
export type RequestOptions<E extends TypedEndpoint> = Exclude<
  OptionsArgument<E, AnyAccept>[0],
  undefined
>;

// Not distributive: of what is, the compiler sees no literal for `Accept` in an argument.
/** The arguments of a call after its endpoint: `(endpoint, ...rest: RequestArguments<E>)`. */
export type RequestArguments<
  E extends TypedEndpoint,
  Accept extends string = AnyAccept,
> = E["~position"]["open"] extends never
  ? E["~definition"]["request"] extends NoRequest
    ? OptionsArgument<E, Accept>
    : E["~definition"]["request"] extends PlainBody
      ? [body: DeclaredGiven<E>, ...options: OptionsArgument<E, Accept>]
      : BodyArguments<E, Accept>
  : UnboundOf<E>;
// Most bodies are plain, so the compiler asks for the others last.
type BodyArguments<
  E extends TypedEndpoint,
  Accept extends string,
> = Definition extends E["~definition"]
  ? [body?: Anything, options?: AnyOptions]
  : E["~definition"]["request"] extends OptionalBody<TypedBody>
    ? [body?: Whichever<E["~definition"]["request"]>, ...options: OptionsArgument<E, Accept>]
    : [body: Whichever<E["~definition"]["request"]>, ...options: OptionsArgument<E, Accept>];
// A value without `mediaType` fits all of several bodies.
type Whichever<B extends TypedBody> =
  Extract<B["~given"], Undecided<string>> extends never
    ? B["~given"]
    : Undecided<BodySentences["undecidedRequest"]> | Exclude<B["~given"], Undecided<string>>;

/**
 * The arguments of a call after its endpoint if the request has several bodies and the call names
 * one: `(endpoint, ...rest: ChosenArguments<E, MediaType>)`.
 */
export type ChosenArguments<
  E extends TypedEndpoint,
  MediaType extends string,
  Accept extends string = AnyAccept,
> = E["~definition"]["request"] extends Choice
  ? E["~position"]["open"] extends never
    ? [
        body: GivenNamed<Among<E["~definition"]["request"]>, MediaType>,
        options: NamedOption<Among<E["~definition"]["request"]>, MediaType> &
          AcceptOption<E["~definition"]["input"]["accept"], Accept> &
          Exclude<OptionsArgument<E, AnyAccept>[0], undefined>,
      ]
    : Never
  : Never;
interface NamedOption<B, MediaType> {
  /** The media type of the body, which says which of the declared bodies it is. */
  readonly mediaType: MediaType extends NameOf<B> ? MediaType : NameOf<B>;
}
/** The arguments of a call that lacks its body or its options; else arguments that no call has. */
export type TooFewArguments<E extends TypedEndpoint> = E["~position"]["open"] extends never
  ? E["~definition"]["request"] extends NoRequest
    ? MandatoryOption<E> extends never
      ? Never
      : []
    : MandatoryOption<E> extends never
      ? []
      : [body?: unknown]
  : Never;
/** What such a call lacks, as a sentence. */
export type LeftOut<E extends TypedEndpoint> =
  MandatoryOption<E> extends never
    ? NoBodyGiven<NameOfEndpoint<E>>
    : NoOptionsGiven<
        NameOfEndpoint<E>,
        MandatoryOption<E>,
        E["~definition"]["request"] extends NoRequest ? "second" : "third"
      >;
type NameOfEndpoint<E extends TypedEndpoint> =
  `${E["~definition"]["start"]["method"]} ${E["~position"]["path"]}${E["~definition"]["start"]["tail"]}`;
// The first one, because a union would be several sentences.
type MandatoryOption<E extends TypedEndpoint> =
  {} extends RequestOptions<E>
    ? never
    : RequestOptions<E> extends { readonly ifMatch: unknown }
      ? "ifMatch"
      : RequestOptions<E> extends { readonly parameters: unknown }
        ? "parameters"
        : "headers";
type Never = [never, never, never];
// Distributive: of a bound endpoint that is not known yet the compiler sees no sentence here,
// which would make text of what a wrapper passes on.
type UnboundOf<E extends TypedEndpoint> = E extends Bound ? [] : Unbound<E["~position"]>;
interface Bound extends TypedEndpoint {
  readonly "~position": Position & { readonly open: never };
}

type OptionsArgument<
  E extends TypedEndpoint,
  Accept extends string,
> = E["~position"]["inherited"]["names"] extends never
  ? E["~definition"]["input"] extends NoInput
    ? [options?: PlainOptions]
    : InputArgument<E, Accept>
  : InputArgument<E, Accept>;
type InputArgument<
  E extends TypedEndpoint,
  Accept extends string,
> = E["~definition"]["input"]["accept"] extends never
  ? DeclaredOptions<E>
  : FactMark extends E["~definition"]["input"]["accept"]
    ? FactArgument<
        AcceptArgument<
          DeclaredOptions<E>,
          Exclude<E["~definition"]["input"]["accept"], FactMark>,
          Accept
        >,
        E["~definition"]["start"]["facts"]["~options"]
      >
    : AcceptArgument<DeclaredOptions<E>, E["~definition"]["input"]["accept"], Accept>;
type FactArgument<Argument extends readonly unknown[], Given> = {} extends Given
  ? undefined extends Argument[0]
    ? [options?: NonNullable<Argument[0]> & Given]
    : [options: Argument[0] & Given]
  : [options: NonNullable<Argument[0]> & Given];
type AcceptArgument<
  Argument extends readonly unknown[],
  MediaTypes,
  Accept extends string,
> = undefined extends Argument[0]
  ? [options?: NonNullable<Argument[0]> & AcceptOption<MediaTypes, Accept>]
  : [options: Argument[0] & AcceptOption<MediaTypes, Accept>];
interface AcceptOption<MediaTypes, Accept extends string> {
  /** The media type to ask for; the body of the result is of the type of that representation. */
  readonly accept?: MediaTypes | Accept | undefined;
}
// Distributive: the compiler then need not look into it for what an argument may be.
type DeclaredOptions<E extends TypedEndpoint> = E extends unknown
  ? keyof HeadersOf<E> extends never
    ? ParametersArgument<ParametersOf<E>>
    : [RequiredNames<HeadersOf<E>>] extends [never]
      ? HeadersArgument<
          ParametersArgument<ParametersOf<E>>,
          { readonly headers?: ParametersInput<HeadersOf<E>> | undefined }
        >
      : [
          options: WithoutHeaders<ParametersArgument<ParametersOf<E>>> & {
            readonly headers: ParametersInput<HeadersOf<E>>;
          },
        ]
  : never;
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
    ? [options?: Options<CallSentences["options"], R>]
    : [options: Mandatory<CallSentences["options"], R>];
// The compiler prints the sentence if an option does not exist.
interface Options<_Sentence, R> extends CallOptions {
  readonly parameters?: ParametersInput<R> | undefined;
  readonly headers?: Readonly<Record<string, never>> | undefined;
}
interface Mandatory<_Sentence, R> extends CallOptions {
  readonly parameters: ParametersInput<R>;
  readonly headers?: Readonly<Record<string, never>> | undefined;
}
