// `.conditional()`: its options, its headers, and what calls, handlers and results have by it.
import type {
  AnyResponse,
  Definition,
  Facts,
  Failing,
  Returns,
  StartFact,
  WithFact,
  InputFact,
} from "../../declare/endpoint/definition.ts";
import type { EndpointDeclaration } from "../../declare/endpoint/endpoint.ts";
import type { GivenOf, ReceivedBody } from "../../declare/endpoint/infer.ts";
import type { AnyFailure, TypedFailure } from "../../declare/failure/failure.ts";
import type { HeadersGiven } from "../../declare/failure/occurrence.ts";
import type { RequiredNames } from "../../declare/parameter/parameter.ts";
import type { FactSentences } from "../../shared/internal/fact-sentences.ts";
import type { IsAny } from "../../shared/internal/record.ts";
import type { Refused } from "../../shared/internal/type-error.ts";
import type { CookiesGiven } from "../cookies/declared.ts";

/** The request headers (RFC 9110 13.1), in the order in which they are evaluated. */
export const MATCH_HEADERS = ["if-match", "if-none-match"] as const;
/** The response header of a conditional GET (RFC 9110 8.8.3). */
export const TAG_HEADER = "etag";

declare module "../../declare/endpoint/definition.ts" {
  interface FactData {
    /** The options of `.conditional()`; `undefined` if the endpoint does not declare it. */
    readonly conditional?: ConditionalOptions | undefined;
  }
  interface FactOptions {
    /** What has the version, a tag if the declaration names no version, or `null` for what does not exist yet. */
    readonly ifMatch?: unknown;
  }
}
declare module "../../declare/endpoint/endpoint.ts" {
  interface EndpointDeclaration<D extends Definition> {
    /**
     * Makes requests depend on the version of the resource (RFC 9110 13). GET sends it as its `ETag`, and responds 304 to
     * clients that have it. PUT, PATCH and DELETE change the version that the client has seen, and respond 412 to others:
     * `.conditional({ version: "version", changed: ArticleChanged })`.
     */
    readonly conditional: ConditionalCall<D>;
  }
}
type ConditionalCall<D extends Definition> = D["start"]["method"] extends "GET"
  ? D["responses"] extends never
    ? (...given: Refused<FactSentences["conditionalResponse"]>) => never
    : <const Path extends string = never>(
        options?: ReadOptions<D["responses"], Path>,
      ) => EndpointDeclaration<WithRead<D, Path>>
  : D["start"]["method"] extends "PUT" | "PATCH" | "DELETE"
    ? <
        const Path extends string = never,
        F extends TypedFailure = never,
        const Required extends boolean = true,
      >(
        options?: WriteOptions<Path, F, Required>,
      ) => EndpointDeclaration<
        WithConditional<D, WriteFact<Path, F, AbsentBy<D["start"]["method"], Required>>>
      >
    : (...given: Refused<FactSentences["conditionalMethod"]>) => never;

/** A version of a resource: its text is the entity tag (RFC 9110 8.8.3). */
export type Version = string | number | bigint;

/** The options of `.conditional()`. */
export interface ConditionalOptions {
  /** The path of the version: a property of the body, at most two names deep. */
  readonly version?: string | undefined;
  /** The failure of status 412 that a write responds with if the resource has changed. */
  readonly changed?: AnyFailure | undefined;
  /** `false` serves writes without `If-Match` too. */
  readonly required?: boolean | undefined;
}

/** The options of `.conditional()` of GET: the version is a string, a number or a bigint of the response. */
export interface ReadOptions<R extends AnyResponse, Path extends string> {
  /** The path of the version in the response: `"version"`, `"article.version"`. */
  readonly version?: VersionPath<ReceivedBody<R>, Path>;
  readonly changed?: FactSentences["conditionalRead"];
  readonly required?: FactSentences["conditionalRead"];
}

/** The options of `.conditional()` of PUT, PATCH and DELETE. */
export interface WriteOptions<Path extends string, F, Required extends boolean> {
  /** The path of the version in what the client passes as `ifMatch`: `"version"`, `"article.version"`. */
  readonly version?: ShortPath<Path, Path>;
  /** The failure of status 412 to respond with if the resource has changed. It need not be declared besides. */
  readonly changed?: F extends Changed ? F : FactSentences["changedStatus"];
  /** `false` serves requests without `If-Match` too. Default: 428. */
  readonly required?: Required;
}
interface Changed {
  readonly status: 412;
}

// `Sound` if the path has one or two names.
type ShortPath<Path extends string, Sound> = Path extends
  | `${string}.${string}.${string}`
  | ""
  | `.${string}`
  | `${string}.`
  ? FactSentences["versionSteps"]
  : Sound;
type VersionPath<T, Path extends string> = ShortPath<
  Path,
  unknown extends T ? Path : VersionCheck<VersionAt<Exclude<T, undefined>, Path>, Path>
>;
type VersionCheck<Value, Path> =
  IsAny<Value> extends true
    ? Path
    : [Value] extends [never]
      ? FactSentences["versionPath"]
      : [Value] extends [Version]
        ? Path
        : FactSentences["versionType"];
// VersionAt<{ article: { version: number } }, "article.version"> is number.
type VersionAt<T, Path extends string> = Path extends `${infer First}.${infer Second}`
  ? First extends keyof T
    ? Second extends keyof T[First]
      ? T[First][Second]
      : never
    : never
  : Path extends keyof T
    ? T[Path]
    : never;

/** The fact of a conditional GET. `Call` is what its handler gets besides. */
export interface ConditionalRead<Call> extends Facts {
  readonly conditional: true;
  readonly "~call": Call;
}
/** The mark on responses of a conditional GET whose versions are given to `respond`. */
export interface Tagged {
  readonly tagged: true;
}
/** The fact of a conditional PUT, PATCH or DELETE. */
export interface ConditionalWrite<
  Match extends object,
  F extends TypedFailure,
  Absent,
> extends Facts {
  readonly conditional: true;
  readonly "~call": WriteCall<F, Absent>;
  readonly "~options": Match;
  readonly "~changed": F;
}
/** A definition after `.conditional()` of a write. */
export interface WithConditional<D extends Definition, Fact extends AnyWrite> {
  readonly start: StartFact<D["start"], Fact>;
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: InputFact<D["input"]>;
  readonly failures: D["failures"] | Fact["~changed"];
  readonly sent: WithConditional<D, Fact>;
}
interface AnyWrite extends Facts {
  readonly "~changed": Failing;
}

/** A definition after `.conditional()` of a GET. */
export type WithRead<D extends Definition, Path extends string> = [Path] extends [never]
  ? Returns<
      D["responses"] & Tagged,
      D["failures"],
      WithFact<D, ConditionalRead<TaggedCall<D["responses"]>>>
    >
  : WithFact<D, ConditionalRead<ReadCall>>;
/** The fact of a conditional write. `Absent` is what `ifMatch` can be without a version. */
export type WriteFact<Path extends string, F extends TypedFailure, Absent> = ConditionalWrite<
  MatchOption<Path, Absent>,
  F,
  Absent
>;
/** `null` where a write may create, `undefined` where it needs no version. */
export type AbsentBy<Method, Required> =
  | (Method extends "PUT" ? null : never)
  | (Required extends false ? undefined : never);

/** The members of a conditional GET's call besides those of every call. */
export interface ReadCall {
  /**
   * Responds 304 if the client has this version already, before the rest is loaded: throws then, and returns
   * otherwise. Also evaluates `If-Match`.
   */
  readonly notModified: (version: Version) => void;
}
/** The same if the body does not have the version. */
export interface TaggedCall<R extends AnyResponse> extends ReadCall {
  /** `respond(value, { etag })`: the version of the response, which becomes its `ETag`. */
  readonly respond: (
    value: GivenOf<R["body"]>,
    options: [RequiredNames<R["headers"]>] extends [never]
      ? TaggedOptions<R>
      : TaggedOptions<R> & { readonly headers: HeadersGiven<R["headers"]> },
  ) => TaggedResult;
}
interface TaggedOptions<R extends AnyResponse> {
  /** The version. Any string: characters that no tag has are escaped. */
  readonly etag: Version;
  readonly status?: R["status"];
  readonly headers?: HeadersGiven<R["headers"]>;
  readonly cookies?: CookiesGiven<R["cookies"]>;
  readonly mediaType?: string;
}
// The result of `respond`, for a handler that must call it too.
interface TaggedResult {
  readonly "~responded": never;
}

/** The members of a conditional write's call besides those of every call. `Absent` is what `ifMatch` can be without a version. */
interface WriteCall<F extends TypedFailure, Absent> {
  /**
   * The versions that the client has seen, for the `WHERE` of a statement. `"*"` is any version: the resource exists.
   * `null` is for a resource that does not exist: the client wants to create it. `undefined` if the client sent neither header.
   */
  readonly ifMatch: readonly string[] | "*" | Absent;
  /** Responds 412, because the resource has changed: throws, and returns `never`. */
  readonly changed: (...data: DataOf<F>) => never;
  /**
   * Responds 412 unless the client has seen this version of a row that is locked; `undefined` for a row that does not
   * exist. Versions are compared as text.
   */
  readonly expect: (version: Version | undefined, ...data: DataOf<F>) => void;
}
type DataOf<F extends TypedFailure> = [F] extends [never] ? [] : F["~occurrence"];

// The option `ifMatch` of a call: what has the version, or without a path the `etag` of a result.
type MatchOption<Path extends string, Absent> = undefined extends Absent
  ? { readonly ifMatch?: Seen<Path> | Absent }
  : { readonly ifMatch: Seen<Path> | Absent };
type Seen<Path extends string> = [Path] extends [never] ? string : Versioned<Path>;
type Versioned<Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? { readonly [Name in First]: Versioned<Rest> }
  : { readonly [Name in Path]: Version };
