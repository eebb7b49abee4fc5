// The types of a mock: what tests tell it, and what they ask it.
import type {
  AnyEndpoint,
  AnyFailure,
  AnyResource,
  InferBody,
  InferHeaders,
  InferIds,
  InferParameters,
  InferReturn,
  TypedEndpoint,
} from "bough";
import type { ExtractedSchemas, ServerOptions } from "bough/server";
import type {
  FailuresOf,
  SecuredHandler,
  AnyScheme,
  AuthenticateCall,
  ErrorWriter,
  RejectionWriter,
} from "bough/types";

/** The API that a mock stands for: a root or another resource, or several of them by name: `{ v1, v2 }`. */
export type MockSource = AnyResource | { readonly [name: string]: AnyResource };

/** Examples by the key of the endpoint, the status and their names. */
export interface ResponseExamples {
  readonly [endpoint: string]: {
    readonly [status: string]: { readonly [name: string]: unknown };
  };
}

/** The options of `createMock`. */
export interface MockOptions<A, C> {
  /** What `bough schemas` writes. Bodies that are declared by a type alone need it. */
  readonly schemas?: ExtractedSchemas;
  /** Decides which values are made: a whole number, 1 by default. */
  readonly seed?: number;
  /**
   * `false` keeps no state. An object names the member that is the id of entities, by the properties that lead to
   * their resource: `{ "users.user": { id: "slug" } }`.
   */
  readonly state?: false | { readonly [resource: string]: { readonly id: string } };
  /**
   * `false` responds with state and made values where the declaration has examples. An object has further examples by
   * endpoint, status and name: `{ "GET /v1/users/{}": { 200: { ada: { … } } } }`.
   */
  readonly examples?: boolean | ResponseExamples;
  /**
   * Decide which credentials are valid, by the names of the schemes. They return the principal, or `undefined` to
   * refuse. Every well-formed credential of another scheme is valid, and is the principal itself.
   */
  readonly credentials?: {
    readonly [Name in keyof C]: Name extends NameOf<SchemesBelow<A>>
      ? (credential: CredentialAt<A, Name>, call: AuthenticateCall) => C[Name]
      : "the API has no security scheme of this name";
  };
  /** Write the bodies of errors below a root with `errors` or `rejections`; of several roots, by their names. */
  readonly errors?: A extends AnyResource
    ? Writer<A>
    : { readonly [Name in keyof A]?: Writer<A[Name]> };
  /** Gets what a handler of `on` throws, and why a response or an example does not fit its schema. `console.error` by default. */
  readonly onError?: ServerOptions["onError"];
}
type Writer<R> = [ErrorWriter<R>] extends [never] ? RejectionWriter<R> : ErrorWriter<R>;

type Definition = TypedEndpoint["~definition"];
interface Giving {
  readonly "~shape": { readonly gives: { readonly security: unknown } };
  readonly "~children": object;
}
/** The security schemes of everything below a node, or below each of several. */
type SchemesBelow<N> = N extends { readonly "~definition": Definition }
  ? SchemesIn<N["~definition"]["start"]["security"]>
  : N extends Giving
    ?
        | SchemesIn<N["~shape"]["gives"]["security"]>
        | SchemesBelow<N["~children"][keyof N["~children"]]>
    : N extends AnyResource
      ? AnyScheme
      : SchemesBelow<N[keyof N]>;
type SchemesIn<S> = S extends { readonly schemes: infer All extends readonly AnyScheme[] }
  ? All[number]
  : S extends AnyScheme
    ? S
    : never;
/** The credential of the scheme with a name. */
type CredentialAt<A, Name> = CredentialOf<Extract<SchemesBelow<A>, { readonly name: Name }>>;
type NameOf<S> = S extends AnyScheme ? S["name"] : never;
type CredentialOf<S> = S extends { readonly "~types": { readonly credential: infer Credential } }
  ? Credential
  : unknown;

/** The principals of a mock by scheme, from what the functions of its option `credentials` return. */
export type PrincipalsOf<C> = { readonly [Name in keyof C]: NonNullable<Awaited<C[Name]>> };

/** How often something happens. */
export interface Times {
  /** How many calls it is for; every call until `reset()` by default. */
  readonly times?: number;
}

/** The options of `reply`. */
export interface ReplyOptions<E extends TypedEndpoint> extends Times {
  /** One of the declared statuses. By default the first, or 201 for a POST that declares it. */
  readonly status?: E["~definition"]["responses"]["status"] extends infer Status
    ? "2XX" extends Status
      ? number
      : Status
    : never;
  /** The media type, if the response has several representations. */
  readonly mediaType?: string;
  /** Response headers; declared ones have their types. Required ones are made by default. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** The arguments of `reply` after its endpoint. */
export type ReplyArguments<E extends TypedEndpoint> =
  undefined extends InferReturn<E>
    ? [value?: InferReturn<E>, options?: ReplyOptions<E>]
    : [value: InferReturn<E>, options?: ReplyOptions<E>];

interface Occurring extends AnyFailure {
  readonly "~occurrence": readonly unknown[];
  readonly "~detail": { readonly body: { readonly "~given": unknown } };
}
/** The arguments of `fail` after the failure: those of `fail` in a handler, and `times`. */
export type FailArguments<F> = F extends Occurring
  ? F["status"] extends number
    ? WithTimes<F["~occurrence"]>
    : [data: F["~detail"]["body"]["~given"], options: Times & { readonly status: number }]
  : [data?: unknown, options?: Times];
type WithTimes<Rest extends readonly unknown[]> = {
  readonly [Index in keyof Rest]: Index extends "1" ? Rest[Index] & Times : Rest[Index];
};

/** A status with which Bough itself refuses a request. */
export type RejectionStatus =
  | 400
  | 401
  | 403
  | 404
  | 406
  | 408
  | 409
  | 412
  | 413
  | 414
  | 415
  | 416
  | 422
  | 428
  | 431
  | 500
  | 501
  | 503;

/** How a call was responded to. */
export interface MockedResponse<E extends TypedEndpoint> {
  readonly status: number;
  /** What the handler gave; `undefined` for a failure or a rejection. */
  readonly body: InferReturn<E> | undefined;
  /** The declared failure, if it was the response. */
  readonly failure: { readonly name: FailuresOf<E>["name"]; readonly body: unknown } | undefined;
}

/** A call that has reached the handler of an endpoint. */
export interface MockedCall<E extends TypedEndpoint> {
  readonly body: InferBody<E>;
  readonly ids: InferIds<E>;
  readonly parameters: InferParameters<E>;
  readonly headers: InferHeaders<E>;
  /** `undefined` until there is a response. */
  readonly response: MockedResponse<E> | undefined;
}

/** The entities of a resource. Values are JSON, as the body of a response has it. */
export interface Entities<Entity, Id = unknown> {
  /** Replaces all of them. */
  set(entities: readonly Entity[]): void;
  /** All of them, the oldest first. */
  all(): Entity[];
  /** The entity with an id. */
  get(id: Id): Entity | undefined;
  /** Adds an entity, or replaces the one with its id. */
  put(entity: Entity): void;
  /** Removes the entity with an id; `false` if there is none. */
  remove(id: Id): boolean;
}

/** The entity of a resource: the response of its GET, else of its PUT or PATCH, without an envelope. */
export type EntityOf<R> = R extends {
  readonly "~children": infer C;
  readonly "~shape": { readonly name: infer Name };
}
  ? [BodyOf<C, "GET">] extends [never]
    ? [BodyOf<C, "PUT" | "PATCH">] extends [never]
      ? Readonly<Record<string, unknown>>
      : WithoutEnvelope<BodyOf<C, "PUT" | "PATCH">, Name>
    : WithoutEnvelope<BodyOf<C, "GET">, Name>
  : Readonly<Record<string, unknown>>;
type BodyOf<C, Method> = {
  [Name in keyof C]: C[Name] extends { readonly "~definition": infer D extends Definition }
    ? D["start"]["subpath"] extends ""
      ? D["start"]["method"] extends Method
        ? Extract<D["responses"]["body"]["~received"], object>
        : never
      : never
    : never;
}[keyof C];
type WithoutEnvelope<Body, Name> = [IdIn<Body, Name>] extends [never]
  ? IsOne<keyof Body> extends true
    ? Body[keyof Body] extends object
      ? Body[keyof Body]
      : Body
    : Body
  : Body;
type IdIn<Body, Name> = {
  [Key in keyof Body & (Name | "id" | `${Name & string}Id`)]: Body[Key] extends object
    ? never
    : Key;
}[keyof Body & (Name | "id" | `${Name & string}Id`)];
type IsOne<Key, Each = Key> = Key extends unknown ? ([Each] extends [Key] ? true : false) : never;

/** The id of a dynamic resource. */
export type IdOf<R> = R extends { readonly "~shape": { readonly id: infer Id } } ? Id : unknown;

/**
 * An API without its server. An endpoint with ids, such as `api.users.user("1").find`, is told and asked about these
 * ids only. The newest of what an endpoint was told holds; what has `times` goes first, in the order of the calls.
 */
export interface Mock<Auth = unknown> {
  /** The mock as a Fetch function: `createClient({ baseUrl, fetch: mock.fetch })`. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
  /** Responds with a value. */
  reply<E extends TypedEndpoint>(endpoint: E, ...rest: ReplyArguments<E>): void;
  /** Responds by a handler, which is typed as that of `route`. */
  on<E extends TypedEndpoint>(
    endpoint: E,
    handler: SecuredHandler<E, unknown, unknown, Auth>,
    options?: Times,
  ): void;
  /** Responds with a declared failure. */
  fail<E extends TypedEndpoint, F extends FailuresOf<E>>(
    endpoint: E,
    failure: F,
    ...rest: FailArguments<F>
  ): void;
  /** Refuses requests before their handler, as the server does: in the error format of the root. */
  reject(endpoint: AnyEndpoint, status: RejectionStatus, options?: Times): void;
  /** Lets time pass before each response. */
  delay(endpoint: AnyEndpoint, milliseconds: number, options?: Times): void;
  /** Breaks the connection after the head and this many bytes of the body; 0 by default. */
  cut(endpoint: AnyEndpoint, options?: Times & { readonly afterBytes?: number }): void;
  /** Never responds. A call ends when the client gives it up, or by `reset()`. */
  hang(endpoint: AnyEndpoint, options?: Times): void;
  /** The calls of an endpoint that have reached its handler, the first one first. */
  calls<E extends TypedEndpoint>(endpoint: E): MockedCall<E>[];
  /** The entities of a resource. One below other ids has them: `api.users.user(id).friends.friend`. */
  entities<R extends AnyResource>(resource: R): Entities<EntityOf<R>, IdOf<R>>;
  /** Lists which resources keep state, and why the others do not, for people to read. */
  state(): string;
  /** Forgets everything that it was told, all calls and all entities. */
  reset(): void;
  /** For the other entries of this package: a response; `undefined` if the API does not have the path. */
  readonly "~answer": (request: Request) => Promise<Response | undefined>;
}
