import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { arbitraryTree, SEGMENTS } from "../../../../../test/support/arbitrary-tree.ts";
import { decodePercent } from "../../http/percent.ts";
import { segments } from "../parameter/list.ts";
import { integer } from "../parameter/parameter-types.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import type { AnyResource } from "../tree/placement.ts";
import { takesAllSegments } from "../tree/placement.ts";
import { dynamicResource, rootResource, staticResource } from "../tree/resource.ts";
import { RoutingTree, segmentsOf } from "./routing-tree.ts";
import { del, get, head, post } from "../endpoint/verbs.ts";
import { endpointsOf } from "../walk.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function treeOf(endpoints: readonly AnyEndpoint[]): RoutingTree<AnyEndpoint> {
  const tree = new RoutingTree<AnyEndpoint>();
  for (const endpoint of endpoints) {
    expect(tree.add(endpoint, endpoint)).toBeUndefined();
  }
  return tree;
}

/** What is found, and the raw ids, as one text: "GET /v1/{a} 1|2". */
function found(tree: RoutingTree<AnyEndpoint>, method: string, path: string): string | undefined {
  const values: string[] = [];
  const endpoint = tree.find(method, path, values);
  return endpoint && [endpoint.method, endpoint.template, ...values].join(" ");
}

const api = rootResource({
  home: get(),
  users: staticResource("users", {
    list: get(),
    create: post(),
    me: get("me"),
    user: dynamicResource("user", { find: get(), remove: del(), posts: get("posts") }),
  }),
  articles: staticResource("articles", {
    feed: staticResource("feed", { read: get() }),
    article: dynamicResource("slug", { read: get(), remove: del() }),
  }),
  files: staticResource("files", {
    index: get("index"),
    rest: dynamicResource("path", segments(), { read: get(), remove: del() }),
  }),
  cafe: staticResource("café", { list: get() }),
  colon: staticResource("a:b", { list: get() }),
  percent: staticResource("%61", { list: get() }),
});
const tree = treeOf(endpointsOf(api));

describe("a routing tree", () => {
  test.each([
    ["GET", "/", "GET /"],
    ["GET", "/users", "GET /users"],
    ["POST", "/users", "POST /users"],
    ["GET", "/users/me", "GET /users/me"],
    ["GET", "/users/1", "GET /users/{user} 1"],
    ["GET", "/users/me/posts", "GET /users/{user}/posts me"],
    ["GET", "/files/index", "GET /files/index"],
    ["GET", "/files/a/b%2Fc/d", "GET /files/{path*} a/b%2Fc/d"],
    ["GET", "/files/index/b", "GET /files/{path*} index/b"],
  ])("finds %s %s", (method, path, expected) => {
    expect(found(tree, method, path)).toBe(expected);
  });

  test("tells segments of one hash, and hundreds of siblings, apart", () => {
    // "Aa" and "BB" have one hash where 31 is the factor, and so have all their like.
    const alike = ["Aa", "BB", "AaAa", "AaBB", "BBAa", "BBBB"];
    const many = [...alike, ...Array.from({ length: 500 }, (_, index) => `item${index}`)];
    const children = many.map((text) => [text, staticResource(text, { read: get() })] as const);
    const siblings = treeOf(endpointsOf(rootResource(Object.fromEntries(children))));
    for (const text of many) {
      expect(found(siblings, "GET", `/${text}`)).toBe(`GET /${text}`);
      expect(siblings.all(`/${text}`)).toHaveLength(1);
    }
    expect(found(siblings, "GET", "/item500")).toBeUndefined();
    expect(found(siblings, "GET", "/BBBBAa")).toBeUndefined();
  });

  test("finds the endpoint that has the method, past one that has not", () => {
    expect(found(tree, "DELETE", "/articles/feed")).toBe("DELETE /articles/{slug} feed");
    expect(found(tree, "GET", "/articles/feed")).toBe("GET /articles/feed");
    expect(found(tree, "DELETE", "/users/me")).toBe("DELETE /users/{user} me");
    expect(found(tree, "DELETE", "/files/index")).toBe("DELETE /files/{path*} index");
  });

  test("A9: answers HEAD by GET, unless HEAD is declared", () => {
    expect(found(tree, "HEAD", "/users/1")).toBe("GET /users/{user} 1");
    const own = treeOf(endpointsOf(rootResource({ a: head(), b: get() })));
    expect([found(own, "HEAD", "/"), found(own, "GET", "/")]).toEqual(["HEAD /", "GET /"]);
  });

  test.each([
    "//",
    "//users",
    "/users/",
    "/users//",
    "//users/1",
    "/users//1",
    "/users/1/",
    "/users/1//",
    "/USERS",
    "/Users/1",
    "/users;x",
    "/users.",
    "/.",
    "/..",
    "/./users",
    "/x/../users/1",
    "/x/%2e%2e/users/1",
    "/users/%2e",
    "/users/%2E%2E",
    "/users/.",
    "/users/..",
    "/users/.%2e",
    "/users\\1",
    "\\users",
    "/users/a\\b",
    "/files/a\\b",
    "/files/a/../b",
    "/files/a//b",
    "/files/",
    "/files",
    "/files/a/",
    "/files/a/%2e%2e/b",
    "/files/%2e",
    "/files/a/%zz",
    "/users/%zz",
    "/users/%C0%AF",
    "/users/%ED%A0%80",
    "/users/%",
    "/%zz",
    "",
    "users",
    "/us%65rs%2F1",
    "/users%2F1",
    "/%2Fusers",
    "/users/1/x",
    "/nothing",
    "/users/1/posts/2",
    "/caf%C3",
    "/cafe",
    "/CAF%C3%89",
    "/a%3",
    "/%61",
  ])("A1–A4, A6, A7: finds nothing at %j", (path) => {
    for (const method of ["GET", "HEAD", "POST", "DELETE"]) {
      // The empty path and one without a slash never come out of a target.
      if (path.startsWith("/")) {
        expect([path, found(tree, method, path)]).toEqual([path, undefined]);
      }
    }
    expect(path.startsWith("/") ? tree.all(path) : []).toEqual([]);
  });

  test("A8: compares a static segment after one decoding", () => {
    for (const path of ["/%75sers/1", "/us%65rs/1", "/%75%73%65%72%73/1"]) {
      expect(found(tree, "GET", path)).toBe("GET /users/{user} 1");
    }
    expect(found(tree, "GET", "/%75sers")).toBe("GET /users");
    expect(found(tree, "GET", "/caf%C3%A9")).toBe("GET /café");
    expect(found(tree, "GET", "/caf%c3%a9")).toBe("GET /café");
    expect(["/a:b", "/a%3Ab"].map((path) => found(tree, "GET", path))).toEqual([
      "GET /a:b",
      "GET /a:b",
    ]);
    expect(found(tree, "GET", "/%2561")).toBe("GET /%61");
  });

  test("A3, A5: keeps an id as it was sent, for one decoding", () => {
    for (const id of [
      "1;x",
      "a%2Fb",
      "%252F",
      "%25%3F",
      "%5C",
      "%00",
      "...",
      "a+b",
      "%2E%2E%2E",
      "{user}",
    ]) {
      expect(found(tree, "GET", `/users/${id}`)).toBe(`GET /users/{user} ${id}`);
    }
  });

  test("A11: knows no method and no segment that every object has", () => {
    for (const name of [
      "constructor",
      "__proto__",
      "toString",
      "hasOwnProperty",
      "valueOf",
      "get",
    ]) {
      expect(found(tree, name, "/users")).toBeUndefined();
      expect(found(tree, "GET", `/${name}`)).toBeUndefined();
      expect(found(tree, "GET", `/users/${name}`)).toBe(`GET /users/{user} ${name}`);
      expect(tree.all(`/${name}`)).toEqual([]);
    }
  });

  test("leaves no value behind of a way that led nowhere", () => {
    const values: string[] = [];
    expect(tree.find("GET", "/users/1/2/3", values)).toBeUndefined();
    expect(values).toEqual([]);
    expect(tree.find("DELETE", "/files/a/b", values)?.template).toBe("/files/{path*}");
    expect(values).toEqual(["a/b"]);
  });

  test("tells of an entry that answers the same requests, and keeps the first", () => {
    const twins = rootResource({
      a: dynamicResource("a", { f: get() }),
      b: dynamicResource("b", integer(), { f: get(), g: post() }),
    });
    const own = new RoutingTree<string>();
    expect(own.add(twins.a.f, "first")).toBeUndefined();
    expect(own.add(twins.b.f, "second")).toBe("first");
    expect(own.add(twins.b.g, "third")).toBeUndefined();
    expect(own.find("GET", "/1", [])).toBe("first");
  });

  test("lists everything that has the path, whatever the method", () => {
    const listed = (path: string): string[] =>
      tree
        .all(path)
        .map(({ entry, values }) => [entry.method, entry.template, ...values].join(" "));
    expect(listed("/users")).toEqual(["GET /users", "POST /users"]);
    expect(listed("/articles/feed")).toEqual([
      "GET /articles/feed",
      "GET /articles/{slug} feed",
      "DELETE /articles/{slug} feed",
    ]);
    expect(listed("/files/index/x")).toEqual([
      "GET /files/{path*} index/x",
      "DELETE /files/{path*} index/x",
    ]);
    expect(listed("/")).toEqual(["GET /"]);
    expect(listed("/nothing")).toEqual([]);
  });

  test("A14: reads 16 KiB of slashes, escapes and dots without a match, or with one", () => {
    for (const part of ["/", "%2F", "/..", "/%2e", "/a", "%", "\\"]) {
      const path = `/files${part.repeat(16_384 / part.length)}`;
      expect(found(tree, "GET", path) === undefined).toBe(part !== "/a");
    }
  });
});

describe("backtracking", () => {
  const depth = 8;

  /** Static beside dynamic at every level: 2^depth shapes, an endpoint at each end. */
  function bushy(level: number): Record<string, unknown> {
    if (level === depth) {
      return { read: get() };
    }
    const below = bushy(level + 1);
    return {
      fixed: staticResource("a", below as never),
      open: dynamicResource(`p${level}`, below as never),
    };
  }

  /** One way through static segments, one through dynamic ones, meeting at each level. */
  function ladder(level: number): Record<string, unknown> {
    return level === 50
      ? { read: get() }
      : {
          fixed: staticResource("a", ladder(level + 1) as never),
          open: dynamicResource(`p${level}`, { read: post() }),
        };
  }

  function lookups(routes: RoutingTree<AnyEndpoint>, path: string): number {
    const reads = vi.spyOn(Map.prototype, "get");
    routes.find("GET", path, []);
    const count = reads.mock.calls.length;
    reads.mockRestore();
    return count;
  }

  test("visits a node once at most: the price of a miss is bounded by the shapes declared", () => {
    const routes = treeOf(endpointsOf(rootResource(bushy(0) as never) as AnyResource));
    const nodes = 2 ** (depth + 1);
    expect(lookups(routes, `${"/a".repeat(depth)}/x`)).toBeLessThan(2 * nodes);
    expect(lookups(routes, "/a".repeat(4_096))).toBeLessThan(2 * nodes);
    expect(lookups(routes, "/a".repeat(depth))).toBeLessThan(2 * depth);
  });

  test("is linear where each level has one way to go on", () => {
    const routes = treeOf(endpointsOf(rootResource(ladder(0) as never) as AnyResource));
    expect(lookups(routes, "/a".repeat(51))).toBeLessThan(250);
    expect(lookups(routes, `${"/a".repeat(49)}/x`)).toBeLessThan(250);
    expect(lookups(routes, `/x${"/a".repeat(49)}`)).toBeLessThan(10);
  });
});

// ---- the slow matcher that the tree is held against

interface Match {
  readonly endpoint: AnyEndpoint;
  readonly values: readonly string[];
  readonly rank: string;
}

/** What one endpoint makes of a path; its rank orders static < dynamic < rest, leftmost first. */
function matchOne(endpoint: AnyEndpoint, raw: readonly string[]): Match | undefined {
  const values: string[] = [];
  let rank = "";
  for (const [index, segment] of segmentsOf(endpoint).entries()) {
    const text = raw[index];
    if (text === undefined) {
      return undefined;
    }
    if (typeof segment === "string") {
      if (decodePercent(text) !== segment) {
        return undefined;
      }
      rank += "0";
    } else if (takesAllSegments(segment)) {
      return { endpoint, values: [...values, raw.slice(index).join("/")], rank: `${rank}2` };
    } else {
      values.push(text);
      rank += "1";
    }
  }
  return segmentsOf(endpoint).length === raw.length ? { endpoint, values, rank } : undefined;
}

function matchAll(endpoints: readonly AnyEndpoint[], path: string): Match[] {
  const raw = path === "/" ? [] : path.slice(1).split("/");
  const plain = raw.every((each) => {
    const text = decodePercent(each);
    return text !== undefined && !["", ".", ".."].includes(text) && !each.includes("\\");
  });
  return plain
    ? endpoints.map((endpoint) => matchOne(endpoint, raw)).filter((match) => match !== undefined)
    : [];
}

function slowly(
  endpoints: readonly AnyEndpoint[],
  method: string,
  path: string,
): Match | undefined {
  const matches = matchAll(endpoints, path)
    .filter(
      ({ endpoint }) =>
        endpoint.method === method || (method === "HEAD" && endpoint.method === "GET"),
    )
    .map((match) => ({
      ...match,
      order: `${match.rank}${match.endpoint.method === method ? 0 : 1}`,
    }));
  return matches.sort((a, b) => (a.order < b.order ? -1 : 1))[0];
}

const segment = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(...SEGMENTS.map(encodeURIComponent), "sub", "path", "v1", "1"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("%61", "%62", "a:b", "a%3Ab", "%41", "A%20", "a%20b", "su%62"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", ".", "..", "%2e", "%2E.", "%zz", "%2F", "a\\b", ";x", "%00"),
  },
);
const path = fc
  .tuple(fc.constantFrom("", "", "/v1", "/a"), fc.array(segment, { maxLength: 6 }))
  .map(([start, parts]) => `${start}${parts.map((part) => `/${part}`).join("")}` || "/");
const method = fc.constantFrom("GET", "HEAD", "POST", "DELETE", "PUT");

describe("property 7: any tree and any path", () => {
  test("are matched as by a scan over all endpoints", () => {
    fc.assert(
      fc.property(
        arbitraryTree,
        fc.array(fc.tuple(method, path), { minLength: 20, maxLength: 20 }),
        ({ resources }, requests) => {
          const endpoints = endpointsOf(...resources);
          const routes = treeOf(endpoints);
          for (const [verb, target] of requests) {
            const expected = slowly(endpoints, verb, target);
            const values: string[] = [];
            expect(routes.find(verb, target, values)).toBe(expected?.endpoint);
            expect(values).toEqual(expected?.values ?? []);
            const all = routes
              .all(target)
              .map(({ entry, values: raw }) => [entry.template, entry.method, ...raw].join(" "));
            const scanned = matchAll(endpoints, target).map(({ endpoint, values: raw }) =>
              [endpoint.template, endpoint.method, ...raw].join(" "),
            );
            expect(all.sort()).toEqual(scanned.sort());
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("property 8: are matched alike, whatever the order of declaration", () => {
    fc.assert(
      fc.property(
        arbitraryTree,
        fc.array(fc.tuple(method, path), { minLength: 10 }),
        fc.infiniteStream(fc.nat()),
        ({ resources }, requests, noise) => {
          const endpoints = endpointsOf(...resources);
          const keyed = endpoints.map(
            (endpoint) => [noise.next().value as number, endpoint] as const,
          );
          const shuffled = keyed.sort(([a], [b]) => a - b).map(([, endpoint]) => endpoint);
          const [one, other] = [treeOf(endpoints), treeOf(shuffled)];
          for (const [verb, target] of requests) {
            expect(found(other, verb, target)).toBe(found(one, verb, target));
          }
        },
      ),
    );
  });

  test("reach every endpoint but what takes all the rest by a path of its own", () => {
    fc.assert(
      fc.property(arbitraryTree, ({ resources }) => {
        const endpoints = endpointsOf(...resources);
        const routes = treeOf(endpoints);
        for (const endpoint of endpoints.filter(({ template }) => !template.endsWith("*}"))) {
          const own = segmentsOf(endpoint).map((each) =>
            typeof each === "string" ? encodeURIComponent(each) : "zz~7",
          );
          expect(routes.find(endpoint.method, `/${own.join("/")}`, [])).toBe(endpoint);
        }
      }),
    );
  });
});
