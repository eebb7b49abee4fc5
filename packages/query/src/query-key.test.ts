import { arbitraryTree } from "../../../test/support/arbitrary-tree.ts";
import { idPartsOf } from "../../bough/src/declare/routing/path-segments.ts";
import { chainOf } from "../../bough/src/declare/tree/placement.ts";
import { createQueries } from "./create-queries.ts";
import { hashKey, matchQuery } from "@tanstack/query-core";
import {
  bind,
  boolean,
  dateTime,
  dynamicResource,
  get,
  integer,
  list,
  post,
  query,
  rootResource,
  segments,
  staticResource,
  string,
} from "bough";
import { createClient } from "bough/client";
import { endpointsOf } from "bough/contract";
import type { UntypedEndpoint } from "bough/types";
import { describe, expect, test } from "vitest";
import fc from "fast-check";

const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .headers({ "accept-language": string().optional() })
      .parameters({
        limit: integer().optional(),
        since: dateTime().optional(),
        tag: list(string()),
        deep: boolean().optional(),
      })
      .response<string[]>(),
    search: post("search").request<object>().response<string[]>(),
    find: query().request<object>().response<string[]>(),
    all: get("all").response<string>(),
    user: dynamicResource("user", {
      find: get().response<string>(),
      activate: post(":activate"),
      posts: staticResource("posts", {
        list: get().response<string>(),
        post: dynamicResource("post", integer(), { find: get().response<string>() }),
      }),
    }),
  }),
  files: staticResource("files", {
    file: dynamicResource("file", segments(), { read: get().response<string>() }),
  }),
  reports: staticResource("reports", {
    report: dynamicResource(
      "year",
      { prefix: "r-", suffix: ".json" },
      { read: get().response<string>() },
    ),
  }),
});
const { users } = api;
const base = "https://shop.example/api";
const queries = createQueries(createClient({ baseUrl: base }));
const { queryOptions: options, queryFilter: filter } = queries;

function matches(
  filtered: object,
  { queryKey }: { readonly queryKey: readonly unknown[] },
): boolean {
  return matchQuery(filtered, { queryKey } as never);
}

describe("the key of a query", () => {
  test("is the URL in pieces, the method, and the arguments", () => {
    expect(options(users.user("a/b").find).queryKey).toEqual([
      "https://shop.example",
      "/api",
      "/v1",
      "/users",
      "/a%2Fb",
      "GET",
    ]);
    const since = new Date(0);
    const listed = options(users.list, {
      parameters: { tag: ["a", "b"], since, limit: 5 },
      headers: { "accept-language": "de" },
    });
    expect(listed.queryKey.slice(4)).toEqual([
      "GET",
      {
        parameters: "limit=5&since=1970-01-01T00%3A00%3A00.000Z&tag=a&tag=b",
        headers: { "accept-language": "de" },
      },
    ]);
    expect(options(users.search, { text: "a", page: undefined }).queryKey.slice(4)).toEqual([
      "/search",
      "POST",
      { body: { text: "a" } },
    ]);
  });

  test("is the same for an address that is written in another way", () => {
    const same = (a: { queryKey: readonly unknown[] }, b: { queryKey: readonly unknown[] }): void =>
      expect(a.queryKey).toEqual(b.queryKey);
    same(
      options(users.list, { parameters: { limit: 5, tag: ["a"] } }),
      options(users.list, { parameters: { tag: ["a"], deep: undefined, limit: 5 } }),
    );
    same(options(users.list), options(users.list, { parameters: {}, headers: {}, timeout: 5 }));
    same(
      options(users.user("1").posts.post(2).find),
      options(bind(users.user.posts.post.find, { post: 2, user: "1" })),
    );
    same(options(users.find, { a: 1, b: [2] }), options(users.find, { b: [2], a: 1 }));
    same(
      options(users.list, { url: "https://shop.example/api/v1/users?page=2" }),
      options(users.list, { url: "?page=2" }),
    );
    for (const baseUrl of ["HTTPS://shop.example:443/api/", new URL("https://shop.example/api")]) {
      same(options(users.list), createQueries(createClient({ baseUrl })).queryOptions(users.list));
    }
    const whole = rootResource("api", {
      users: staticResource("v1", {
        users: staticResource("users", { all: get("all").response<string>() }),
      }),
    });
    const other = createQueries(createClient({ baseUrl: "https://shop.example" }));
    same(options(users.all), other.queryOptions(whole.users.users.all));
  });

  test("is another one for another origin, method, argument or kind of query", () => {
    const keys = [
      options(users.list).queryKey,
      createQueries(createClient({ baseUrl: "http://shop.example/api" })).queryOptions(users.list)
        .queryKey,
      createQueries(createClient({ baseUrl: "https://shop.example/api2" })).queryOptions(users.list)
        .queryKey,
      options(users.list, { parameters: { limit: 1 } }).queryKey,
      options(users.list, { headers: { "accept-language": "de" } }).queryKey,
      options(users.list, { accept: "text/csv" }).queryKey,
      options(users.list, { url: "?page=2" }).queryKey,
      options(users.find, {}).queryKey,
      options(users.find, { a: 1 }).queryKey,
      queries.infiniteQueryOptions(users.list, { next: () => null }).queryKey,
    ];
    expect(new Set(keys.map(hashKey)).size).toBe(keys.length);
  });

  test("shows a value that no URL can carry, and throws nothing", () => {
    const { queryKey } = options(users.user("..").find);
    expect(queryKey.slice(4)).toEqual(["/", "GET", { invalid: ['path user must not be ".."'] }]);
    const listed = options(users.list, { parameters: { limit: 1.5 } });
    expect(listed.queryKey).not.toEqual(options(users.list).queryKey);
  });

  test("has every value of a body that JSON would lose", () => {
    const key = (value: unknown): string =>
      hashKey(options(users.search, value as object).queryKey);
    const values = [
      {},
      [],
      null,
      { a: 1n },
      { a: new Map([["a", 1]]) },
      { a: new Set([1]) },
      { a: new Date(0) },
      { a: new Uint8Array([2]) },
      { a: { __proto__: null, b: undefined } },
      new URLSearchParams("a=1"),
    ];
    expect(new Set(values.map(key)).size).toBe(values.length);
    expect(() => key({ file: new Blob(["a"]) })).toThrow(
      "queries: a key cannot contain [object Blob]: use queries.mutationOptions",
    );
  });

  test("is equal exactly if the method and the URL are equal: 10,000 pairs in any tree", () => {
    let pairs = 0;
    fc.assert(
      fc.property(
        arbitraryTree,
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(2), fc.nat(2)), {
          minLength: 60,
          maxLength: 60,
        }),
        ({ resources }, picks) => {
          const endpoints = endpointsOf(...resources);
          if (endpoints.length === 0) {
            return;
          }
          const client = createClient({ baseUrl: base });
          for (const [a, b, idOfA, idOfB] of picks) {
            const one = bound(endpoints[a % endpoints.length] as UntypedEndpoint, idOfA);
            const two = bound(endpoints[b % endpoints.length] as UntypedEndpoint, idOfB);
            const [keyOfOne, keyOfTwo] = [one, two].map((endpoint) =>
              hashKey(options(endpoint).queryKey),
            );
            const isEqual = one.method === two.method && client.urlOf(one) === client.urlOf(two);
            expect(keyOfOne === keyOfTwo).toBe(isEqual);
            pairs++;
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(pairs).toBeGreaterThanOrEqual(10_000);
  });
});

// Ids of which some are the text of a static segment.
function bound(endpoint: UntypedEndpoint, id: number): UntypedEndpoint {
  const given = Object.fromEntries(
    idPartsOf(endpoint).map(({ name, type, all }) => {
      const text = ["a", "b", "1"][id] as string;
      return [name, type["~parameter"].kind === "integer" ? id : all ? [text, "a"] : text];
    }),
  );
  return bind(endpoint, given) as unknown as UntypedEndpoint;
}

describe("a filter", () => {
  test("of a resource matches it and everything below", () => {
    expect(filter(users)).toEqual({
      queryKey: ["https://shop.example", "/api", "/v1", "/users"],
    });
    const below = [
      options(users.list),
      options(users.all),
      options(users.user("1").find),
      options(users.user("1").posts.post(2).find),
      options(users.find, { a: 1 }),
      queries.infiniteQueryOptions(users.list, { next: () => null }),
    ];
    expect(below.map((one) => matches(filter(users), one))).toEqual(below.map(() => true));
    expect(matches(filter(users), options(api.files.file(["users"]).read))).toBe(false);
    expect(matches(filter(api), options(api.files.file(["a"]).read))).toBe(true);
    expect(
      matches(
        filter(users),
        createQueries(createClient({ baseUrl: "https://other.example" })).queryOptions(users.list),
      ),
    ).toBe(false);
  });

  test("of a resource with its id matches this one only", () => {
    const of1 = filter(users.user("1"));
    expect(matches(of1, options(users.user("1").posts.list))).toBe(true);
    expect(matches(of1, options(users.user("12").find))).toBe(false);
    expect(matches(of1, options(users.list))).toBe(false);
  });

  test("of a resource without its id matches all of them", () => {
    const any = filter(users.user);
    expect(matches(any, options(users.user("1").find))).toBe(true);
    expect(matches(any, options(users.user("2").posts.post(3).find))).toBe(true);
    expect(matches(any, options(users.list))).toBe(false);
    const posts = filter(users.user.posts);
    expect(matches(posts, options(users.user("1").posts.list))).toBe(true);
    expect(matches(posts, options(users.user("1").find))).toBe(false);
    expect(matches(posts, options(users.user("posts").find))).toBe(false);
    const post = filter(users.user("1").posts.post);
    expect(matches(post, options(users.user("1").posts.post(2).find))).toBe(true);
    expect(matches(post, options(users.user("2").posts.post(2).find))).toBe(false);
    expect(matches(filter(api.files.file), options(api.files.file(["a", "b"]).read))).toBe(true);
    expect(matches(filter(api.reports.report), options(api.reports.report("2026").read))).toBe(
      true,
    );
  });

  test("of an endpoint matches its calls with any arguments", () => {
    const lists = filter(users.list);
    expect(matches(lists, options(users.list, { parameters: { limit: 1 } }))).toBe(true);
    expect(matches(lists, options(users.all))).toBe(false);
    expect(matches(lists, options(users.find, {}))).toBe(false);
    const finds = filter(users.user.find);
    expect(matches(finds, options(users.user("1").find))).toBe(true);
    expect(matches(finds, options(users.user("1").posts.list))).toBe(false);
    expect(matches(filter(users.user("1").find), options(users.user("2").find))).toBe(false);
  });

  test("of any node of any tree matches everything below it, with or without ids", () => {
    fc.assert(
      fc.property(arbitraryTree, fc.nat(2), ({ resources }, id) => {
        for (const endpoint of endpointsOf(...resources)) {
          const target = bound(endpoint, id);
          const { queryKey } = options(target);
          const nodes = [
            endpoint,
            target,
            ...chainOf(endpoint["~endpoint"].parent).map(({ value }) => value),
          ];
          for (const node of nodes) {
            expect(matches(filter(node), { queryKey })).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
