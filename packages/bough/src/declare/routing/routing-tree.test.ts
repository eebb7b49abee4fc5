import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { arbitraryTree, SEGMENTS } from "../../../../../test/support/arbitrary-tree.ts";
import { decodePercent, encodeStaticSegment } from "../../shared/http/percent.ts";
import { segments } from "../parameter/list.ts";
import { integer } from "../parameter/parameter-types.ts";
import type { AnyEndpoint, AnyResource } from "../tree/placement.ts";
import { dynamicResource, rootResource, staticResource } from "../tree/resource.ts";
import { segmentsOf } from "./path-segments.ts";
import { RoutingTree } from "./routing-tree.ts";
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

describe("ids with text around them", () => {
  const affixed = rootResource({
    json: dynamicResource(
      "json",
      { suffix: ".json" },
      {
        read: get(),
        publish: post(":publish"),
        sub: get("sub"),
      },
    ),
    tar: dynamicResource("tar", { suffix: ".tar.json" }, { read: get() }),
    version: dynamicResource("version", { prefix: "v-" }, { read: get() }),
    letter: dynamicResource("letter", { prefix: "é-" }, { read: get() }),
    topics: staticResource("topics", {
      batch: post(":batchGet"),
      topic: dynamicResource("topic", {
        read: get(),
        publish: post(":publish"),
        now: post(":go/now"),
      }),
    }),
    plain: dynamicResource("plain", { read: get(), publish: post(":publish") }),
  });
  const only = rootResource({
    json: dynamicResource("json", { suffix: ".json" }, { read: get() }),
  });
  const own = treeOf(endpointsOf(affixed));

  test.each([
    ["GET", "/a.json", "GET /{json}.json a"],
    ["GET", "/a%2Ejson", "GET /{json}.json a"],
    ["GET", "/a%2ejs%6Fn", "GET /{json}.json a"],
    ["GET", "/a%2Fb.json", "GET /{json}.json a%2Fb"],
    ["GET", "/a.json/sub", "GET /{json}.json/sub a"],
    ["GET", "/a.tar.json", "GET /{tar}.tar.json a"],
    ["GET", "/v-a.tar.json", "GET /{tar}.tar.json v-a"],
    ["GET", "/v-a.json", "GET /{json}.json v-a"],
    ["GET", "/v-a", "GET /v-{version} a"],
    ["GET", "/%C3%A9-a", "GET /é-{letter} a"],
    ["GET", "/%c3%a9%2Da", "GET /é-{letter} a"],
    ["GET", "/.tar.json", "GET /{json}.json .tar"],
    ["GET", "/.json", "GET /{plain} .json"],
    ["GET", "/%2Ejson", "GET /{plain} %2Ejson"],
    ["GET", "/v-", "GET /{plain} v-"],
    ["GET", "/..json", "GET /{plain} ..json"],
    ["GET", "/...json", "GET /{plain} ...json"],
    ["GET", "/%2E%2e.json", "GET /{plain} %2E%2e.json"],
    ["GET", "/a%2Ejson:x", "GET /{plain} a%2Ejson:x"],
    ["GET", "/a.JSON", "GET /{plain} a.JSON"],
    ["POST", "/a.json:publish", "POST /{json}.json:publish a"],
    ["POST", "/a:publish", "POST /{plain}:publish a"],
    ["POST", "/a%2Fb:pub%6Cish", "POST /{plain}:publish a%2Fb"],
    ["POST", "/a:b:publish", "POST /{plain}:publish a:b"],
    ["POST", "/a%3Apublish", undefined],
    ["POST", "/:publish", undefined],
    ["GET", "/a%3Apublish", "GET /{plain} a%3Apublish"],
    ["GET", "/a:publish", "GET /{plain} a:publish"],
    ["POST", "/topics:batchGet", "POST /topics:batchGet"],
    ["POST", "/%74opics:batch%47et", "POST /topics:batchGet"],
    ["POST", "/topics%3AbatchGet", undefined],
    ["GET", "/topics%3AbatchGet", "GET /{plain} topics%3AbatchGet"],
    ["POST", "/topics/a:go/now", "POST /topics/{topic}:go/now a"],
    ["POST", "/topics/:batchGet", undefined],
  ])("%s %s", (verb, path, expected) => {
    expect(found(own, verb, path)).toBe(expected);
    expect(own.all(path).some(({ entry }) => entry.method === verb)).toBe(expected !== undefined);
  });

  test.each(["/.json", "/%2Ejson", "/..json", "/%2E.json", "/x.json/", "//.json", "/%.json"])(
    "%s is not an id of its own",
    (path) => {
      expect(found(treeOf(endpointsOf(only)), "GET", path)).toBeUndefined();
      expect(treeOf(endpointsOf(only)).all(path)).toEqual([]);
    },
  );

  test("do not depend on the order of declaration", () => {
    const overlapping = rootResource({
      b: dynamicResource("b", { suffix: "b" }, { f: get() }),
      a: dynamicResource("a", { prefix: "a" }, { f: get() }),
    });
    const endpoints = endpointsOf(overlapping);
    for (const order of [endpoints, [...endpoints].reverse()]) {
      expect(found(treeOf(order), "GET", "/a1b")).toBe("GET /a{a} 1b");
      expect(found(treeOf(order), "GET", "/1b")).toBe("GET /{b}b 1");
      expect(found(treeOf(order), "GET", "/ab")).toBe("GET /a{a} b");
    }
  });

  test("may be before and after all remaining segments", () => {
    const rest = treeOf(
      endpointsOf(
        rootResource({
          trees: dynamicResource(
            "path",
            { type: segments(), prefix: "t-", suffix: ".git" },
            {
              read: get(),
              copy: get(":copy"),
            },
          ),
          all: dynamicResource("all", { type: segments(), trailingSlash: true }, { read: get() }),
        }),
      ),
    );
    expect(found(rest, "GET", "/t-a/b.git")).toBe("GET /t-{path*}.git a/b");
    expect(found(rest, "GET", "/t-a/b%2Egit:copy")).toBe("GET /t-{path*}.git:copy a/b");
    expect(found(rest, "GET", "/t-a/b.git/")).toBe("GET /{all*}/ t-a/b.git");
    for (const path of ["/t-.git", "/t-a/.git", "/t-/a.git", "/t-a/..git", "/a/b", "/a//", "//"]) {
      expect(found(rest, "GET", path)).toBeUndefined();
      expect(rest.all(path)).toEqual([]);
    }
  });
});

describe("a slash at the end", () => {
  const both = rootResource(
    "v1",
    { trailingSlash: true },
    {
      home: get(),
      users: staticResource("users", {
        list: get(),
        user: dynamicResource("user", { read: get(), go: post(":go") }),
        me: staticResource("me", { trailingSlash: false }, { read: get(), sub: post("sub") }),
      }),
    },
  );
  const own = treeOf(endpointsOf(both));

  test.each([
    ["GET", "/v1/", "GET /v1/"],
    ["HEAD", "/v1/users/", "GET /v1/users/"],
    ["GET", "/%76%31/users/", "GET /v1/users/"],
    ["GET", "/v1/users/1/", "GET /v1/users/{user}/ 1"],
    ["POST", "/v1/users/1:go/", "POST /v1/users/{user}:go/ 1"],
    ["GET", "/v1/users/me", "GET /v1/users/me"],
    ["GET", "/v1/users/me/", "GET /v1/users/{user}/ me"],
    ["POST", "/v1/users/me/sub", "POST /v1/users/me/sub"],
  ])("%s %s", (verb, path, expected) => {
    expect(found(own, verb, path)).toBe(expected);
  });

  test.each([
    "/v1",
    "/v1//",
    "//",
    "/v1/users",
    "/v1/users//",
    "/v1//users/",
    "/v1/users/%2F",
    "/v1/users/1",
  ])("%s is another path", (path) => {
    expect(found(own, "GET", path)).toBeUndefined();
    expect(own.all(path)).toEqual([]);
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

/**
 * What one endpoint makes of a path. Its rank orders static < affixed, the longest text first < dynamic <
 * rest, leftmost first.
 */
function matchOne(endpoint: AnyEndpoint, raw: readonly string[]): Match | undefined {
  const values: string[] = [];
  let rank = "";
  for (const [index, segment] of segmentsOf(endpoint).entries()) {
    const text = raw[index];
    if (text === undefined) {
      return undefined;
    }
    if ("text" in segment) {
      // The slash at the end of a path is an empty segment.
      if (decodePercent(text) !== segment.text || !normalized(text).endsWith(segment.verb)) {
        return undefined;
      }
      rank += "0";
      continue;
    }
    const { all, prefix, suffix } = segment;
    const slash = all && segmentsOf(endpoint).length > index + 1 ? "/" : "";
    const length = (prefix + suffix + slash).length;
    const plain = length === 0 && !all;
    const own = all ? raw.slice(index).join("/") : text;
    const id = plain ? idOf(own, "", "") : idOf(normalized(own), prefix, suffix + slash);
    if (id === undefined) {
      return undefined;
    }
    values.push(id);
    const kind = all ? 3 : plain ? 2 : 1;
    rank += kind + String.fromCharCode(0xff_ff - length, 0xff_ff - prefix.length);
    if (all) {
      return { endpoint, values, rank };
    }
  }
  return segmentsOf(endpoint).length === raw.length ? { endpoint, values, rank } : undefined;
}

function idOf(raw: string, prefix: string, suffix: string): string | undefined {
  const id = raw.slice(prefix.length, raw.length - suffix.length);
  return raw === prefix + id + suffix && id.split("/").every(isPlain) ? id : undefined;
}

/** Escapes of unreserved characters are decoded, others are capitals (RFC 3986 6.2.2). */
function normalized(raw: string): string {
  return raw.replace(/%[\da-f]{2}/gi, (escaped) => {
    const text = decodePercent(escaped) ?? "";
    return /^[\w.~-]$/.test(text) ? text : escaped.toUpperCase();
  });
}

function isPlain(raw: string): boolean {
  const text = decodePercent(raw);
  return text !== undefined && !["", ".", ".."].includes(text) && !raw.includes("\\");
}

function matchAll(endpoints: readonly AnyEndpoint[], path: string): Match[] {
  const raw = path === "/" ? [] : path.slice(1).split("/");
  // Only the last segment may be empty, after a slash at the end of the path.
  const plain = raw.every(
    (each, index) => isPlain(each) || (each === "" && index > 0 && index === raw.length - 1),
  );
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
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom("", "a", "v-", "%76-", "b"),
        fc.constantFrom("", "", "1", "%61", ".", "..", "a%2Fb"),
        fc.constantFrom("", ".json", "%2Ejson", "%c3%a9", ".tar.json", "json"),
        fc.constantFrom("", "", ":go", "%3Ago", ":%67o"),
      )
      .map((parts) => parts.join("")),
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
        for (const endpoint of endpoints.filter(({ template }) => !template.includes("*}"))) {
          const own = segmentsOf(endpoint).map((each) =>
            "text" in each ? encodeStaticSegment(each.text) : `${each.prefix}zz~7${each.suffix}`,
          );
          expect(routes.find(endpoint.method, `/${own.join("/")}`, [])).toBe(endpoint);
        }
      }),
    );
  });
});
