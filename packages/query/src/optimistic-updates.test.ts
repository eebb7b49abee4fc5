// The recipe of docs/guide/tanstack-query.md, "Optimistic updates".
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  type InfiniteData,
} from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dynamicResource, failure, get, integer, patch, rootResource, string } from "bough";
import { createClient } from "bough/client";
import { createQueries } from "./create-queries.ts";
import { createServer } from "bough/server";

interface User {
  readonly id: string;
  readonly name: string;
}
interface Page {
  readonly users: User[];
  readonly next: string | null;
}
const NameTaken = failure("name-taken", 409);
const api = rootResource("users", {
  list: get()
    .parameters({ after: string().optional(), limit: integer().default(1) })
    .response<Page>()
    .paged({ items: "users", next: { after: "next" } }),
  user: dynamicResource("user", {
    rename: patch().request<{ name: string }>().response<User>().failure(NameTaken),
  }),
});

type Cached = Page | InfiniteData<Page> | undefined;

const server = createServer();
const queries = createQueries(createClient({ fetch: server.fetch }));
let store: QueryClient;
let rows: Map<string, string>;
let seenByHandler: readonly string[][];

const list = queries.queryOptions(api.list, { parameters: { limit: 2 } });
const infinite = queries.infiniteQueryOptions(api.list);

/** The names in the cached list, and in the pages of the infinite list. */
function cached(): readonly string[][] {
  const pages = [store.getQueryData(list.queryKey)].flatMap((page) => page ?? []);
  const more = store.getQueryData(infinite.queryKey)?.pages ?? [];
  return [pages, more].map((all) => all.flatMap(({ users }) => users.map(({ name }) => name)));
}

server.route(api.list, ({ parameters: { after = "0", limit } }) => {
  const all = [...rows].map(([id, name]) => ({ id, name })).filter(({ id }) => id > after);
  const last = all[limit - 1];
  return { users: all.slice(0, limit), next: last && all.length > limit ? last.id : null };
});
server.route(api.user.rename, ({ ids, body, fail }) => {
  seenByHandler = cached();
  if (body.name === "Ada") {
    fail(NameTaken);
  }
  rows.set(ids.user, body.name);
  return { id: ids.user, name: body.name };
});

async function changeLists(
  client: QueryClient,
  change: (users: User[]) => User[],
): Promise<() => void> {
  const lists = queries.queryFilter(api.list);
  await client.cancelQueries(lists);
  const before = client.getQueriesData<Cached>(lists);
  const changed = (page: Page): Page => ({ ...page, users: change(page.users) });
  client.setQueriesData<Cached>(lists, (data) =>
    data && "pages" in data ? { ...data, pages: data.pages.map(changed) } : data && changed(data),
  );
  return () => {
    for (const [key, data] of before) {
      client.setQueryData(key, data);
    }
  };
}

/** Renames the second user. `loads` says whether the lists are loaded again after a failure. */
async function rename(name: string, loads: boolean): Promise<User> {
  const mutation = new MutationObserver(store, {
    ...queries.mutationOptions(api.user.rename, { invalidates: [api] }),
    onMutate: ({ ids, body }, { client }) =>
      changeLists(client, (users) =>
        users.map((user) => (user.id === ids.user ? { ...user, ...body } : user)),
      ),
    onError: async (_error, _variables, undo, { client }) => {
      undo?.();
      await (loads && client.invalidateQueries(queries.queryFilter(api.list)));
    },
  });
  return mutation.mutate({ ids: { user: "2" }, body: { name } });
}

describe("an optimistic update of lists and infinite lists", () => {
  beforeEach(async () => {
    store = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    rows = new Map([
      ["1", "Ada"],
      ["2", "Bob"],
    ]);
    await store.fetchQuery(list);
    await store.fetchInfiniteQuery({ ...infinite, pages: 2 });
    new QueryObserver(store, list).subscribe(() => undefined);
    new InfiniteQueryObserver(store, infinite).subscribe(() => undefined);
    expect(cached()).toEqual([
      ["Ada", "Bob"],
      ["Ada", "Bob"],
    ]);
  });
  afterEach(() => {
    store.clear();
  });

  test("is visible while the server runs, and stays after a success", async () => {
    await rename("Eve", true);
    const changed = ["Ada", "Eve"];
    expect([seenByHandler, cached()]).toEqual([
      [changed, changed],
      [changed, changed],
    ]);
  });

  test.each([true, false])("is taken back after a failure; loaded again: %s", async (loads) => {
    await expect(rename("Ada", loads)).rejects.toMatchObject({ failure: { name: "name-taken" } });
    const [changed, before] = [
      ["Ada", "Ada"],
      ["Ada", "Bob"],
    ];
    expect([seenByHandler, cached()]).toEqual([
      [changed, changed],
      [before, before],
    ]);
  });
});
