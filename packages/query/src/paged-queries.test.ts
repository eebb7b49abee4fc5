// Infinite queries of endpoints with `.paged()`: TanStack Query reads pages from a server that pages them.
import { InfiniteQueryObserver, QueryClient } from "@tanstack/query-core";
import { get, integer, query, rootResource, string } from "bough";
import { createClient, InvalidResponseError } from "bough/client";
import { createQueries } from "bough-query";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";

interface Page {
  readonly rows: readonly number[];
  readonly next: string | null;
}
const parameters = { after: string().optional(), limit: integer().default(3) };
const numbered = { page: integer().optional() };
const api = rootResource("v1", {
  cursor: get("cursor")
    .parameters(parameters)
    .response<Page>()
    .paged({ items: "rows", next: { after: "next" } }),
  search: query("search")
    .parameters(parameters)
    .request<{ readonly from: number }>()
    .response<Page>()
    .paged({ items: "rows", next: { after: "next" } }),
  page: get("page")
    .parameters(numbered)
    .response<{ rows: { at: number }[]; count: number }>()
    .paged({ items: "rows", page: "page", total: "count" }),
  link: get("link").parameters(numbered).response<number[]>().paged({ link: true }),
  wrong: get("wrong")
    .parameters(parameters)
    .response<Page>()
    .paged({ items: "rows", next: "next" }),
});
const all = Array.from({ length: 8 }, (_, index) => index);

function setup(): {
  queries: ReturnType<typeof createQueries>;
  store: QueryClient;
  asked: string[];
} {
  const server = createServer();
  const asked: string[] = [];
  const pageFrom = (start: number, limit: number): Page => {
    const rows = all.slice(start, start + Math.min(limit, 3));
    return { rows, next: start + rows.length < all.length ? `${start + rows.length}` : null };
  };
  server.route(api.cursor, ({ parameters: { after = "0", limit } }) =>
    pageFrom(Number(after), limit),
  );
  server.route(api.search, ({ body, parameters: { after = body.from, limit } }) =>
    pageFrom(Number(after), limit),
  );
  server.route(api.page, ({ parameters: { page = 1 } }) => ({
    rows: all.slice(page * 3 - 3, page * 3).map((at) => ({ at })),
    count: 8,
  }));
  server.route(api.link, ({ parameters: { page = 1 }, respond }) =>
    respond(all.slice(page * 3 - 3, page * 3), {
      link: page < 3 ? `<?page=${page + 1}>; rel="next"` : undefined,
    }),
  );
  server.route(api.wrong, ({ parameters: { after } }) =>
    after === "rows"
      ? ({ rows: 1, next: null } as never)
      : { rows: [], next: "https://evil.test/" },
  );
  const client = createClient({
    fetch: async (url, init) => {
      asked.push(url.replace("http://localhost/v1/", ""));
      return server.fetch(new Request(url, init));
    },
  });
  const store = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { queries: createQueries(client), store, asked };
}

describe("infiniteQueryOptions of an endpoint with pages", () => {
  test("needs no further options", async () => {
    const { queries, store, asked } = setup();
    const observer = new InfiniteQueryObserver(
      store,
      queries.infiniteQueryOptions(api.cursor, { parameters: { limit: 5 } }),
    );
    await observer.refetch();
    let result = observer.getCurrentResult();
    while (result.hasNextPage) result = await observer.fetchNextPage();
    expect(result.data?.pages.flatMap(({ rows }) => rows)).toEqual(all);
    expect(asked).toEqual(["cursor?limit=5", "cursor?after=3&limit=5", "cursor?after=6&limit=5"]);
    // A refetch asks for the pages again, in order.
    await observer.refetch();
    result = observer.getCurrentResult();
    expect(result.data?.pages).toHaveLength(3);
    expect(asked.slice(3)).toEqual(asked.slice(0, 3));
    expect(result.hasNextPage).toBe(false);
  });

  test.each(["page", "link"] as const)("counts, and follows links: %s", async (name) => {
    const { queries, store, asked } = setup();
    const options = queries.infiniteQueryOptions(api[name] as typeof api.link);
    const { pages } = await store.fetchInfiniteQuery({ ...options, pages: 9 });
    expect(pages).toHaveLength(3);
    expect(asked).toEqual(
      (name === "page" ? ["?page=1", "?page=2", "?page=3"] : ["", "?page=2", "?page=3"]).map(
        (end) => name + end,
      ),
    );
    // Options that are made again, as a component does, know the links.
    const again = queries.infiniteQueryOptions(api[name] as typeof api.link);
    const cached = store.getQueryData(again.queryKey);
    const next = (again.getNextPageParam as (...given: unknown[]) => unknown)(
      cached?.pages[0],
      cached?.pages.slice(0, 1),
      cached?.pageParams[0],
      cached?.pageParams.slice(0, 1),
    );
    expect(next).toMatchObject(
      name === "page" ? { parameters: { page: 2 } } : { url: "http://localhost/v1/link?page=2" },
    );
  });

  test("may have a body, and its own next", async () => {
    const { queries, store, asked } = setup();
    const { pages } = await store.fetchInfiniteQuery({
      ...queries.infiniteQueryOptions(api.search, { body: { from: 4 } }),
      pages: 9,
    });
    expect(pages.flatMap(({ rows }) => rows)).toEqual([4, 5, 6, 7]);
    const own = await store.fetchInfiniteQuery({
      ...queries.infiniteQueryOptions(api.cursor, { next: () => null }),
      pages: 9,
    });
    expect(own.pages).toHaveLength(1);
    expect(asked).toHaveLength(3);
  });

  test("fails for a page that is not as declared, or leads elsewhere", async () => {
    const { queries, store } = setup();
    for (const after of ["rows", "url"]) {
      const options = queries.infiniteQueryOptions(api.wrong, { parameters: { after } });
      await expect(store.fetchInfiniteQuery(options)).rejects.toThrow(InvalidResponseError);
    }
  });

  test("ends where a cursor comes twice, and at a page of others", () => {
    const { queries } = setup();
    const options = queries.infiniteQueryOptions(api.cursor);
    const next = options.getNextPageParam as (...given: unknown[]) => unknown;
    const page = (cursor: unknown): object => ({ rows: [1], next: cursor });
    const asked = [{}, { parameters: { after: "a" } }];
    expect(next(page("b"), [page("a"), page("b")], asked[1], asked)).toEqual({
      parameters: { after: "b" },
    });
    expect(next(page("a"), [page("a"), page("a")], asked[1], asked)).toBeUndefined();
    expect(next(page({}), [page({})], {}, [{}])).toBeUndefined();
    expect(next(undefined, [undefined], {}, [{}])).toBeUndefined();
    const linked = queries.infiniteQueryOptions(api.link).getNextPageParam as typeof next;
    expect(linked([1], [[1]], {}, [{}])).toBeUndefined();
  });
});

describe("swr of an endpoint with pages", () => {
  test.each(["cursor", "page", "link"] as const)("has getKey: %s", async (name) => {
    const { queries, asked } = setup();
    const [key, load] = queries.swr(api[name] as typeof api.link);
    const { getKey } = queries.swr(api[name] as typeof api.link);
    expect(getKey(0, null)).toEqual(key);
    expect(getKey(1, null)).toBeNull();
    let before: number[] | null = null;
    let index = 0;
    for (let at = getKey(index, before); at; at = getKey(++index, before)) {
      before = await load(at);
    }
    expect(index).toBe(3);
    expect(asked).toHaveLength(3);
    // The first page alone.
    expect(await load()).toEqual(await load(key));
  });

  test("of other endpoints is a key and a function", () => {
    const { queries } = setup();
    const plain = rootResource("v1", { all: get("all").response<number[]>() });
    expect(queries.swr(plain.all)).toHaveLength(2);
    expect(queries.swr(plain.all)).not.toHaveProperty("getKey");
  });

  test("begins with a page that was loaded elsewhere", () => {
    const { queries } = setup();
    const { getKey } = queries.swr(api.cursor);
    expect(getKey(1, { rows: [1], next: "a" })?.at(-1)).toMatchObject({
      parameters: { after: "a" },
    });
    expect(getKey(2, { rows: [1], next: "a" })).toBeNull();
  });
});
