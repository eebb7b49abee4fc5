import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noBody } from "../body/body.ts";
import { failure } from "../failure/failure.ts";
import { hrefOf } from "./href.ts";
import { segments } from "../parameter/list.ts";
import { integer, string, uuid } from "../parameter/parameter-types.ts";
import type { AnyEndpoint, AnyResource } from "./placement.ts";
import { dynamicResource, rootResource, staticResource } from "./resource.ts";
import { del, get, post } from "../endpoint/verbs.ts";
import { endpointsOf, inspect, resourcesOf } from "../walk.ts";

/** The three functions as plain JavaScript sees them. */
const untyped = { rootResource, staticResource, dynamicResource } as unknown as Record<
  "rootResource" | "staticResource" | "dynamicResource",
  (...given: unknown[]) => AnyResource
>;

const awkward = [
  "name",
  "length",
  "call",
  "apply",
  "bind",
  "constructor",
  "toString",
  "valueOf",
  "toJSON",
  "hasOwnProperty",
  "isPrototypeOf",
  "prototype",
  "arguments",
  "caller",
  "__proto__",
  "get",
  "__defineGetter__",
  "failures",
  "parent",
  "type",
  "headers",
  "describe",
  "segment",
  "0",
  "42",
  "-1",
  "1e3",
  "",
  " ",
  "a.b",
  "a/b",
  "é",
  "default",
  "delete",
  "Symbol.iterator",
];

describe("a resource", () => {
  const api = rootResource("v1", {
    users: staticResource("users", {
      list: get(),
      user: dynamicResource("user", uuid(), {
        find: get(),
        me: get("me/now"),
        friends: staticResource("friends", {
          friend: dynamicResource("friend", integer(), { remove: del() }),
        }),
      }),
    }),
  });

  test("has the path template as its path", () => {
    expect(api.path).toBe("/v1");
    expect(api.users.user.path).toBe("/v1/users/{user}");
    expect(api.users.user.friends.friend.path).toBe("/v1/users/{user}/friends/{friend}");
    expect(api.users.user.me.path).toBe("/v1/users/{user}/me/now");
    expect(api.users.user.me.template).toBe("/v1/users/{user}/me/now");
    expect(api.users.user.me.subpath).toBe("me/now");
  });

  test("has endpoints that know their resource", () => {
    expect(api.users.user.find.resource).toBe(api.users.user);
    expect(api.users.list.method).toBe("GET");
  });

  test("is known by nothing but its children to for-in and keys", () => {
    expect(Object.keys(api)).toEqual(["users"]);
    expect(Object.keys(api.users.user)).toEqual(["find", "me", "friends"]);
  });

  test("does not hang an await", async () => {
    expect((await api).path).toBe("/v1");
    expect((await api.users.user).path).toBe("/v1/users/{user}");
  });

  test("without a segment gives its children's paths only", () => {
    const bare = rootResource({ home: get(), v2: staticResource("v2", { list: get() }) });
    expect(bare.path).toBe("");
    expect(bare.home.path).toBe("/");
    expect(bare.home.template).toBe("/");
    expect(hrefOf(bare.home)).toBe("/");
    expect(bare.v2.list.path).toBe("/v2");
  });

  test("is frozen, with all that stands in it", () => {
    const Taken = failure("taken", 409);
    const tree = rootResource("v1", { failures: [Taken], headers: { "x-a": string() } }, {
      user: dynamicResource(
        "user",
        { describe: { tags: ["a"] } },
        {
          find: get().parameters({ q: string() }).meta({ a: 1 }).response(noBody, { status: 201 }),
        },
      ),
    } as never) as unknown as typeof api;
    for (const node of [...endpointsOf(tree), ...resourcesOf(tree)]) {
      expect(Object.isFrozen(node)).toBe(true);
    }
    const [find] = endpointsOf(tree);
    for (const part of ["parameters", "headers", "responses", "failures", "meta", "description"]) {
      expect(Object.isFrozen(find?.[part as keyof AnyEndpoint])).toBe(true);
    }
    expect(Object.isFrozen(find?.responses[0])).toBe(true);
    expect(Object.isFrozen(inspect(tree).failures)).toBe(true);
    expect(Object.isFrozen(Taken)).toBe(true);
    expect(Object.isFrozen(Taken["~failure"])).toBe(true);
  });

  test("does not follow what was given to it and changed later", () => {
    const failures = [failure("taken", 409)];
    const children: Record<string, ReturnType<typeof get>> = { list: get() };
    const tree = rootResource("v1", { failures }, children);
    failures.pop();
    children["more"] = get("more");
    expect(endpointsOf(tree).map(({ failures: all }) => all.length)).toEqual([1]);
  });
});

describe("meta", () => {
  const Health = staticResource("health", { meta: { public: true } }, { read: get() });
  const tree = rootResource(
    "v1",
    { meta: { public: false, audit: { level: 1, sink: "log" } } },
    {
      health: Health,
      users: staticResource("users", {
        list: get(),
        create: post().meta({ audit: { level: 2 }, owner: "a" }),
      }),
    },
  );

  test("of a resource is on every endpoint below", () => {
    expect(tree.users.list.meta).toEqual({ public: false, audit: { level: 1, sink: "log" } });
    expect(tree.health.read.meta).toMatchObject({ public: true });
    expect(Health.read.meta).toEqual({ public: true });
  });

  test("merges by name, and the nearer value wins as a whole", () => {
    expect(tree.users.create.meta).toEqual({ public: false, audit: { level: 2 }, owner: "a" });
    const team = staticResource("teams", tree, { meta: { audit: null } }, { list: get() });
    expect(team.list.meta).toEqual({ public: false, audit: null });
  });

  test("is frozen, and does not follow what was given", () => {
    const given: Record<string, unknown> = { ["__proto__"]: 1, a: 1 };
    const { list } = rootResource("v1", { meta: given }, { list: get() });
    given["a"] = 2;
    expect(Object.entries(list.meta)).toEqual([
      ["__proto__", 1],
      ["a", 1],
    ]);
    expect(Object.isFrozen(list.meta)).toBe(true);
  });
});

describe("a child", () => {
  test.each(awkward)("may be called %j, on every kind of resource", (name) => {
    const leaf = { [name]: get(), inner: staticResource("inner", { [name]: get() }) };
    const trees = [
      rootResource("v1", leaf),
      staticResource("s", leaf),
      dynamicResource("id", leaf),
    ] as unknown as Record<string, AnyEndpoint & AnyResource>[];
    for (const tree of trees) {
      expect(Object.keys(tree).sort()).toEqual([name, "inner"].sort());
      expect(tree[name]?.method).toBe("GET");
      const inner = tree["inner"] as unknown as Record<string, AnyEndpoint>;
      expect(inner[name]?.path).toBe((inner as unknown as AnyResource).path);
      expect(Object.isFrozen(tree)).toBe(true);
      expect(endpointsOf(tree as never)).toHaveLength(2);
      expect(Object.keys(inspect(tree as never).children).sort()).toEqual([name, "inner"].sort());
    }
    const bound = (trees[2] as unknown as (id: string) => (typeof trees)[0])("a b");
    expect(bound[name]?.path).toBe("/a%20b");
    expect((bound["inner"] as unknown as Record<string, AnyEndpoint>)[name]?.path).toBe(
      "/a%20b/inner",
    );
  });

  test("changes no prototype, whatever its name", () => {
    const before = [Object.prototype, Function.prototype].map((each) => Reflect.ownKeys(each));
    for (const name of awkward) {
      (dynamicResource("id", { [name]: get() }) as unknown as (id: string) => unknown)("1");
    }
    expect([Object.prototype, Function.prototype].map((each) => Reflect.ownKeys(each))).toEqual(
      before,
    );
  });

  test("that is not there is undefined, on static and on callable resources", () => {
    const trees: AnyResource[] = [
      staticResource("s", {}),
      dynamicResource("id", {}),
      dynamicResource("id", {})("1"),
    ];
    for (const tree of trees) {
      // These two print the resource.
      const printing = ["toString", "toJSON"];
      for (const name of [...awkward, "then"].filter((one) => !printing.includes(one))) {
        expect((tree as unknown as Record<string, unknown>)[name]).toBeUndefined();
      }
    }
  });

  test("cannot take a name that a resource has: the resource's own stays", () => {
    const tree = untyped.rootResource("v1", { path: get(), "~resource": get() });
    expect(tree.path).toBe("/v1");
    expect(tree["~resource"].value).toBe(tree);
  });
});

describe("the styles", () => {
  const nested = rootResource("v1", {
    users: staticResource("users", {
      list: get(),
      user: dynamicResource("user", integer(), { find: get() }),
    }),
  });
  const Api = rootResource("v1", {});
  const Users = staticResource("users", Api, { list: get() });
  const User = dynamicResource("user", integer(), Users, { find: get() });
  const piece = staticResource("users", {
    list: get(),
    user: dynamicResource("user", integer(), { find: get() }),
  });
  const placed = rootResource("v1", { users: piece });
  const half = staticResource("users", Api, {
    list: get(),
    user: dynamicResource("user", integer(), { find: get() }),
  });

  test("describe the same tree: paths, templates, ids, addresses", () => {
    const finds = [nested.users.user.find, User.find, placed.users.user.find, half.user.find];
    const bound = [
      nested.users.user(7).find,
      User(7).find,
      placed.users.user(7).find,
      half.user(7).find,
    ];
    expect(finds.map(({ path }) => path)).toEqual(finds.map(() => "/v1/users/{user}"));
    expect(finds.map(({ template }) => template)).toEqual(finds.map(() => "/v1/users/{user}"));
    expect(bound.map(({ path }) => path)).toEqual(finds.map(() => "/v1/users/7"));
    expect(bound.map((endpoint) => hrefOf(endpoint))).toEqual(finds.map(() => "/v1/users/7"));
    expect([Users, placed.users, half].map(({ path }) => path)).toEqual(
      [1, 2, 3].map(() => "/v1/users"),
    );
  });

  test("leave a parent that was named as it was", () => {
    expect(Object.keys(Api)).toEqual([]);
    expect(Object.keys(Users)).toEqual(["list"]);
    expect(inspect(User).parent).toBe(Users);
    expect(inspect(Users).parent).toBe(Api);
    expect(inspect(Api).parent).toBeUndefined();
  });

  test("leave a piece that was placed as it was: it may stand in several trees", () => {
    const other = rootResource("v2", { people: piece });
    expect(piece.path).toBe("/users");
    expect(placed.users.path).toBe("/v1/users");
    expect(other.people.user(1).find.path).toBe("/v2/users/1");
    expect(placed.users.user(1).find.path).toBe("/v1/users/1");
    expect(inspect(other.people).parent).toBe(other);
  });

  test("mix: what names a parent can be placed elsewhere too", () => {
    const other = rootResource("v2", { users: Users });
    expect(other.users.list.path).toBe("/v2/users");
    expect(Users.list.path).toBe("/v1/users");
  });

  test("a parent may be a view with ids given; it counts as the resource", () => {
    const below = untyped.staticResource("x", User(7), { list: get() });
    expect(below.path).toBe("/v1/users/{user}/x");
    expect(inspect(below).parent).toBe(User);
  });
});

describe("the arguments", () => {
  const Api = rootResource("v1", {});
  const A = failure("a", 409);
  const headers = { "x-a": string() };
  const describe_ = { summary: "s" };

  test("take type, parent or options in the middle, in every place", () => {
    expect(inspect(dynamicResource("id", { list: get() })).type?.["~parameter"].kind).toBe(
      "string",
    );
    expect(inspect(dynamicResource("id", integer(), {})).type?.["~parameter"].kind).toBe("integer");
    expect(dynamicResource("id", Api, {}).path).toBe("/v1/{id}");
    expect(dynamicResource("id", integer(), Api, {}).path).toBe("/v1/{id}");
    const all = dynamicResource(
      "id",
      Api,
      { type: uuid(), failures: [A], headers, describe: describe_ },
      { find: get() },
    );
    expect(all.path).toBe("/v1/{id}");
    expect(inspect(all)).toMatchObject({ failures: [A], description: describe_ });
    expect(inspect(all).type?.["~parameter"].kind).toBe("uuid");
    expect(all.find.failures).toEqual([A]);
    expect(Object.keys(all.find.headers)).toEqual(["x-a"]);
    const fixed = staticResource("s", Api, { failures: [A], headers }, { find: get() });
    expect([fixed.path, fixed.find.failures]).toEqual(["/v1/s", [A]]);
    const root = rootResource("v2", { failures: [A], headers, describe: describe_ }, { f: get() });
    expect([root.path, root.f.failures]).toEqual(["/v2", [A]]);
    const none = rootResource({ failures: [A], trailingSlash: true }, { f: get("f") });
    expect([none.path, none.f.path, none.f.failures]).toEqual(["", "/f/", [A]]);
  });

  test("give parameters to every endpoint below, through every placement", () => {
    const own = integer();
    const piece = staticResource(
      "p",
      { parameters: { limit: own } },
      { f: get().parameters({ q: string() }), g: get("g").parameters({ limit: own }) },
    );
    const tree = rootResource("v1", { parameters: { trace: string() } }, { piece });
    expect(Object.keys(tree.piece.f.parameters)).toEqual(["trace", "limit", "q"]);
    expect(Object.keys(tree.piece.g.parameters)).toEqual(["trace", "limit"]);
    expect(Object.keys(piece.f.parameters)).toEqual(["limit", "q"]);
    expect(Object.isFrozen(tree.piece.f.parameters)).toBe(true);
    const named = staticResource("n", tree.piece, { find: get() });
    expect(Object.keys(named.find.parameters)).toEqual(["trace", "limit"]);
    expect(Object.keys(inspect(tree).parameters)).toEqual(["trace"]);
    expect(endpointsOf(tree, named)).toHaveLength(3);
  });

  test("give failures and headers to every endpoint below, through every placement", () => {
    const B = failure("b", 404);
    const piece = staticResource(
      "p",
      { failures: [B] },
      { deep: staticResource("d", { f: get() }) },
    );
    const tree = rootResource("v1", { failures: [A], headers }, { piece });
    expect(tree.piece.deep.f.failures).toEqual([A, B]);
    expect(piece.deep.f.failures).toEqual([B]);
    expect(Object.keys(tree.piece.deep.f.headers)).toEqual(["x-a"]);
    expect(Object.keys(piece.deep.f.headers)).toEqual([]);
  });

  test.each(["failures", "parent", "type", "headers", "describe"])(
    "do not take a resource with a child called %s for options",
    (name) => {
      const parent = rootResource("v1", { [name]: get("x"), other: get() });
      expect(untyped.staticResource("s", parent, { list: get() }).path).toBe("/v1/s");
      expect(untyped.dynamicResource("d", parent, { list: get() }).path).toBe("/v1/{d}");
      expect(untyped.dynamicResource("d", integer(), parent, { [name]: get() }).path).toBe(
        "/v1/{d}",
      );
    },
  );

  test("take a child called as an option for a child", () => {
    const tree = rootResource("v1", { failures: get(), parent: post(), headers: get("h") });
    expect(Object.keys(tree)).toEqual(["failures", "parent", "headers"]);
    expect(tree.failures.failures).toEqual([]);
  });

  test("keep a header called like a member of every object", () => {
    const tree = staticResource(
      "s",
      { headers: { ["__proto__"]: string(), constructor: string() } },
      {
        list: get().headers({ ["__proto__x"]: string() }),
      },
    );
    expect(Object.keys(tree.list.headers)).toEqual(["__proto__", "constructor", "__proto__x"]);
  });

  test("declare nothing anywhere: no side effect reaches the arguments", () => {
    const children = Object.freeze({ list: get() });
    const options = Object.freeze({
      failures: Object.freeze([A]),
      headers: Object.freeze(headers),
    });
    expect(() => rootResource("v1", options, children)).not.toThrow();
  });
});

describe("the path of a static segment", () => {
  test.each([
    ["a-b_c.d~e", "/a-b_c.d~e"],
    ["a:b@c!$&'()*+,;=", "/a:b@c!$&'()*+,;="],
    ["café", "/caf%C3%A9"],
    ["a b", "/a%20b"],
    ["%", "/%25"],
    ["%2F", "/%252F"],
    ["a?b#c", "/a%3Fb%23c"],
    ["a\\b", "/a%5Cb"],
    ["...", "/..."],
  ])("of %j is %j in a URL, with pchar as it is", (segment, path) => {
    const tree = rootResource(segment, { list: get() });
    expect(hrefOf(tree.list)).toBe(path);
    expect(tree.list.path).toBe(`/${segment}`);
  });

  test("and of a subpath is written in the same way", () => {
    expect(hrefOf(rootResource({ list: get("a b/c:d") }).list)).toBe("/a%20b/c:d");
  });

  test("of any text is one segment", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
        const segment = text.replaceAll("/", "|");
        expect(hrefOf(rootResource(segment, { list: get() }).list).split("/")).toHaveLength(2);
      }),
    );
  });
});

test("the template of segments() has a star", () => {
  expect(dynamicResource("rest", segments(), { read: get() }).read.template).toBe("/{rest*}");
});
