// The options objects for TanStack Query, as types. They have the parts of its own types that `bough-query`
// sets, so they fit every framework. Members that are types only let it infer the error if you replace `retry`.
import type { DataTag, InfiniteData } from "@tanstack/query-core";
import type { InferResponse, TypedEndpoint } from "bough";
import type { CallOptions } from "bough/types";

/** The key of a query, which can be written as JSON. */
export type Key = readonly unknown[];

/** The arguments of a call as one object. */
export interface CallParts extends CallOptions {
  readonly parameters?: object | undefined;
  readonly headers?: object | undefined;
  readonly ifMatch?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly body?: unknown;
}

/** The data of a query of `E`: the response body, `null` if it has none. */
export type InferData<E extends TypedEndpoint> = Data<InferResponse<E>>;
type Data<Body> = undefined extends Body ? Exclude<Body, undefined> | null : Body;

/** The part of the context of a `queryFn` that is used. */
export interface QueryContext {
  readonly signal: AbortSignal;
  readonly queryKey: Key;
  readonly client?: QueryStore;
}

/** The part of a `QueryClient` that is used. */
export interface QueryStore {
  getDefaultOptions(): { readonly queries?: { readonly retry?: Retry | undefined } | undefined };
  getQueryDefaults(key: Key): { readonly retry?: Retry | undefined };
  setQueryData(key: Key, data: unknown): unknown;
}

/** The option `retry` of TanStack Query. */
export type Retry = boolean | number | ((count: number, error: never) => boolean);

/** The options of every query. */
interface Retried<Failed> {
  /** Does not retry what a second request cannot change: a declared failure or a refused request. */
  readonly retry: (count: number, error: Failed) => boolean;
  /** Types only; absent at run time. */
  readonly retryDelay?: (count: number, error: Failed) => number;
  /** Types only; absent at run time. */
  readonly throwOnError?: (error: Failed) => boolean;
}

/** Options for `useQuery`, `useSuspenseQuery`, `fetchQuery` and the others. */
export interface EndpointQuery<Data, Failed> extends Retried<Failed> {
  readonly queryKey: DataTag<Key, Data, Failed>;
  readonly queryFn: (context: QueryContext) => Promise<Data>;
}

/** Options for `useInfiniteQuery` and the others. */
export interface EndpointPages<Page, Failed, PageArguments> extends Retried<Failed> {
  // Without the error: Vue Query maps the members of the tag, and an error leads to the whole declaration.
  readonly queryKey: DataTag<Key, InfiniteData<Page, PageArguments>>;
  readonly queryFn: (
    context: QueryContext & { readonly pageParam: PageArguments },
  ) => Promise<Page>;
  readonly initialPageParam: PageArguments;
  readonly getNextPageParam: NextPage<Page, PageArguments>;
  readonly getPreviousPageParam?: NextPage<Page, PageArguments>;
}

/** The arguments of the page after this one; `undefined` or `null` if there is none. */
export type NextPage<Page, PageArguments> = (
  page: Page,
  pages: Page[],
) => PageArguments | null | undefined;

/** What `queries.swr` adds for an endpoint with `.paged()`. */
export interface SwrPages<Page = unknown> {
  /** The key of each page, for `useSWRInfinite(getKey, fetcher)`; `null` after the last one. */
  readonly getKey: (index: number, before: Page | null) => Key | null;
}

/** Options for `useMutation`. */
export interface EndpointMutation<Data, Failed, Variables> {
  readonly mutationKey: Key;
  readonly mutationFn: (variables: Variables, context: MutationContext) => Promise<Data>;
  /** Types only; absent at run time. */
  readonly retry?: (count: number, error: Failed) => boolean;
  /** Types only; absent at run time. */
  readonly retryDelay?: (count: number, error: Failed) => number;
}

/** The part of the context of a `mutationFn` that is used. */
export interface MutationContext {
  readonly client: Invalidated;
}
interface Invalidated {
  invalidateQueries(filter: { readonly queryKey: Key }): Promise<void>;
}
