import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  dehydrate,
  hydrate,
  skipToken,
  type DehydratedState,
} from "@tanstack/query-core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient, type ClientOptions, FailureError, TransportError } from "bough/client";
import {
  del,
  dynamicResource,
  events,
  failure,
  get,
  integer,
  jsonLines,
  post,
  rootResource,
  staticResource,
} from "bough";
import { createServer } from "bough/server";
import { createQueries } from "./create-queries.ts";

interface User {
  readonly id: string;
  readonly name: string;
}
interface Page {
  readonly names: readonly string[];
  readonly next: number | null;
}

const NotFound = failure("user-not-found", 404);
const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ after: integer().default(0), limit: integer().default(2) })
      .response<Page>(),
    create: post().request<{ readonly name: string }>().response<User>(),
    ping: get("ping"),
    user: dynamicResource("user", {
      find: get().response<User>().failure(NotFound),
      rename: post("rename")
        .parameters({ times: integer().optional() })
        .request<{ readonly name: string }>()
        .response<User>(),
      remove: del().failure(NotFound),
    }),
  }),
  ticks: get("ticks").response(events<number>()),
  lines: get("lines").response(jsonLines<string>()),
});
const { users } = api;

function setup(options: ClientOptions = {}) {
  const names = new Map([["1", "Ada"]]);
  const server = createServer();
  server.route(users.list, ({ parameters: { after, limit } }) => ({
    names: Array.from({ length: limit }, (_, at) => `n${after + at}`),
    next: after + limit < 5 ? after + limit : null,
  }));
  server.route(users.create, ({ body: { name } }) => {
    names.set("2", name);
    return { id: "2", name };
  });
  server.route(users.ping, () => {});
  server.route(users.user.find, ({ ids, fail }) => {
    const name = names.get(ids.user);
    return name === undefined ? fail(NotFound) : { id: ids.user, name };
  });
  server.route(users.user.rename, ({ ids, body, parameters: { times = 1 } }) => {
    names.set(ids.user, body.name.repeat(times));
    return { id: ids.user, name: names.get(ids.user) ?? "" };
  });
  server.route(users.user.remove, ({ ids, fail }) => {
    if (!names.delete(ids.user)) fail(NotFound);
  });
  server.route(api.ticks, async function* () {
    yield 1;
    yield 2;
    yield 3;
  });
  server.route(api.lines, () => ["a", "b"]);
  const seen: string[] = [];
  const client = createClient({
    fetch: async (url, init) => {
      seen.push(`${init.method} ${new URL(url).pathname}`);
      return server.fetch(url, init);
    },
    ...options,
  });
  return { client, queries: createQueries(client), store: new QueryClient(), seen };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("queries.queryOptions", () => {
  test("loads the body of an endpoint into the cache", async () => {
    const { queries, store } = setup();
    expect(await store.fetchQuery(queries.queryOptions(users.user("1").find))).toEqual({
      id: "1",
      name: "Ada",
    });
    const { queryKey } = queries.queryOptions(users.user("1").find);
    expect(store.getQueryData(queryKey)?.name).toBe("Ada");
    expect(
      await store.fetchQuery(queries.queryOptions(users.list, { parameters: { limit: 1 } })),
    ).toEqual({
      names: ["n0"],
      next: 1,
    });
    expect(await store.fetchQuery(queries.queryOptions(users.ping))).toBeNull();
  });

  test("fails with the declared failure, without a retry", async () => {
    vi.stubGlobal("window", {});
    const { queries, store, seen } = setup();
    const error: unknown = await store
      .fetchQuery(queries.queryOptions(users.user("9").find))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FailureError);
    expect(error).toMatchObject({
      message:
        "GET http://localhost/v1/users/{user}: failed with 404 user-not-found: User not found",
      failure: { name: "user-not-found", status: 404 },
    });
    expect(seen).toEqual(["GET /v1/users/9"]);
  });

  test("fails without a request or a retry for an id that no URL can carry", async () => {
    const { queries, store, seen } = setup();
    await expect(store.fetchQuery(queries.queryOptions(users.user("").find))).rejects.toMatchObject(
      {
        code: "invalid-request",
      },
    );
    expect(seen).toEqual([]);
  });

  test("passes its signal to the call", async () => {
    let signal: AbortSignal | null | undefined;
    const { queries, store } = setup({
      fetch: async (_, init) => {
        signal = init.signal;
        return new Promise((_resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
        });
      },
    });
    const leave = new QueryObserver(store, queries.queryOptions(users.user("1").find)).subscribe(
      () => {},
    );
    await vi.waitFor(() => expect(signal).toBeDefined());
    leave();
    expect(signal?.aborted).toBe(true);
    const own = new AbortController();
    const { queryKey, queryFn } = queries.queryOptions(users.list, { signal: own.signal });
    const pending = queryFn({ queryKey, signal: new AbortController().signal });
    own.abort(new Error("left"));
    await expect(pending).rejects.toThrow("left");
  });

  test("works with skipToken, select and initialData", () => {
    const { queries, store } = setup();
    const options = queries.queryOptions(users.user("1").find);
    const skipped = new QueryObserver(store, { ...options, queryFn: skipToken });
    expect(skipped.getCurrentResult().fetchStatus).toBe("idle");
    const initial = new QueryObserver(store, {
      ...options,
      initialData: { id: "1", name: "Eve" },
      select: ({ name }) => name,
    });
    expect(initial.getCurrentResult().data).toBe("Eve");
  });

  test("reads in the browser what a server has loaded", async () => {
    const baseUrl = "https://shop.example";
    const onServer = setup({ baseUrl });
    await onServer.store.prefetchQuery(onServer.queries.queryOptions(users.user("1").find));
    const sent = JSON.parse(JSON.stringify(dehydrate(onServer.store))) as DehydratedState;
    const inBrowser = setup({ baseUrl });
    hydrate(inBrowser.store, sent);
    const { queryKey } = inBrowser.queries.queryOptions(users.user("1").find);
    expect(inBrowser.store.getQueryData(queryKey)).toEqual({ id: "1", name: "Ada" });
    expect(inBrowser.seen).toEqual([]);
  });
});

describe("retry", () => {
  async function attempts(
    store: QueryClient,
    answer: () => Response,
    options: object = {},
  ): Promise<number> {
    vi.useFakeTimers();
    let count = 0;
    const { queries } = setup({
      fetch: async () => {
        count++;
        return answer();
      },
    });
    const pending = store
      .fetchQuery({ ...queries.queryOptions(users.user("1").find), ...options })
      .catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    await pending;
    return count;
  }
  const broken = (): Response => {
    throw new TypeError("no connection");
  };
  const answered = (status: number) => () => new Response("", { status });

  test("is that of TanStack Query for errors that can pass", async () => {
    expect(await attempts(new QueryClient(), broken)).toBe(1);
    vi.stubGlobal("window", {});
    expect(await attempts(new QueryClient(), broken)).toBe(4);
    expect(await attempts(new QueryClient(), answered(502))).toBe(4);
  });

  test("does not repeat a refused request", async () => {
    vi.stubGlobal("window", {});
    const refused = (): Response =>
      Response.json(
        { type: "urn:bough:invalid-request", title: "Invalid request", status: 400, errors: [] },
        { status: 400, headers: { "content-type": "application/problem+json" } },
      );
    expect(await attempts(new QueryClient(), refused)).toBe(1);
  });

  test("is what the QueryClient is configured to", async () => {
    const configured = (retry: boolean | number | ((count: number, error: Error) => boolean)) =>
      new QueryClient({ defaultOptions: { queries: { retry } } });
    expect(await attempts(configured(false), broken)).toBe(1);
    expect(await attempts(configured(1), broken)).toBe(2);
    const seen: unknown[] = [];
    const store = configured((count, error) => {
      seen.push(error);
      return count < 2;
    });
    expect(await attempts(store, broken)).toBe(3);
    expect(seen[0]).toBeInstanceOf(TransportError);
    const withDefaults = new QueryClient();
    withDefaults.setQueryDefaults(["http://localhost"], { retry: 2 });
    expect(await attempts(withDefaults, broken)).toBe(3);
  });

  test("can be replaced", async () => {
    expect(await attempts(new QueryClient(), broken, { retry: 1 })).toBe(2);
  });
});

describe("queries.infiniteQueryOptions", () => {
  test("loads pages by the arguments that next returns", async () => {
    const { queries, store } = setup();
    const observer = new InfiniteQueryObserver(
      store,
      queries.infiniteQueryOptions(users.list, {
        parameters: { limit: 2 },
        next: ({ next }) => (next === null ? null : { parameters: { after: next } }),
        previous: () => undefined,
      }),
    );
    observer.subscribe(() => {});
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    const { data, hasNextPage, hasPreviousPage } = observer.getCurrentResult();
    expect(data?.pages.map(({ names }) => names)).toEqual([
      ["n0", "n1"],
      ["n2", "n3"],
      ["n4", "n5"],
    ]);
    expect([hasNextPage, hasPreviousPage]).toEqual([false, false]);
    observer.destroy();
  });
});

describe("the key of a mutation", () => {
  const orders = rootResource({
    add: post().request<{ readonly item: string }>().response<number>().idempotent(),
  });

  test("stays while its outcome is not known", async () => {
    const keys: (string | null)[] = [];
    const outcomes: (Response | undefined)[] = [
      undefined,
      undefined,
      undefined,
      Response.json(1),
      Response.json(2),
    ];
    const client = createClient({
      fetch: async (_, { headers }) => {
        keys.push(new Headers(headers).get("idempotency-key"));
        const response = outcomes.shift();
        if (response === undefined) throw new TypeError("broken");
        return response;
      },
    });
    const store = new QueryClient();
    const observer = new MutationObserver(store, {
      ...createQueries(client).mutationOptions(orders.add),
      retry: 1,
      retryDelay: 0,
    });
    const order = { item: "tea" };
    await expect(observer.mutate(order)).rejects.toThrow("no complete response");
    // The user tries again.
    expect(await observer.mutate(order)).toBe(1);
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[0]]);
    expect(await observer.mutate(order)).toBe(2);
    expect(keys[4]).not.toBe(keys[0]);
  });
});

describe("queries.mutationOptions", () => {
  test("takes the body, and invalidates what it changes", async () => {
    const { queries, store } = setup();
    const lists = queries.queryOptions(users.list);
    const other = queries.queryOptions(users.user("1").find);
    await Promise.all([store.fetchQuery(lists), store.fetchQuery(other)]);
    const observer = new MutationObserver(
      store,
      queries.mutationOptions(users.create, { invalidates: [users.list] }),
    );
    expect(await observer.mutate({ name: "Eve" })).toEqual({ id: "2", name: "Eve" });
    expect(store.getQueryState(lists.queryKey)?.isInvalidated).toBe(true);
    expect(store.getQueryState(other.queryKey)?.isInvalidated).toBe(false);
  });

  test("takes nothing if there is nothing to send, and fails with the declared failure", async () => {
    const { queries, store } = setup();
    const find = queries.queryOptions(users.user("1").find);
    await store.fetchQuery(find);
    const invalidates = [users];
    const gone = new MutationObserver(
      store,
      queries.mutationOptions(users.user("9").remove, { invalidates }),
    );
    await expect(gone.mutate()).rejects.toMatchObject({ failure: { name: "user-not-found" } });
    expect(store.getQueryState(find.queryKey)?.isInvalidated).toBe(false);
    const remove = new MutationObserver(
      store,
      queries.mutationOptions(users.user("1").remove, { invalidates }),
    );
    await remove.mutate();
    expect(store.getQueryState(find.queryKey)?.isInvalidated).toBe(true);
  });

  test("takes ids, parameters and body as one object", async () => {
    const { queries, store, seen } = setup();
    const [one, two] = [users.user("1").find, users.user("2").find].map((endpoint) =>
      queries.queryOptions(endpoint),
    );
    await store.fetchQuery(one as NonNullable<typeof one>);
    const observer = new MutationObserver(
      store,
      queries.mutationOptions(users.user.rename, {
        timeout: 5_000,
        invalidates: ({ id }, { ids }) => [users.user(id), users.user(ids.user)],
      }),
    );
    const renamed = await observer.mutate({
      ids: { user: "1" },
      body: { name: "Eve" },
      parameters: { times: 2 },
    });
    expect(renamed.name).toBe("EveEve");
    expect(seen.at(-1)).toBe("POST /v1/users/1/rename");
    expect(store.getQueryState(one?.queryKey ?? [])?.isInvalidated).toBe(true);
    expect(store.getQueryState(two?.queryKey ?? [])).toBeUndefined();
    const bound = new MutationObserver(store, queries.mutationOptions(users.user("1").rename));
    expect((await bound.mutate({ body: { name: "Bob" } })).name).toBe("Bob");
    expect(queries.mutationOptions(users.user.rename).mutationKey).toEqual([
      "http://localhost",
      "/v1",
      "/users",
      "/{user}",
      "/rename",
      "POST",
    ]);
  });

  test("is pending until the visible queries are loaded again", async () => {
    const { queries, store, seen } = setup();
    const observer = new QueryObserver(store, queries.queryOptions(users.list));
    observer.subscribe(() => {});
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    await new MutationObserver(
      store,
      queries.mutationOptions(users.create, { invalidates: [api] }),
    ).mutate({ name: "Eve" });
    expect(seen).toEqual(["GET /v1/users", "POST /v1/users", "GET /v1/users"]);
    expect(observer.getCurrentResult().fetchStatus).toBe("idle");
    observer.destroy();
  });
});

describe("queries.streamOptions", () => {
  test("collects items as they arrive", async () => {
    const { queries, store } = setup();
    const seen: unknown[] = [];
    const observer = new QueryObserver(store, queries.streamOptions(api.ticks));
    observer.subscribe(({ data }) => seen.push(data));
    await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe("idle"));
    expect(observer.getCurrentResult().data).toEqual([1, 2, 3]);
    expect(seen).toContainEqual([1]);
    observer.destroy();
    expect(await store.fetchQuery(queries.streamOptions(api.lines))).toEqual(["a", "b"]);
  });

  test("reduces items to any data, under its own key", async () => {
    const { queries, store } = setup();
    const sum = queries.streamOptions(api.ticks, {
      initial: 0,
      reduce: (total, tick) => total + tick,
    });
    expect(await store.fetchQuery(sum)).toBe(6);
    expect(await store.fetchQuery(queries.streamOptions(api.ticks))).toEqual([1, 2, 3]);
    expect(await store.fetchQuery(sum)).toBe(6);
  });

  test("starts again at a new load, and shows the old items until then", async () => {
    const { queries, store } = setup();
    const options = queries.streamOptions(api.ticks);
    await store.fetchQuery(options);
    const refetched = store.fetchQuery(options);
    expect(store.getQueryData(options.queryKey)).toEqual([1, 2, 3]);
    await refetched;
    expect(store.getQueryData(options.queryKey)).toEqual([1, 2, 3]);
  });

  test("ends the call when nobody watches any more", async () => {
    let cancelled = false;
    const { queries, store } = setup({
      fetch: async (_, init) => {
        const body = new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode("data: 1\n\n"));
            init.signal?.addEventListener("abort", () => {
              cancelled = true;
              controller.error(init.signal?.reason);
            });
          },
        });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      },
    });
    const observer = new QueryObserver(store, queries.streamOptions(api.ticks));
    const leave = observer.subscribe(() => {});
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual([1]));
    leave();
    expect(cancelled).toBe(true);
  });
});

describe("queries.swr", () => {
  test("gives a key and a function", async () => {
    const { queries } = setup();
    const [key, load] = queries.swr(users.user("1").find);
    expect(key).toEqual(queries.queryOptions(users.user("1").find).queryKey);
    expect(await load()).toEqual({ id: "1", name: "Ada" });
    const [, missing] = queries.swr(users.user("9").find);
    await expect(missing()).rejects.toBeInstanceOf(FailureError);
  });
});
