// Types of `bough-query` with TanStack Query for its core, React and Vue, and with SWR. Checked by tsc alone.
import {
  QueryClient as CoreClient,
  QueryObserver,
  skipToken,
  type InfiniteData,
} from "@tanstack/query-core";
import * as react from "@tanstack/react-query";
import * as vue from "@tanstack/vue-query";
import useSWR from "swr";
import useSWRInfinite from "swr/infinite";
import { createClient, FailureError, type CallError } from "bough/client";
import {
  del,
  dynamicResource,
  events,
  failure,
  get,
  integer,
  jsonLines,
  patch,
  plainText,
  post,
  query,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
  type BoundEndpoint,
  type InferFailure,
} from "bough";
import { createQueries } from "./create-queries.ts";
import type { InferError } from "./infer-error.ts";
import type { QueryArguments } from "./query-arguments.ts";

interface User {
  readonly id: string;
  readonly name: string;
}
interface NewUser {
  readonly name: string;
}
interface Page {
  readonly users: readonly User[];
  readonly next: string | null;
}
interface Tick {
  readonly symbol: string;
  readonly price: number;
}

const NotFound = failure("user-not-found", 404);
const Taken = failure("name-taken", 409).body<{ readonly name: string }>();

const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ after: string().optional(), limit: integer().default(20) })
      .response<Page>(),
    find: query().request<{ readonly text: string }>().response<User[]>(),
    search: post("search").request<{ readonly text: string }>().response<User[]>(),
    create: post().request<NewUser>().response<User>().failure(Taken),
    invite: post("invite").parameters({ role: string() }).request<NewUser>().response<User>(),
    user: dynamicResource("user", uuid(), {
      find: get().response<User>().failure(NotFound),
      rename: patch().request<NewUser>().response<User>().failure(NotFound, Taken),
      remove: del().failure(NotFound),
      ping: get("ping"),
    }),
  }),
  ticks: get("ticks").response(events<Tick>()),
  log: get("log").parameters({ since: integer() }).response(jsonLines<string>()),
  chat: post("chat").request<{ readonly text: string }>().response(events<string>()),
  text: get("text").response(plainText()),
  paged: get("paged")
    .parameters({ after: string().optional(), limit: integer().default(20) })
    .response<Page>()
    .paged({ items: "users", next: { after: "next" } }),
});
const { users } = api;
const user = users.user("1");
const queries = createQueries(createClient());

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._same: Same<A, B> extends true ? [] : [never]): void => {};

export function reactQueries(): void {
  const found = react.useQuery(queries.queryOptions(user.find));
  same<typeof found.data, User | undefined>();
  same<typeof found.error, InferError<typeof user.find> | null>();
  const { error } = found;
  if (error) {
    const call: CallError = error;
    void [call.message, error.code];
    if (error.name === "FailureError") {
      same<typeof error.failure.name, "user-not-found">();
      same<typeof error.failure.status, 404>();
    }
    if (error instanceof FailureError) {
      same<typeof error.failure.name, "user-not-found">();
    }
    if (error.code === "rejection") {
      same<typeof error.status, number>();
    }
  }
  const { data: name } = react.useQuery({
    ...queries.queryOptions(user.find),
    select: ({ name }) => name,
    staleTime: 5,
  });
  same<typeof name, string | undefined>();
  const initial = react.useQuery({
    ...queries.queryOptions(user.find),
    initialData: { id: "1", name: "Ada" },
  });
  same<typeof initial.data, User>();
  const eager = react.useSuspenseQuery(queries.queryOptions(user.find));
  same<typeof eager.data, User>();
  const options = queries.queryOptions(user.find);
  const skipped = react.useQuery({ ...options, queryFn: name ? options.queryFn : react.skipToken });
  same<typeof skipped.data, User | undefined>();
  same<typeof skipped.error, InferError<typeof user.find> | null>();
  const unretried = react.useQuery({ ...options, retry: false, throwOnError: true });
  same<typeof unretried.error, InferError<typeof user.find> | null>();
  react.useQuery({
    ...options,
    throwOnError: (error) => {
      same<typeof error, InferError<typeof user.find>>();
      return error.code !== "failure";
    },
  });
  const [first, second] = react.useQueries({
    queries: [
      queries.queryOptions(user.find),
      queries.queryOptions(users.list, { parameters: { limit: 5 } }),
    ],
  });
  same<typeof first.data, User | undefined>();
  same<typeof second.data, Page | undefined>();
  const ping = react.useQuery(queries.queryOptions(user.ping));
  same<typeof ping.data, null | undefined>();
  const text = react.useQuery(queries.queryOptions(api.text));
  same<typeof text.data, string | undefined>();
}

export function reactPages(): void {
  const pages = react.useInfiniteQuery(
    queries.infiniteQueryOptions(users.list, {
      parameters: { limit: 5 },
      next: (page) => {
        same<typeof page, Page>();
        return page.next === null ? null : { parameters: { after: page.next } };
      },
    }),
  );
  same<NonNullable<typeof pages.data>["pages"], Page[]>();
  same<typeof pages.error, InferError<typeof users.list> | null>();
  const names = react.useInfiniteQuery({
    ...queries.infiniteQueryOptions(users.list, { next: () => undefined }),
    select: ({ pages }) => pages.flatMap(({ users }) => users.map(({ name }) => name)),
  });
  same<typeof names.data, string[] | undefined>();
  const searched = react.useSuspenseInfiniteQuery(
    queries.infiniteQueryOptions(users.find, {
      body: { text: "a" },
      next: () => ({ body: { text: "b" } }),
    }),
  );
  same<typeof searched.data.pages, User[][]>();
  // @ts-expect-error - the body is missing
  queries.infiniteQueryOptions(users.find, { next: () => null });
  // @ts-expect-error - no such parameter
  queries.infiniteQueryOptions(users.list, { next: () => ({ parameters: { page: 2 } }) });
}

export function declaredPages(): void {
  const pages = react.useInfiniteQuery(queries.infiniteQueryOptions(api.paged));
  same<NonNullable<typeof pages.data>["pages"], Page[]>();
  react.useInfiniteQuery(queries.infiniteQueryOptions(api.paged, { parameters: { limit: 5 } }));
  queries.infiniteQueryOptions(api.paged, { next: () => null });
  // @ts-expect-error - it declares no pages
  queries.infiniteQueryOptions(users.list);
  // @ts-expect-error - no such parameter
  queries.infiniteQueryOptions(api.paged, { parameters: { page: 2 } });
  const swr = queries.swr(api.paged);
  const read = useSWRInfinite(swr.getKey, swr[1]);
  same<typeof read.data, Page[] | undefined>();
  const one = useSWR(swr[0], swr[1]);
  same<typeof one.data, Page | undefined>();
  // @ts-expect-error - it declares no pages
  void queries.swr(users.list).getKey;
}

export function reactMutations(): void {
  const create = react.useMutation(
    queries.mutationOptions(users.create, { invalidates: [api.users] }),
  );
  create.mutate({ name: "Ada" });
  same<typeof create.data, User | undefined>();
  same<typeof create.error, InferError<typeof users.create> | null>();
  const { error } = create;
  if (error?.code === "failure" && error.failure.name === "name-taken") {
    same<typeof error.failure.body, { readonly name: string }>();
  }
  const remove = react.useMutation(queries.mutationOptions(user.remove));
  remove.mutate();
  // @ts-expect-error - nothing to send
  remove.mutate({ name: "x" });
  const rename = react.useMutation({
    ...queries.mutationOptions(users.user.rename, {
      invalidates: (data, variables) => {
        same<typeof data, User>();
        return [users.user(variables.ids.user)];
      },
    }),
    retry: 2,
    onSuccess: (data, { ids, body }) => [data.name, ids.user, body.name],
    onError: (error) => {
      same<typeof error, InferError<typeof users.user.rename>>();
    },
  });
  rename.mutate({ ids: { user: "1" }, body: { name: "Eve" } });
  // @ts-expect-error - the body is missing
  rename.mutate({ ids: { user: "1" } });
  // @ts-expect-error - the id is missing
  rename.mutate({ body: { name: "Eve" } });
  const invite = react.useMutation(queries.mutationOptions(users.invite, { timeout: 5 }));
  invite.mutate({ body: { name: "Eve" }, parameters: { role: "admin" } });
  // @ts-expect-error - a parameter is missing
  invite.mutate({ body: { name: "Eve" } });
}

export async function store(client: react.QueryClient): Promise<void> {
  const { queryKey } = queries.queryOptions(user.find);
  same<ReturnType<typeof client.getQueryData<unknown, typeof queryKey>>, User | undefined>();
  client.setQueryData(queryKey, { id: "1", name: "Ada" });
  client.setQueryData(queryKey, (old) => old && { ...old, name: "Eve" });
  // @ts-expect-error - a user has a name
  client.setQueryData(queryKey, { id: "1" });
  same<typeof read, User | undefined>();
  const read = client.getQueryData(queryKey);
  const pages = client.getQueryData(
    queries.infiniteQueryOptions(users.list, { next: () => null }).queryKey,
  );
  same<NonNullable<typeof pages>["pages"], InfiniteData<Page>["pages"]>();
  const fetched = await client.fetchQuery(queries.queryOptions(user.find));
  same<typeof fetched, User>();
  await client.prefetchQuery(queries.queryOptions(user.find));
  const ensured = await client.ensureQueryData(queries.queryOptions(user.find));
  same<typeof ensured, User>();
  await client.prefetchInfiniteQuery(
    queries.infiniteQueryOptions(users.list, { next: () => null }),
  );
  await client.invalidateQueries(queries.queryFilter(api.users));
  await client.cancelQueries(queries.queryFilter(users.user));
  client.removeQueries(queries.queryFilter(users.list));
  // @ts-expect-error - not a part of a declaration
  queries.queryFilter("users");
}

declare const noPrices: Readonly<Record<string, number>>;
export function streams(): void {
  const ticks = react.useQuery(queries.streamOptions(api.ticks));
  same<typeof ticks.data, Tick[] | undefined>();
  const last = react.useQuery(
    queries.streamOptions(api.ticks, {
      initial: noPrices,
      reduce: (prices, { symbol, price }) => ({ ...prices, [symbol]: price }),
    }),
  );
  same<typeof last.data, Readonly<Record<string, number>> | undefined>();
  const lines = react.useQuery(queries.streamOptions(api.log, { parameters: { since: 1 } }));
  same<typeof lines.data, string[] | undefined>();
  const chat = react.useQuery(queries.streamOptions(api.chat, { body: { text: "Hello" } }));
  same<typeof chat.data, string[] | undefined>();
  // @ts-expect-error - a parameter is missing
  queries.streamOptions(api.log);
  // @ts-expect-error - no events or JSON Lines
  queries.streamOptions(users.list);
}

export function others(): void {
  const found = vue.useQuery(queries.queryOptions(user.find));
  same<typeof found.data.value, User | undefined>();
  same<typeof found.error.value, InferError<typeof user.find> | null>();
  const created = vue.useMutation(queries.mutationOptions(users.create));
  same<typeof created.data.value, User | undefined>();
  const pages = vue.useInfiniteQuery(
    queries.infiniteQueryOptions(users.list, { next: () => null }),
  );
  same<NonNullable<typeof pages.data.value>["pages"], Page[]>();
  const observer = new QueryObserver(new CoreClient(), queries.queryOptions(user.find));
  same<ReturnType<typeof observer.getCurrentResult>["data"], User | undefined>();
  void skipToken;
  const swr = useSWR(...queries.swr(user.find));
  same<typeof swr.data, User | undefined>();
  const [key, fetcher] = queries.swr(user.find);
  same<Awaited<ReturnType<typeof fetcher>>, User>();
  void key;
}

export function wrong(): void {
  // @ts-expect-error - the path parameter "user" has no value
  queries.queryOptions(users.user.find);
  // @ts-expect-error - this is a resource
  queries.queryOptions(api.users);
  // @ts-expect-error - this endpoint streams
  queries.queryOptions(api.ticks);
  // @ts-expect-error - this endpoint changes data
  queries.queryOptions(user.remove);
  // @ts-expect-error - this endpoint changes nothing
  queries.mutationOptions(users.list);
  // @ts-expect-error - the body is missing
  queries.queryOptions(users.search);
  // @ts-expect-error - no such parameter
  queries.queryOptions(users.list, { parameters: { page: 1 } });
  queries.queryOptions(users.search, { text: "Ada" });
  queries.queryOptions(users.find, { text: "Ada" }, { timeout: 5 });
}

// A hook over any endpoint.
export function useEndpoint<E extends BoundEndpoint>(endpoint: E, ...rest: QueryArguments<E>) {
  // oxlint-disable-next-line typescript/no-misused-spread -- a sentence is not passed: no endpoint fits it
  return react.useQuery(queries.queryOptions(endpoint, ...rest));
}
export function hooks(): void {
  const found = useEndpoint(user.find);
  same<typeof found.data, User | undefined>();
  const { error } = found;
  same<typeof error, InferError<typeof user.find> | null>();
}
export type Failures = InferFailure<typeof user.find>;
void type;
