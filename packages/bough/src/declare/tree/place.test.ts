import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AddressError, idsOf } from "./address.ts";
import { hrefOf } from "./href.ts";
import { segments } from "../parameter/list.ts";
import { oneOf } from "../parameter/one-of.ts";
import { bigint, boolean, dateTime, integer, number, uuid } from "../parameter/parameter-types.ts";
import { parameter } from "../parameter/parameter-make.ts";
import type { AnyEndpoint, AnyResource } from "./placement.ts";
import { dynamicResource, rootResource, staticResource } from "./resource.ts";
import { bind } from "./slash.ts";
import { del, get } from "../endpoint/verbs.ts";

const api = rootResource("v1", {
  users: staticResource("users", {
    user: dynamicResource("user", {
      find: get(),
      avatar: get("avatar/large"),
      friends: staticResource("friends", {
        friend: dynamicResource("friend", integer(), { remove: del() }),
      }),
    }),
  }),
  files: dynamicResource("file", segments(), { read: get() }),
});

/** The message of what a call throws, which is an `AddressError`. */
function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(AddressError);
    return (error as AddressError).message;
  }
  return "nothing thrown";
}

/** hrefOf as plain JavaScript calls it. */
const href = hrefOf as unknown as (endpoint: AnyEndpoint) => string;

/** A value of the wrong type, as plain JavaScript may give it. */
const wrong = (value: unknown): never => value as never;

describe("a bound view", () => {
  test("has the path with its ids, and the template stays", () => {
    const user = api.users.user("42");
    expect(user.path).toBe("/v1/users/42");
    expect(user.find.path).toBe("/v1/users/42");
    expect(user.find.template).toBe("/v1/users/{user}");
    expect(user.avatar.path).toBe("/v1/users/42/avatar/large");
    expect(user.friends.path).toBe("/v1/users/42/friends");
    expect(user.friends.friend(7).remove.path).toBe("/v1/users/42/friends/7");
    expect(user.friends.friend(7).path).toBe("/v1/users/42/friends/7");
    expect(api.users.user.path).toBe("/v1/users/{user}");
  });

  test("is the same endpoint in everything else", () => {
    const bound = api.users.user("42").find;
    const { find } = api.users.user;
    for (const key of [
      "method",
      "parameters",
      "headers",
      "responses",
      "failures",
      "meta",
    ] as const) {
      expect(bound[key]).toBe(find[key]);
    }
    expect(bound.resource).toBe(api.users.user);
    expect(bound["~endpoint"]).toBe(find["~endpoint"]);
  });

  test("is frozen, and so is what it leads to", () => {
    const user = api.users.user("42");
    const views: object[] = [
      user,
      user.find,
      user.friends,
      user.friends.friend,
      user.friends.friend(1),
    ];
    expect(views.map((view) => Object.isFrozen(view))).toEqual(views.map(() => true));
    expect(views.map((view) => Object.isFrozen(Object.getPrototypeOf(view)))).toEqual(
      views.map(() => true),
    );
  });

  test("changes nothing: two views of one resource know of no other", () => {
    const [a, b] = [api.users.user("a"), api.users.user("b")];
    expect([a.find.path, b.find.path, a.find.path]).toEqual([
      "/v1/users/a",
      "/v1/users/b",
      "/v1/users/a",
    ]);
    expect(idsOf(api.users.user)).toBeUndefined();
  });

  test("does not hang an await", async () => {
    expect((await api.users.user("42")).path).toBe("/v1/users/42");
    expect("then" in (await api.users.user("42").friends.friend)).toBe(false);
  });

  test("takes ids called like members of every object", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
      const tree = dynamicResource(name, {
        deep: dynamicResource("b", { find: get() }),
      }) as unknown as {
        (id: string): { deep: (id: string) => { find: AnyEndpoint } };
        deep: { find: AnyEndpoint; (id: string): { find: AnyEndpoint } };
      };
      expect(tree("x").deep("y").find.path).toBe("/x/y");
      expect(refusal(() => tree.deep("y").find.path)).toBe(
        `/{${name}}/{b}: the path parameter "${name}" is missing`,
      );
      expect(refusal(() => href(tree.deep.find))).toBe(
        `/{${name}}/{b}: the path parameter "${name}" is missing`,
      );
    }
    expect(Object.keys({})).toEqual([]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test("takes all remaining segments as a list", () => {
    expect(api.files(["a", "b/c", "d e"]).read.path).toBe("/v1/a/b%2Fc/d%20e");
  });
});

describe("binding", () => {
  const values = [undefined, null, "", ".", "..", "\ud800", 1, NaN, {}, [], Symbol("s"), () => 1];

  test("never throws, whatever is given", () => {
    for (const value of values) {
      expect(() => api.users.user(wrong(value)).friends.friend(wrong(value)).remove).not.toThrow();
      expect(() => api.files(wrong(value)).read).not.toThrow();
      expect(() => bind(api.users.user.find, wrong(value))).not.toThrow();
    }
  });

  test.each([
    ["", 'must not be ""'],
    [".", 'must not be "."'],
    ["..", 'must not be ".."'],
    ["\ud800", 'must not be "\\ud800"'],
    ["a\udc00b", 'must not be "a\\udc00b"'],
    [42, "must be text without U+0000"],
    [undefined, "is missing"],
    [null, "must be text without U+0000"],
    [{ toString: () => "x" }, "must be text without U+0000"],
    ["a\0", "must be text without U+0000"],
  ])("B1, B3: %j is refused when the path is asked for", (id, issue) => {
    const message = `/v1/users/{user}: the path parameter "user" ${issue}`;
    const bound = api.users.user(wrong(id));
    expect(refusal(() => bound.path)).toBe(message);
    expect(refusal(() => bound.find.path)).toBe(message);
    expect(refusal(() => hrefOf(bound.find))).toBe(message);
  });

  test("tells where it went wrong by fields", () => {
    try {
      expect(api.users.user("").path).toBe("never");
    } catch (error) {
      expect({ ...(error as AddressError) }).toEqual({
        name: "AddressError",
        code: "address",
        template: "/v1/users/{user}",
        parameter: "user",
        in: "path",
        issue: 'must not be ""',
      });
    }
  });

  test("without an id that stands above is refused when the path is asked for", () => {
    const message = '/v1/users/{user}/friends/{friend}: the path parameter "user" is missing';
    expect(refusal(() => api.users.user.friends.friend(7).path)).toBe(message);
    expect(refusal(() => href(api.users.user.friends.friend(7).remove))).toBe(message);
    expect(refusal(() => api.users.user("1").friends.friend.path)).toBe(
      '/v1/users/{user}/friends/{friend}: the path parameter "friend" is missing',
    );
  });

  test.each([
    [[], "must have a length of at least 1"],
    ["a", "must be a list"],
    [undefined, "must have a length of at least 1"],
    [["a", ""], 'must not be ""'],
    [["a", ".."], 'must not be ".."'],
    [["a", 1], "must be text"],
    [["\ud800"], "must not contain a lone surrogate"],
    [[undefined, "a"], "must be text"],
    [["a", "\0"], "must not contain U+0000"],
  ])("of all remaining segments refuses %j", (id, issue) => {
    expect(refusal(() => api.files(wrong(id)).path)).toBe(
      `/v1/{file*}: the path parameter "file" ${issue}`,
    );
  });

  test("B1: the rule holds for values that are no text, too", () => {
    const dots = parameter({
      decode: (text) => text.length,
      encode: (value: number) => ".".repeat(value),
    });
    const tree = dynamicResource("n", dots, { find: get() });
    expect([0, 1, 2].map((n) => refusal(() => tree(n).path))).toEqual(
      ["", ".", ".."].map((text) => `/{n}: the path parameter "n" must not be "${text}"`),
    );
    expect(tree(3).path).toBe("/...");
  });

  test("writes the ids of every type", () => {
    const tree = rootResource({
      a: dynamicResource("a", integer(), { f: get() }),
      b: dynamicResource("b", number(), { f: get() }),
      c: dynamicResource("c", boolean(), { f: get() }),
      d: dynamicResource("d", bigint(), { f: get() }),
      e: dynamicResource("e", uuid(), { f: get() }),
      g: dynamicResource("g", dateTime(), { f: get() }),
      h: dynamicResource("h", oneOf("x/y", "z"), { f: get() }),
    });
    expect([
      tree.a(-5).f.path,
      tree.b(1.5).f.path,
      tree.c(true).f.path,
      tree.d(10n ** 20n).f.path,
      tree.e("01234567-89AB-cdef-0123-456789abcdef").f.path,
      tree.g(new Date(0)).f.path,
      tree.h("x/y").f.path,
    ]).toEqual([
      "/-5",
      "/1.5",
      "/true",
      "/100000000000000000000",
      "/01234567-89AB-cdef-0123-456789abcdef",
      "/1970-01-01T00%3A00%3A00.000Z",
      "/x%2Fy",
    ]);
    expect(refusal(() => tree.a(1.5).path)).toBe('/{a}: the path parameter "a" must be an integer');
  });
});

describe("the path of any id", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom(".", "/", "%", "2", "e", "?", "#", "\\", ":", "$", "&", "{", "}"),
    }),
    fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    }),
  );

  test("property 4: has the template's segments, static ones unchanged, or is refused", () => {
    fc.assert(
      fc.property(anyText, fc.integer(), (id, friend) => {
        let path: string;
        try {
          path = hrefOf(api.users.user(id).friends.friend(friend).remove);
        } catch (error) {
          expect(error).toBeInstanceOf(AddressError);
          expect(/^\.{0,2}$|\p{Surrogate}|\0/u.test(id)).toBe(true);
          return;
        }
        const url = new URL(`http://h${path}`);
        expect(url.href).toBe(`http://h${path}`);
        const [, v1, users, user, friends, last, ...rest] = url.pathname.split("/");
        expect([v1, users, friends, last, rest]).toEqual([
          "v1",
          "users",
          "friends",
          `${friend}`,
          [],
        ]);
        expect(decodeURIComponent(user as string)).toBe(id);
      }),
      { numRuns: 1000 },
    );
  });

  test("B4, B5: is never read as a template", () => {
    for (const id of [":user", "{user}", "$&", "$1", "{friend}", "*"]) {
      const path = hrefOf(api.users.user(id).friends.friend(1).remove);
      expect(decodeURIComponent(path)).toBe(`/v1/users/${id}/friends/1`);
    }
  });

  test("property 6: two ids never give the same path", () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        fc.pre(one !== other);
        const paths = [one, other].map((id) => {
          try {
            return api.users.user(id).path;
          } catch {
            return id;
          }
        });
        expect(paths[0]).not.toBe(paths[1]);
      }),
    );
  });
});

test("a view of a tree with a fault leads to what is right in it", () => {
  const tree = (dynamicResource as unknown as (...given: unknown[]) => AnyResource)("id", {
    path: get(),
    list: get(),
  }) as unknown as (id: string) => { path: string; list: AnyEndpoint };
  expect([tree("1").path, tree("1").list.path]).toEqual(["/1", "/1"]);
});
