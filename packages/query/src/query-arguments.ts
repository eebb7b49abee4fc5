// The arguments of the functions of `createQueries` after the endpoint, as types.
import type {
  AnyEndpoint,
  AnyResource,
  InferItem,
  InferRequest,
  InferResponse,
  TypedEndpoint,
} from "bough";
import type { RequestOptions } from "bough/client";
import type {
  AnyAccept,
  CallOptions,
  HeadersOf,
  NoRequest,
  OpenIds,
  OptionalBody,
  ParametersOf,
  TypedBody,
  Unbound,
  ParametersInput,
  RequestArguments,
} from "bough/types";
import type { InferData, NextPage } from "./query-options.ts";
import type { QuerySentences, Refused } from "./sentences.ts";

/** The arguments of `queries.queryOptions` after the endpoint: those of `client.request`. */
export type QueryArguments<E extends TypedEndpoint, Accept extends string = AnyAccept> =
  QueryFault<E> extends never ? RequestArguments<E, Accept> : Refused<QueryFault<E>>;

// Why an endpoint cannot be a query. POST can: many APIs search by it.
type QueryFault<E extends TypedEndpoint> = E["~definition"]["start"]["method"] extends Changing
  ? QuerySentences["changes"]
  : [Streamed<InferResponse<E>>] extends [never]
    ? never
    : QuerySentences["streams"];
type Changing = "PUT" | "PATCH" | "DELETE";
type IsAny<T> = 0 extends 1 & T ? true : false;
type Streamed<Body> = IsAny<Body> extends true ? never : Extract<Body, AsyncIterable<unknown>>;

/** The arguments of `queries.streamOptions` after the endpoint. */
export type StreamArguments<E extends TypedEndpoint, Kept> = [ItemOf<E>] extends [never]
  ? Refused<QuerySentences["whole"]>
  : E["~position"]["open"] extends never
    ? {} extends RequestParts<E>
      ? [settings?: RequestParts<E> & Reduction<ItemOf<E>, Kept>]
      : [settings: RequestParts<E> & Reduction<ItemOf<E>, Kept>]
    : Unbound<E["~position"]>;

/** An item of the stream that `E` answers with. */
export type ItemOf<E extends TypedEndpoint> =
  IsAny<InferResponse<E>> extends true ? unknown : ItemIn<InferResponse<E>>;
// A stream of bytes has no items.
type ItemIn<Body> = Body extends ReadableStream
  ? never
  : Body extends AsyncIterable<infer Item>
    ? Item
    : never;

/** How the items of a stream become the data of its query. Default: a list of all. */
type Reduction<Item, Kept> =
  | { readonly initial?: undefined; readonly reduce?: undefined }
  | {
      /** The data before the first item. */
      readonly initial: Kept;
      /** The data after an item. */
      readonly reduce: (data: NoInfer<Kept>, item: Item) => NoInfer<Kept>;
    };

/** The arguments of `queries.infiniteQueryOptions` after the endpoint. */
export type InfiniteArguments<E extends TypedEndpoint> =
  QueryFault<E> extends never
    ? E["~position"]["open"] extends never
      ? [InferItem<E>] extends [never]
        ? [settings: RequestParts<E> & Paging<E>]
        : {} extends RequestParts<E>
          ? [settings?: RequestParts<E> & Partial<Paging<E>>]
          : [settings: RequestParts<E> & Partial<Paging<E>>]
      : Unbound<E["~position"]>
    : Refused<QueryFault<E>>;
/** No arguments if `next` is missing; else arguments that no call has. */
export type NextLeftOut<E extends TypedEndpoint> =
  InfiniteArguments<E> extends [unknown] ? [] : [never, never, never];
interface Paging<E extends TypedEndpoint> {
  /** The arguments that the next page differs by; `undefined` or `null` after the last page. */
  readonly next: NextPage<InferData<E>, PageArguments<E>>;
  /** The same for the page before the first one that is loaded. */
  readonly previous?: NextPage<InferData<E>, PageArguments<E>>;
}

/** The arguments by which the call of a page differs from that of the first page. */
export interface PageArguments<E extends TypedEndpoint> {
  readonly parameters?: Partial<ParametersInput<ParametersOf<E>>> | undefined;
  readonly headers?: Partial<ParametersInput<HeadersOf<E>>> | undefined;
  readonly body?: InferRequest<E> | undefined;
  readonly url?: CallOptions["url"];
}

/** The arguments of a call of `E` as one object. */
export type RequestParts<E extends TypedEndpoint> = RequestOptions<E> & BodyPart<E>;
type BodyPart<E extends TypedEndpoint> = E["~definition"]["request"] extends NoRequest
  ? { readonly body?: undefined }
  : E["~definition"]["request"] extends OptionalBody<TypedBody>
    ? { readonly body?: InferRequest<E> }
    : { readonly body: InferRequest<E> };

/** The arguments of `queries.mutationOptions` after the endpoint. */
export type MutationArguments<E extends TypedEndpoint> =
  E["~definition"]["start"]["method"] extends "GET" | "HEAD" | "QUERY"
    ? Refused<QuerySentences["safe"]>
    : [settings?: MutationSettings<E>];

/** Options of a mutation. */
export interface MutationSettings<E extends TypedEndpoint> extends CallOptions {
  /**
   * Resources and endpoints whose queries are stale after a success, or a function that returns them. The
   * mutation is pending until the visible ones are loaded again.
   */
  readonly invalidates?:
    | readonly (AnyResource | AnyEndpoint)[]
    | ((
        data: InferResponse<E>,
        variables: MutationVariables<E>,
      ) => readonly (AnyResource | AnyEndpoint)[])
    | undefined;
}

/**
 * The argument of `mutate`: the body, or an object with `ids`, `body`, `parameters`, `headers` and `ifMatch` if ids have
 * no value or if the endpoint declares parameters, headers or `.conditional()`.
 */
export type MutationVariables<E extends TypedEndpoint> = E["~position"]["open"] extends never
  ? [
      | keyof ParametersOf<E>
      | keyof HeadersOf<E>
      | Extract<keyof E["~definition"]["start"]["facts"]["~options"], "ifMatch">,
    ] extends [never]
    ? BodyAlone<E>
    : {} extends RequestParts<E>
      ? RequestParts<E> | void
      : RequestParts<E>
  : RequestParts<E> & { readonly ids: OpenIds<E["~position"]> };
type BodyAlone<E extends TypedEndpoint> = E["~definition"]["request"] extends NoRequest
  ? void
  : E["~definition"]["request"] extends OptionalBody<TypedBody>
    ? InferRequest<E> | void
    : InferRequest<E>;
