// Options objects for TanStack Query and SWR. There are no hooks here, so they fit every framework.
import {
  bind,
  get,
  rootResource,
  type AnyEndpoint,
  type AnyResource,
  type InferItem,
  type InferResponse,
  type TypedEndpoint,
} from "bough";
import type { Client, CallError } from "bough/client";
import { urlPartsOf } from "bough/client/adapters";
import type { AnyAccept, Negotiated } from "bough/types";
import type { InferError } from "./infer-error.ts";
import type {
  InfiniteArguments,
  ItemOf,
  MutationArguments,
  MutationVariables,
  NextLeftOut,
  PageArguments,
  QueryArguments,
  StreamArguments,
} from "./query-arguments.ts";
import { PagedQueries, partsOfPage } from "./paged-queries.ts";
import { addressKey, callKey, filterOf, isOpen, type QueryFilter } from "./query-key.ts";
import type {
  CallParts,
  EndpointMutation,
  EndpointPages,
  EndpointQuery,
  InferData,
  Key,
  MutationContext,
  NextPage,
  QueryContext,
  SwrPages,
} from "./query-options.ts";
import { retrying } from "./retrying.ts";
import type { QuerySentences } from "./sentences.ts";

/** Makes options for TanStack Query and SWR from the endpoints of a declaration. */
export interface Queries {
  /** For `useQuery`, with the arguments of `client.request`: `queries.queryOptions(api.users.user(id).find)`. */
  readonly queryOptions: <E extends TypedEndpoint, Accept extends string = AnyAccept>(
    endpoint: E,
    ...rest: QueryArguments<E, Accept>
  ) => EndpointQuery<InferData<Negotiated<E, Accept>>, InferError<E>>;
  /** For `useInfiniteQuery`: `queries.infiniteQueryOptions(api.users.list)`. */
  readonly infiniteQueryOptions: {
    /**
     * Returns options for `useInfiniteQuery`. `next` returns the arguments by which the next page differs; an endpoint
     * with `.paged()` doesn't need it.
     */
    <E extends TypedEndpoint>(
      endpoint: E,
      ...rest: InfiniteArguments<E>
    ): EndpointPages<InferData<E>, InferError<E>, PageArguments<E>>;
    /** Refuses an endpoint without pages. */
    <E extends TypedEndpoint>(
      endpoint: [E] extends [never] ? E : QuerySentences["notPaged"],
      ...rest: NextLeftOut<E>
    ): EndpointPages<InferData<E>, InferError<E>, PageArguments<E>>;
  };
  /** For `useQuery`: the items of events or JSON Lines so far. */
  readonly streamOptions: <E extends TypedEndpoint, Kept = ItemOf<E>[]>(
    endpoint: E,
    ...rest: StreamArguments<E, Kept>
  ) => EndpointQuery<Kept, InferError<E>>;
  /** For `useMutation`. A success makes the queries stale that `invalidates` lists. */
  readonly mutationOptions: <E extends TypedEndpoint>(
    endpoint: E,
    ...rest: MutationArguments<E>
  ) => EndpointMutation<InferResponse<E>, InferError<E>, MutationVariables<E>>;
  /** Matches all queries of an endpoint, or of a resource and everything below it. */
  readonly queryFilter: (node: AnyResource | AnyEndpoint) => QueryFilter;
  /**
   * For SWR, with the arguments of `client.request`: `useSWR(...queries.swr(api.users.list))`. For an endpoint with
   * `.paged()`, it has `getKey` too: `useSWRInfinite(users.getKey, users[1])`.
   */
  readonly swr: <E extends TypedEndpoint, Accept extends string = AnyAccept>(
    endpoint: E,
    ...rest: QueryArguments<E, Accept>
  ) => readonly [key: Key, fetcher: (key?: Key) => Promise<InferData<Negotiated<E, Accept>>>] &
    PagesOf<E>;
}

type PagesOf<E extends TypedEndpoint> = [InferItem<E>] extends [never]
  ? unknown
  : SwrPages<InferData<E>>;

/**
 * Creates the queries of a client.
 *
 * @example
 * const queries = createQueries(client);
 * const { data } = useQuery(queries.queryOptions(api.users.user(id).find));
 */
// oxlint-disable-next-line max-lines-per-function -- a list of short functions; outside they cost bytes of every bundle
export function createQueries(client: Client): Queries {
  // Without the slash of its path.
  const base = client.urlOf(NOWHERE).slice(0, -1);
  const paged = new PagedQueries(client, base);
  // The keys of mutations whose outcome is not known. TanStack Query repeats a mutation with its variables.
  const keys = new WeakMap<object, string>();
  const send = async (endpoint: AnyEndpoint, { body, ...options }: CallParts): Promise<unknown> =>
    (client.request as AnyRequest)(endpoint, body, options).bodyOrThrow();
  const load = async (
    endpoint: AnyEndpoint,
    parts: CallParts,
    { signal }: QueryContext,
  ): Promise<unknown> =>
    // TanStack Query has no `undefined` as data.
    (await send(endpoint, { ...parts, signal: either(signal, parts.signal) })) ?? null;

  const query = (endpoint: AnyEndpoint, ...rest: unknown[]): object => {
    const parts = partsOf(endpoint, rest);
    return {
      queryKey: callKey(base, endpoint, parts),
      ...retrying((context) => load(endpoint, parts, context)),
    };
  };
  const queries = {
    queryOptions: query,
    infiniteQueryOptions: (
      endpoint: AnyEndpoint,
      { next, previous, ...first }: AnyPaging = {},
    ) => ({
      queryKey: callKey(base, endpoint, first, "infinite"),
      ...retrying((context: QueryContext & { readonly pageParam?: CallParts }) => {
        const parts = partsOfPage(first, context.pageParam);
        const signal = either(context.signal, parts.signal);
        return next ? load(endpoint, parts, context) : paged.read(endpoint, { ...parts, signal });
      }),
      initialPageParam: {},
      getNextPageParam:
        next ??
        ((_: unknown, bodies: unknown[], _last: unknown, asked: CallParts[]) =>
          paged.next(
            endpoint,
            asked.map((one) => partsOfPage(first, one)),
            bodies,
          )),
      ...(previous && { getPreviousPageParam: previous }),
    }),
    streamOptions: (
      endpoint: AnyEndpoint,
      { initial, reduce = append, ...parts }: AnyReduction = {},
    ) => ({
      queryKey: callKey(base, endpoint, parts, initial === undefined ? undefined : "reduced"),
      ...retrying(async (context) => {
        const { client: store, queryKey, signal } = context;
        let data: unknown = initial ?? [];
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types allow only endpoints that stream
        const items = (await load(endpoint, parts, context)) as AsyncIterable<unknown>;
        for await (const item of items) {
          if (signal.aborted) {
            break;
          }
          data = reduce(data, item);
          store?.setQueryData(queryKey, data);
        }
        return data;
      }),
    }),
    mutationOptions: (
      endpoint: AnyEndpoint,
      { invalidates = [], ...options }: AnyMutation = {},
    ) => ({
      mutationKey: addressKey(base, urlPartsOf(endpoint)),
      mutationFn: async (variables: unknown, context: MutationContext) => {
        const { ids, ...parts } = partsOfVariables(endpoint, variables);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types have checked the ids
        const target = ids ? (bind as unknown as AnyBind)(endpoint, ids) : endpoint;
        // Of a mutation without variables, only the retries have the same context.
        const key = typeof variables === "object" && variables !== null ? variables : context;
        const idempotencyKey = endpoint.idempotent && (keys.get(key) ?? crypto.randomUUID());
        if (idempotencyKey) {
          keys.set(key, idempotencyKey);
        }
        const data = await send(target, { idempotencyKey, ...options, ...parts }).catch(
          (error: CallError) => {
            // A declared failure is an outcome.
            if (error.code === "failure") {
              keys.delete(key);
            }
            throw error;
          },
        );
        keys.delete(key);
        const nodes =
          typeof invalidates === "function" ? invalidates(data, variables) : invalidates;
        await Promise.all(
          nodes.map((node) => context.client.invalidateQueries(filterOf(base, node))),
        );
        return data;
      },
    }),
    queryFilter: (node: AnyResource | AnyEndpoint) => filterOf(base, node),
    swr: (endpoint: AnyEndpoint, ...rest: unknown[]) => {
      const parts = partsOf(endpoint, rest);
      const key = callKey(base, endpoint, parts);
      return endpoint.paged
        ? paged.swr(endpoint, parts, key)
        : [key, async () => (await send(endpoint, parts)) ?? null];
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the functions run for every endpoint, and their static types are those of each
  return queries as unknown as Queries;
}

// An endpoint whose URL is the base URL of a client.
const NOWHERE = /* @__PURE__ */ rootResource({ at: /* @__PURE__ */ get() }).at;

type Ids = Readonly<Record<string, unknown>>;
type AnyRequest = (
  endpoint: AnyEndpoint,
  body: unknown,
  options: CallParts,
) => { bodyOrThrow(): Promise<unknown> };
type AnyBind = (endpoint: AnyEndpoint, ids: Ids) => AnyEndpoint;
type Nodes = readonly (AnyResource | AnyEndpoint)[];

interface AnyPaging extends CallParts {
  readonly next?: NextPage<unknown, CallParts>;
  readonly previous?: NextPage<unknown, CallParts>;
}
interface AnyReduction extends CallParts {
  readonly initial?: unknown;
  readonly reduce?: (data: unknown, item: unknown) => unknown;
}
interface AnyMutation extends CallParts {
  readonly invalidates?: Nodes | ((data: unknown, variables: unknown) => Nodes);
}

function append(items: unknown, item: unknown): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the items before it are the list that this function made
  return [...(items as unknown[]), item];
}

function either(signal: AbortSignal, own: AbortSignal | undefined): AbortSignal {
  return own ? AbortSignal.any([signal, own]) : signal;
}

/** From the arguments of `client.request` after the endpoint. */
function partsOf(endpoint: AnyEndpoint, [first, last]: readonly unknown[]): CallParts {
  return endpoint.request
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- options are an object, and a spread ignores other values
      { ...(last as object), body: first }
    : Object(first);
}

/** From the variables of a mutation: the body alone, or an object if there is more to say. */
function partsOfVariables(
  endpoint: AnyEndpoint,
  variables: unknown,
): CallParts & { readonly ids?: Ids } {
  const { parameters, headers, conditional } = endpoint;
  const hasMore = isOpen(endpoint) || conditional || Object.keys({ ...parameters, ...headers })[0];
  return hasMore ? Object(variables) : { body: variables };
}
