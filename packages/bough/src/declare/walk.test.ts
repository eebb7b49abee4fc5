import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { arbitraryTree } from "../../../../test/support/arbitrary-tree.ts";
import { failure } from "./failure/failure.ts";
import { childrenOf, isEndpoint, isResource, nodesBelow } from "./tree/nodes.ts";
import { integer } from "./parameter/parameter-types.ts";
import type { AnyResource } from "./tree/placement.ts";
import { dynamicResource, rootResource, staticResource } from "./tree/resource.ts";
import { del, get, post } from "./endpoint/verbs.ts";
import { endpointsOf, inspect, resourcesOf } from "./walk.ts";

const Gone = failure("gone", 410);
const api = rootResource("v1", {
  b: get("b"),
  users: staticResource(
    "users",
    { failures: [Gone], describe: { summary: "Users" } },
    {
      user: dynamicResource("user", integer(), { z: get(), a: del() }),
      list: post(),
    },
  ),
  a: get("a"),
});
const Late = staticResource("late", api.users, { find: get() });

describe("the listing functions", () => {
  test("go in the order of declaration, through what stands inside", () => {
    expect(endpointsOf(api).map(({ method, template }) => `${method} ${template}`)).toEqual([
      "GET /v1/b",
      "GET /v1/users/{user}",
      "DELETE /v1/users/{user}",
      "POST /v1/users",
      "GET /v1/a",
    ]);
    expect(resourcesOf(api).map(({ path }) => path)).toEqual([
      "/v1",
      "/v1/users",
      "/v1/users/{user}",
    ]);
    expect(endpointsOf(api)[0]).toBe(api.b);
    expect(resourcesOf(api)[2]).toBe(api.users.user);
  });

  test("list each once, whatever they are given", () => {
    expect(endpointsOf(api, api.users, api, Late)).toEqual([...endpointsOf(api), Late.find]);
    expect(resourcesOf(api.users, api, Late, Late)).toEqual([api.users, api.users.user, api, Late]);
    expect(endpointsOf()).toEqual([]);
  });

  test("list what is declared: a view with ids given is its resource", () => {
    expect(resourcesOf(api.users.user(1))).toEqual([api.users.user]);
    expect(endpointsOf(api.users.user(1))).toEqual([api.users.user.z, api.users.user.a]);
  });

  test("list as much of every tree, in every style", () => {
    fc.assert(
      fc.property(arbitraryTree, ({ resources }) => {
        const all = resourcesOf(...resources);
        const endpoints = endpointsOf(...resources);
        expect(new Set([...all, ...endpoints]).size).toBe(all.length + endpoints.length);
        const counted = all.flatMap((resource) => Object.values(inspect(resource).children));
        expect(counted.filter((child) => "method" in child)).toHaveLength(endpoints.length);
        for (const endpoint of endpoints) {
          expect(all.includes(endpoint.resource)).toBe(true);
        }
      }),
    );
  });
});

describe("inspect", () => {
  test("tells what a static resource declares", () => {
    expect(inspect(api.users)).toEqual({
      kind: "static",
      segment: "users",
      name: undefined,
      type: undefined,
      parent: api,
      children: { user: api.users.user, list: api.users.list },
      failures: [Gone],
      headers: {},
      parameters: {},
      cookies: {},
      meta: {},
      description: { summary: "Users" },
    });
  });

  test("tells the meta that a resource declares itself", () => {
    const tree = rootResource(
      "v1",
      { meta: { public: false } },
      { users: staticResource("users", { meta: { team: "a" } }, { list: get() }) },
    );
    expect(inspect(tree).meta).toEqual({ public: false });
    expect(inspect(tree.users).meta).toEqual({ team: "a" });
  });

  test("tells what a dynamic resource declares", () => {
    const { kind, segment, name, type, parent } = inspect(api.users.user);
    expect([kind, segment, name, parent]).toEqual(["dynamic", undefined, "user", api.users]);
    expect(type?.["~parameter"].kind).toBe("integer");
    const codec = dynamicResource("flag", z.stringbool(), {});
    expect(inspect(codec).type?.["~parameter"].kind).toBe("codec");
  });

  test("tells what a root declares, with a segment or without", () => {
    const { kind, segment, parent } = inspect(api);
    expect([kind, segment, parent]).toEqual(["root", "v1", undefined]);
    expect(inspect(rootResource({}))).toMatchObject({ kind: "root", segment: undefined });
  });

  test("tells of a placed piece where it stands", () => {
    const piece = staticResource("p", { f: get() });
    const tree = rootResource("v1", { piece });
    expect(inspect(piece).parent).toBeUndefined();
    expect(inspect(tree.piece).parent).toBe(tree);
    expect(inspect(tree.piece).children["f"]).toBe(tree.piece.f);
  });

  test("keeps a child called like a member of every object", () => {
    const { children } = inspect(rootResource({ ["__proto__"]: get() }));
    expect(Object.keys(children)).toEqual(["__proto__"]);
  });
});

describe("the nodes of a tree", () => {
  test("have the names a reader knows them by", () => {
    expect(nodesBelow(api).map(({ name }) => name)).toEqual([
      "b",
      "users",
      "users.user",
      "users.user.z",
      "users.user.a",
      "users.list",
      "a",
    ]);
    expect(nodesBelow(Late).map(({ name }) => name)).toEqual(["users.late.find"]);
    expect(nodesBelow(api.users.user).map(({ name }) => name)).toEqual([
      "users.user.z",
      "users.user.a",
    ]);
  });

  test("are endpoints or resources; what is neither is left out", () => {
    const odd = (rootResource as unknown as (...given: unknown[]) => AnyResource)("v1", {
      f: get(),
      path: get(),
      bad: get,
      none: null,
    });
    expect(childrenOf(odd).map(([name]) => name)).toEqual(["f"]);
    expect([isEndpoint(api.b), isEndpoint(api), isResource(api), isResource(api.b)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
