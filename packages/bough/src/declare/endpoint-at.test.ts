import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryTree } from "../../../../test/support/arbitrary-tree.ts";
import { DeclarationError } from "./verify/declaration-error.ts";
import { readIds, idPartsOf } from "./routing/path-segments.ts";
import { endpointAt } from "./endpoint-at.ts";
import { hrefOf } from "./tree/href.ts";
import { list, segments } from "./parameter/list.ts";
import { boolean, dateTime, integer, string, uuid } from "./parameter/parameter-types.ts";
import { dynamicResource, rootResource, staticResource } from "./tree/resource.ts";
import { bind } from "./tree/slash.ts";
import { del, get, post } from "./endpoint/verbs.ts";
import { endpointsOf } from "./walk.ts";

const api = rootResource("v1", {
  users: staticResource("users", {
    list: get().parameters({
      q: string().optional(),
      limit: integer().default(20),
      after: dateTime().optional(),
      tag: list(string()),
      sort: list(string(), { style: "comma" }),
      deep: boolean().optional(),
    }),
    create: post(),
    user: dynamicResource("user", integer(), { find: get(), remove: del() }),
  }),
  files: staticResource("files", { file: dynamicResource("file", segments(), { read: get() }) }),
  item: staticResource("items", { item: dynamicResource("item", { find: get() }) }),
});
const other = rootResource("v2", { status: get("status") });

describe("endpointAt", () => {
  test("gives the endpoint, its ids and its parameters", () => {
    expect(endpointAt(api, "GET", "/v1/users/7")).toEqual({
      endpoint: api.users.user.find,
      ids: { user: 7 },
      parameters: {},
    });
    expect(endpointAt(api, "GET", "/v1/users?tag=a&tag=b&x=1&sort=b%2Cc,d&deep=true")).toEqual({
      endpoint: api.users.list,
      ids: {},
      parameters: {
        q: undefined,
        limit: 20,
        after: undefined,
        tag: ["a", "b"],
        sort: ["b,c", "d"],
        deep: true,
      },
    });
    expect(endpointAt(api, "GET", "/v1/files/a%2Fb/c")?.ids).toEqual({ file: ["a/b", "c"] });
  });

  test("takes absolute URLs, URL objects and fragments", () => {
    for (const url of [
      "https://h/v1/users/7",
      "http://u:p@h:1/v1/users/7?x=1",
      "/v1/users/7#top",
      "https://h/v1/users/7?x#y?z",
      new URL("https://h/v1/users/7"),
    ]) {
      expect(endpointAt(api, "GET", url)?.endpoint).toBe(api.users.user.find);
    }
  });

  test("answers HEAD by GET", () => {
    expect(endpointAt(api, "HEAD", "/v1/users/7")?.endpoint).toBe(api.users.user.find);
  });

  test.each([
    ["GET", "/v1/nothing"],
    ["PUT", "/v1/users/7"],
    ["get", "/v1/users/7"],
    ["GET", "/v1/users/x"],
    ["GET", "/v1/users/1e0"],
    ["GET", "/v1/users/%zz"],
    ["GET", "/v1/users/7/"],
    ["GET", "/v1//users"],
    ["GET", "/v1/items/%2e%2e"],
    ["GET", "users"],
    ["GET", ""],
    ["GET", "*"],
    ["GET", "mailto:a@b"],
    ["GET", "/v1/é"],
    ["__proto__", "/v1/users"],
  ])("gives nothing for %s %s", (method, url) => {
    expect(endpointAt(api, method, url)).toBeUndefined();
  });

  test("finds an endpoint whose query is wrong, and tells what is wrong", () => {
    expect(endpointAt(api, "GET", "/v1/users?limit=x&q=%zz&deep=1&tag=a")).toEqual({
      endpoint: api.users.list,
      ids: {},
      issues: [
        { in: "query", name: "q", message: "must not have a broken escape" },
        { in: "query", name: "limit", message: "must be an integer" },
        { in: "query", name: "deep", message: 'must be "true" or "false"' },
      ],
    });
    const required = rootResource({ find: get().parameters({ id: integer() }) });
    expect(endpointAt(required, "HEAD", "/")?.issues).toEqual([
      { in: "query", name: "id", message: "is missing" },
    ]);
    expect(endpointAt(required, "GET", "/?id=1&id=2")).toEqual({
      endpoint: required.find,
      ids: {},
      issues: [{ in: "query", name: "id", message: "is given more than once" }],
    });
    const found = endpointAt(required, "GET", "/?id=7");
    expect(found).toEqual({ endpoint: required.find, ids: {}, parameters: { id: 7 } });
    expect(found && "issues" in found).toBe(false);
  });

  test("looks in a resource, or in a list of resources and endpoints", () => {
    expect(endpointAt([api, other], "GET", "/v2/status")?.endpoint).toBe(other.status);
    expect(endpointAt([api.users.create, other.status], "POST", "/v1/users")?.endpoint).toBe(
      api.users.create,
    );
    expect(endpointAt([api.users.create], "GET", "/v1/users")).toBeUndefined();
    expect(endpointAt(api.users.user, "GET", "/v1/users/7")?.ids).toEqual({ user: 7 });
    expect(endpointAt(api.users.user, "GET", "/v1/users")).toBeUndefined();
    expect(endpointAt([], "GET", "/v1/users")).toBeUndefined();
  });

  test("sees a list that has changed since it was looked in last", () => {
    const within: Parameters<typeof endpointAt>[0][] & (typeof api | typeof other)[] = [api];
    expect(endpointAt(within, "GET", "/v2/status")).toBeUndefined();
    within.push(other);
    expect(endpointAt(within, "GET", "/v2/status")?.endpoint).toBe(other.status);
    within.shift();
    expect(endpointAt(within, "GET", "/v1/users")).toBeUndefined();
    within[0] = api;
    expect(endpointAt(within, "GET", "/v1/users")?.endpoint).toBe(api.users.list);
  });

  test("refuses a tree with a fault", () => {
    expect(() => endpointAt(rootResource("a/b" as string, {}), "GET", "/")).toThrow(
      DeclarationError,
    );
  });

  test("keeps names that every object has apart from prototypes", () => {
    const odd = dynamicResource("__proto__" as string, {
      f: get().parameters({ ["__proto__"]: string().optional(), constructor: string().optional() }),
    });
    const match = endpointAt(odd, "GET", "/a?__proto__=b&constructor=c&toString=d");
    expect(Object.entries(match?.ids ?? {})).toEqual([["__proto__", "a"]]);
    expect(Object.entries(match?.parameters ?? {})).toEqual([
      ["__proto__", "b"],
      ["constructor", "c"],
    ]);
    expect(Object.getPrototypeOf(match?.ids)).toBeNull();
    expect(({} as { b?: unknown }).b).toBeUndefined();
    const none = endpointAt(odd, "GET", "/a");
    expect(Object.values(none?.parameters ?? {})).toEqual([undefined, undefined]);
  });

  test("is the inverse of hrefOf: endpoint, ids and parameters come back", () => {
    // What `string()` takes.
    const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0"));
    const parameters = fc.record(
      {
        q: text,
        limit: fc.maxSafeInteger(),
        after: fc.date({
          min: new Date("0000-01-01"),
          max: new Date("9999-12-31"),
          noInvalidDate: true,
        }),
        tag: fc.array(text),
        sort: fc.array(text),
        deep: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(parameters, (given) => {
        const match = endpointAt(api, "GET", hrefOf(api.users.list, { parameters: given }));
        expect(match?.endpoint).toBe(api.users.list);
        const absent = {
          q: undefined,
          limit: 20,
          after: undefined,
          tag: [],
          sort: [],
          deep: undefined,
        };
        expect(match?.parameters).toEqual({ ...absent, ...given });
      }),
    );
    const id = fc
      .string({ unit: "binary", minLength: 1 })
      .filter((value) => !/^\.{1,2}$|\0/.test(value));
    fc.assert(
      fc.property(fc.maxSafeInteger(), id, fc.array(id, { minLength: 1 }), (user, item, file) => {
        const ids = (href: string): unknown => ({ ...endpointAt(api, "GET", href)?.ids });
        expect(ids(hrefOf(api.users.user(user).find))).toEqual({ user });
        expect(ids(hrefOf(api.item.item(item).find))).toEqual({ item });
        expect(ids(hrefOf(api.files.file(file).read))).toEqual({ file });
      }),
    );
  });

  test("is the inverse of hrefOf in any tree, in every style", () => {
    fc.assert(
      fc.property(arbitraryTree, fc.nat(), ({ resources }, value) => {
        for (const endpoint of endpointsOf(...resources)) {
          const parts = idPartsOf(endpoint);
          const given = Object.fromEntries(
            parts.map(({ name, type, all }) => [
              name,
              type["~parameter"].kind === "integer" ? value : all ? [`${value}`] : `${value}`,
            ]),
          );
          const href = hrefOf(bind(endpoint as never, given as never));
          const match = endpointAt(resources, endpoint.method, href);
          // A plain id is before all remaining segments, and has the text after them in it.
          if (match?.endpoint !== endpoint && /\*\}./.test(endpoint.template)) continue;
          expect(match && hrefOf(bind(match.endpoint as never, match.ids as never))).toBe(href);
          if (!parts.some(({ all }) => all)) {
            expect(match?.endpoint === endpoint).toBe(true);
            expect({ ...match?.ids }).toEqual(given);
          }
        }
      }),
    );
  });
});

describe("readIds", () => {
  const tree = dynamicResource("a", integer(), {
    b: dynamicResource("b", uuid(), { rest: dynamicResource("rest", segments(), { f: get() }) }),
  });
  const parts = idPartsOf(tree.b.rest.f);
  const id = "01234567-89ab-cdef-0123-456789abcdef";

  test("reads each id by its type, in the order of the path", () => {
    expect(parts.map(({ name, all }) => [name, all])).toEqual([
      ["a", false],
      ["b", false],
      ["rest", true],
    ]);
    const ids = readIds(parts, ["7", id, "x/y%2Fz"]);
    expect({ ...ids }).toEqual({ a: 7, b: id, rest: ["x", "y/z"] });
    expect(Object.getPrototypeOf(ids)).toBeNull();
  });

  test("gives nothing where one id does not decode", () => {
    expect(readIds(parts, ["x", id, "y"])).toBeUndefined();
    expect(readIds(parts, ["7", "y", "y"])).toBeUndefined();
    expect(readIds(parts, ["7", id, "y/%zz"])).toBeUndefined();
    expect(readIds(parts, ["%37", id, "y"])).toEqual(readIds(parts, ["7", id, "y"]));
    expect(readIds(parts, [])).toBeUndefined();
  });
});
