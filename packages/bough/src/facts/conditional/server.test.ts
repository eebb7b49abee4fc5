import { afterEach, describe, expect, test, vi } from "vitest";
import { json, plainText } from "../../bodies/json/declared.ts";
import { createClient } from "../../call/create-client.ts";
import { oneOfBodies } from "../../declare/body/alternatives.ts";
import { type } from "../../declare/body/body.ts";
import { del, get, patch, put } from "../../declare/endpoint/verbs.ts";
import { failure } from "../../declare/failure/failure.ts";
import { integer, string } from "../../declare/parameter/parameter-types.ts";
import { cookie } from "../cookies/declared.ts";
import { bearer, apiKey } from "../security/declared-schemes.ts";
import { anonymous } from "../security/declared.ts";
import { dynamicResource, rootResource, staticResource } from "../../declare/tree/resource.ts";
import { createServer } from "../../serve/create-server.ts";
import { authenticate } from "../security/server-authenticate.ts";

interface Article {
  title: string;
  version: number;
}
interface Wrapped {
  article: { title: string; version: string };
}

const Changed = failure("article-changed", 412).body<{ current: number }>();
const NotFound = failure("not-found", 404);
const User = bearer("user");

const api = rootResource({
  article: dynamicResource("slug", {
    find: get().response<Article>().conditional({ version: "version" }).failure(NotFound),
    update: put()
      .parameters({ dry: integer().optional() })
      .request<{ title: string }>()
      .response<Article>()
      .conditional({ version: "version", changed: Changed }),
    change: patch().request<{ title: string }>().response<Article>().conditional(),
    remove: del().conditional({ required: false }),
  }),
  wrapped: get("w/wrapped").response<Wrapped>().conditional({ version: "article.version" }),
  tagged: staticResource("t", {
    find: get().response(plainText()).conditional(),
    replace: put().request(plainText()).conditional(),
  }),
});

/** One article, and what its handlers saw. */
function serve(seen: unknown[] = []) {
  const server = createServer({ onError: (error) => seen.push(error) });
  const article = { title: "a", version: 3 };
  server.route(api.article, {
    find: ({ ids, notModified, fail }) => {
      if (ids.slug === "none") {
        fail(NotFound);
      }
      if (ids.slug === "early") {
        notModified(article.version);
        seen.push("loaded");
      }
      return ids.slug === "broken" ? ({ title: "x" } as never) : article;
    },
    update: ({ ids, ifMatch, body, changed, expect: expected }) => {
      seen.push(ifMatch);
      if (ids.slug === "expect") {
        expected(article.version, { current: article.version });
      } else if (ids.slug === "new") {
        expected(undefined, { current: 0 });
      } else if (Array.isArray(ifMatch) && !ifMatch.includes(`${article.version}`)) {
        return changed({ current: article.version });
      }
      return { ...article, ...body, version: 4 };
    },
    change: ({ expect: expected, body }) => {
      expected("3");
      return { ...article, ...body };
    },
    remove: ({ ifMatch }) => {
      seen.push(ifMatch);
    },
  });
  server.route(api.wrapped, () => ({ article: { title: "a", version: 'x;"1"' } }));
  server.route(api.tagged, {
    find: ({ respond }) => respond("text", { etag: "v-1", headers: { "last-modified": "x" } }),
    replace: ({ ifMatch }) => {
      seen.push(ifMatch);
    },
  });
  return server;
}

const ask = (
  server: { readonly fetch: (request: Request) => Promise<Response> | Response },
  path: string,
  { body, ...init }: RequestInit = {},
): Promise<Response> =>
  Promise.resolve(
    server.fetch(
      new Request(`http://h.test${path}`, {
        ...init,
        ...(body === undefined
          ? {}
          : { body, headers: { "content-type": "application/json", ...init.headers } }),
      }),
    ),
  );
const change = (headers: Record<string, string>, method = "PUT"): RequestInit => ({
  method,
  headers,
  body: '{"title":"b"}',
});

describe("GET", () => {
  test("sends the version as ETag, without what it costs others", async () => {
    const response = await ask(serve(), "/a");
    expect(response.status).toBe(200);
    expect(response.headers.get("etag")).toBe('"3"');
    expect(response.headers.get("cache-control")).toBeNull();
    expect(response.headers.get("vary")).toBeNull();
  });

  test("escapes what a tag cannot contain", async () => {
    const { headers } = await ask(serve(), "/w/wrapped");
    expect(headers.get("etag")).toBe('"x%3B%221%22"');
  });

  test.each([
    ['"3"', 304],
    ['W/"3"', 304],
    ['"1", W/"3" , "4"', 304],
    ["*", 304],
    ['"4"', 200],
    ['W/"33"', 200],
  ])("responds to If-None-Match %s with %i", async (tags, status) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await ask(serve(), "/a", { method, headers: { "if-none-match": tags } });
      expect(response.status).toBe(status);
      expect(response.headers.get("etag")).toBe('"3"');
      expect(response.headers.has("content-type")).toBe(status === 200);
      const text = await response.text();
      expect(text === "").toBe(status === 304 || method === "HEAD");
    }
  });

  test.each([
    ['"3"', undefined, 200],
    ["*", undefined, 200],
    ['"2"', undefined, 412],
    ['W/"3"', undefined, 412],
    ['"2"', '"3"', 412],
    ['"3"', '"3"', 304],
    ['"3"', '"4"', 200],
  ])("evaluates If-Match %s before If-None-Match %s: %i", async (match, noneMatch, status) => {
    const headers = {
      "if-match": match,
      ...(noneMatch === undefined ? {} : { "if-none-match": noneMatch }),
    };
    for (const path of ["/a", "/early"]) {
      const response = await ask(serve(), path, { headers });
      expect(response.status).toBe(status);
      if (status === 412) {
        expect(await response.json()).toMatchObject({ type: "urn:bough:precondition-failed" });
      }
    }
  });

  test.each(["a", '"a', "", '"a" "b"', '*, "a"'])("refuses the malformed tag %j", async (tags) => {
    const response = await ask(serve(), "/a", { headers: { "if-none-match": tags } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        { in: "header", name: "if-none-match", message: 'must be * or entity tags: "3", "4"' },
      ],
    });
  });

  test("responds before the rest is loaded, if its handler says the version", async () => {
    const seen: unknown[] = [];
    const server = serve(seen);
    const response = await ask(server, "/early", { headers: { "if-none-match": '"3"' } });
    expect([response.status, response.headers.get("etag"), await response.text()]).toEqual([
      304,
      '"3"',
      "",
    ]);
    expect(seen).toEqual([]);
    expect((await ask(server, "/early")).status).toBe(200);
    expect((await ask(server, "/early", { headers: { "if-none-match": '"2"' } })).status).toBe(200);
    expect(seen).toEqual(["loaded", "loaded"]);
  });

  test("does not tag a failure, nor respond 304 to it", async () => {
    const response = await ask(serve(), "/none", { headers: { "if-none-match": "*" } });
    expect([response.status, response.headers.get("etag")]).toEqual([404, null]);
  });

  test("a body without its version is an error of the handler", async () => {
    const seen: unknown[] = [];
    expect((await ask(serve(seen), "/broken")).status).toBe(500);
    expect(seen).toEqual([
      expect.objectContaining({
        name: "HandlerError",
        code: "missing-version",
        message:
          'GET /{slug}: the version at "version" is undefined: a version is a string, a number or a bigint',
      }),
    ]);
  });

  test("without a property, respond takes the version", async () => {
    const server = serve();
    const response = await ask(server, "/t");
    expect(response.headers.get("etag")).toBe('"v-1"');
    const cached = await ask(server, "/t", { headers: { "if-none-match": '"v-1"' } });
    expect(cached.status).toBe(304);
    expect([...cached.headers.keys()].toSorted()).toEqual(["etag", "x-content-type-options"]);
  });

  test("respond without a version is an error of the handler", async () => {
    const seen: unknown[] = [];
    const server = createServer({ onError: (error) => seen.push(error) });
    server.route(api.tagged.find, () => "text");
    expect((await ask(server, "/t")).status).toBe(500);
    expect(String(seen[0])).toContain("the etag of respond(value, { etag }) is undefined");
  });

  test.each([Number.NaN, null, {}, true, "\ud800"])("%j is no version", async (version) => {
    const seen: unknown[] = [];
    const server = createServer({ onError: (error) => seen.push(error) });
    server.route(api.article.find, ({ notModified }) => {
      notModified(version as never);
      return { title: "", version: 1 };
    });
    expect((await ask(server, "/a")).status).toBe(500);
    expect(seen).toEqual([expect.objectContaining({ code: "missing-version" })]);
  });
});

describe("a 304", () => {
  test("keeps the headers of RFC 9110 15.4.5, cookies and others, and drops those of content", async () => {
    const one = rootResource({
      find: get()
        .response(type<Article>(), { cookies: { seen: cookie(string()) } })
        .conditional({ version: "version" }),
    });
    const server = createServer();
    server.route(one.find, ({ respond }) =>
      respond(
        { title: "a", version: 1 },
        {
          headers: {
            "Cache-Control": "max-age=5",
            "Content-Location": "/a",
            "Content-Language": "en",
            Expires: "x",
            "Last-Modified": "y",
            ETag: '"other"',
            Vary: "x-a",
            "X-Cost": "1",
          },
          cookies: { seen: "1" },
        },
      ),
    );
    const { status, headers } = await ask(server, "/", { headers: { "if-none-match": '"1"' } });
    expect(status).toBe(304);
    expect(headers.get("etag")).toBe('"1"');
    expect([...headers.keys()].toSorted()).toEqual([
      "cache-control",
      "content-location",
      "etag",
      "expires",
      "set-cookie",
      "vary",
      "x-content-type-options",
      "x-cost",
    ]);
  });
});

describe("several representations", () => {
  const two = rootResource({
    find: get()
      .response(
        oneOfBodies(
          json(type<Article>(), { mediaType: "application/json" }),
          plainText({ mediaType: "text/x" }),
        ),
      )
      .conditional(),
    replace: put().conditional(),
  });
  const seen: unknown[] = [];
  const server = createServer();
  server.route(two.find, ({ respond, notModified, header }) => {
    if (header("x-early") !== undefined) {
      notModified(1);
    }
    return header("accept") === "text/x"
      ? respond("a", { etag: 1, mediaType: "text/x" })
      : respond({ title: "a", version: 1 }, { etag: 1, mediaType: "application/json" });
  });
  server.route(two.replace, ({ ifMatch }) => {
    seen.push(ifMatch);
  });

  test("have their own tags", async () => {
    const asked = async (accept: string, more: object = {}): Promise<[number, string | null]> => {
      const { status, headers } = await ask(server, "/", { headers: { accept, ...more } });
      return [status, headers.get("etag")];
    };
    const tags = ['"1;application/json"', '"1;text/x"'] as const;
    expect(await asked("application/json")).toEqual([200, tags[0]]);
    expect(await asked("text/x")).toEqual([200, tags[1]]);
    for (const early of [{}, { "x-early": "1" }]) {
      expect(await asked("text/x", { ...early, "if-none-match": tags[1] })).toEqual([304, tags[1]]);
      expect(await asked("text/x", { ...early, "if-none-match": tags[0] })).toEqual([200, tags[1]]);
      expect(await asked("text/x", { ...early, "if-none-match": '"1"' })).toEqual([200, tags[1]]);
    }
  });

  test("are one version for a write", async () => {
    await ask(server, "/", { method: "PUT", headers: { "if-match": '"1;text/x", "2"' } });
    expect(seen).toEqual([["1", "2"]]);
  });
});

describe("a conditional GET with security", () => {
  const Session = apiKey("session", { cookie: "session" });
  const secured = rootResource({
    own: get("own").security(User).response<Article>().conditional({ version: "version" }),
    any: get("any")
      .security(Session, anonymous)
      .response<Article>()
      .conditional({ version: "version" }),
    open: get("open").security(anonymous).response<Article>().conditional({ version: "version" }),
  });
  const server = createServer();
  const article = { title: "a", version: 1 };
  server
    .secured([authenticate(User, (id) => id), authenticate(Session, (id) => id)])
    .route(secured, {
      own: ({ notModified, header }) => {
        if (header("x-early") !== undefined) {
          notModified(1);
        }
        return article;
      },
      any: () => article,
      open: () => article,
    });

  test("is kept by the cache of its user alone, and asked for each time", async () => {
    const authorization = "Bearer a";
    for (const more of [
      {},
      { "if-none-match": '"1"' },
      { "if-none-match": '"1"', "x-early": "1" },
    ]) {
      const { headers, status } = await ask(server, "/own", {
        headers: { authorization, ...more },
      });
      expect(status).toBe("if-none-match" in more ? 304 : 200);
      expect(headers.get("cache-control")).toBe("private, no-cache");
      expect(headers.get("vary")).toBe("Authorization");
    }
    const { headers } = await ask(server, "/any");
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual([
      "private, no-cache",
      "Cookie",
    ]);
    const open = await ask(server, "/open");
    expect([open.headers.get("cache-control"), open.headers.get("vary")]).toEqual([null, null]);
  });

  test("checks the credential before it says that nothing is new", async () => {
    const { status } = await ask(server, "/own", { headers: { "if-none-match": "*" } });
    expect(status).toBe(401);
  });
});

describe("a write", () => {
  test.each<[string, unknown]>([
    ['"3"', ["3"]],
    ['"3", "4"', ["3", "4"]],
    ["*", "*"],
    ['W/"3", "4"', ["4"]],
    ['W/"3"', []],
    ['"x%3B%221%22"', ['x;"1"']],
    ['"a;text/x"', ["a"]],
    ['"%zz"', []],
    ['""', [""]],
  ])("gives If-Match %s to its handler as versions", async (tags, versions) => {
    const seen: unknown[] = [];
    await ask(serve(seen), "/a", change({ "if-match": tags }));
    expect(seen).toEqual([versions]);
  });

  test("responds with the named failure and its data if the resource has changed", async () => {
    for (const path of ["/a", "/expect"]) {
      const response = await ask(serve(), path, change({ "if-match": '"2"' }));
      expect([response.status, await response.json()]).toEqual([
        412,
        {
          type: "urn:problem-type:article-changed",
          title: "Article changed",
          status: 412,
          current: 3,
        },
      ]);
      const { status, headers } = await ask(serve(), path, change({ "if-match": '"2", "3"' }));
      // RFC 9110 9.3.4
      expect([status, headers.get("etag")]).toEqual([200, null]);
    }
  });

  test("without a named failure, responds with a rejection", async () => {
    const response = await ask(serve(), "/a", change({ "if-match": '"2"' }, "PATCH"));
    expect([response.status, await response.json()]).toEqual([
      412,
      {
        type: "urn:bough:precondition-failed",
        title: "Precondition Failed",
        status: 412,
        detail: "the resource has changed: read it again",
      },
    ]);
    expect((await ask(serve(), "/a", change({ "if-match": '"3"' }, "PATCH"))).status).toBe(200);
    expect((await ask(serve(), "/a", change({ "if-match": "*" }, "PATCH"))).status).toBe(200);
  });

  test("needs If-Match", async () => {
    const detail = "send If-Match with the version that you have read";
    const put = await ask(serve(), "/a", change({}));
    expect([put.status, await put.json()]).toEqual([
      428,
      {
        type: "urn:bough:precondition-required",
        title: "Precondition Required",
        status: 428,
        detail: `${detail}, or If-None-Match: * to create`,
      },
    ]);
    const patched = await ask(serve(), "/a", change({}, "PATCH"));
    expect([patched.status, await patched.json()]).toMatchObject([428, { detail }]);
  });

  test("needs none if it says so", async () => {
    const seen: unknown[] = [];
    const server = serve(seen);
    expect((await ask(server, "/a", { method: "DELETE" })).status).toBe(204);
    expect(
      (await ask(server, "/a", { method: "DELETE", headers: { "if-match": '"1"' } })).status,
    ).toBe(204);
    expect(seen).toEqual([undefined, ["1"]]);
  });

  test("PUT takes If-None-Match: * to create", async () => {
    const seen: unknown[] = [];
    const server = serve(seen);
    const creating = change({ "if-none-match": "*" });
    expect((await ask(server, "/new", creating)).status).toBe(200);
    expect((await ask(server, "/expect", creating)).status).toBe(412);
    expect((await ask(server, "/new", change({ "if-match": "*" }))).status).toBe(412);
    // It exists and does not: If-Match comes first, and the other is then false.
    const both = change({ "if-match": "*", "if-none-match": "*" });
    expect((await ask(server, "/new", both)).status).toBe(412);
    expect((await ask(server, "/expect", both)).status).toBe(412);
    expect(seen).toEqual([null, null, "*", [], []]);
  });

  test.each([
    ["PUT", { "if-match": "3" }, "if-match", 'must be * or entity tags: "3", "4"'],
    ["PUT", { "if-match": '"3"', "if-none-match": '"3"' }, "if-none-match", "must be *"],
    ["PATCH", { "if-none-match": "*" }, "if-none-match", "is not for this method: send If-Match"],
  ])("%s refuses %j", async (method, headers, name, message) => {
    const response = await ask(serve(), "/a", change(headers, method));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ in: "header", name, message }] });
  });

  test("is refused for its parameters and its body before 428", async () => {
    expect((await ask(serve(), "/a?dry=x", change({}))).status).toBe(400);
    expect((await ask(serve(), "/a", { ...change({}), body: "{" })).status).toBe(400);
    const text = { ...change({}), headers: { "content-type": "text/x" } };
    expect((await ask(serve(), "/a", text)).status).toBe(415);
  });

  test("its members cannot be taken by a view", async () => {
    const seen: unknown[] = [];
    const server = createServer({ onError: (error) => seen.push(error) });
    server.guard(() => ({ expect: 1 }) as never).route(api.article.remove, () => undefined);
    expect((await ask(server, "/a", { method: "DELETE" })).status).toBe(500);
    expect(String(seen[0])).toContain('a view gives "expect", which the call has already');
  });

  test("arounds see the 412", async () => {
    const seen: number[] = [];
    const server = createServer();
    server
      .around(async (_call, next) => {
        const response = await next();
        seen.push(response.status);
        return response;
      })
      .route(api.article, {
        find: ({ notModified }) => {
          notModified(1);
          return { title: "", version: 1 };
        },
        update: ({ changed }) => changed({ current: 1 }),
        change: async ({ changed }) => {
          await Promise.resolve();
          return changed();
        },
        remove: () => undefined,
      });
    await ask(server, "/a", change({ "if-match": "*" }));
    await ask(server, "/a", change({ "if-match": "*" }, "PATCH"));
    await ask(server, "/a", { headers: { "if-none-match": '"1"' } });
    expect(seen).toEqual([412, 412, 304]);
  });
});

describe("a handler that compares no version", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("is logged once, if there was something to compare", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const own = rootResource({
      lost: put("lost").conditional(),
      free: put("free").conditional({ required: false }),
      read: put("read").conditional(),
      expected: put("expected").conditional(),
      failing: put("failing").conditional(),
    });
    const server = createServer();
    server.route(own, {
      lost: () => undefined,
      free: () => undefined,
      read: ({ ifMatch }) => void ifMatch,
      expected: (call) => call.expect(1),
      failing: ({ changed }) => changed(),
    });
    const put1 = (path: string, headers: Record<string, string> = { "if-match": '"1"' }) =>
      ask(server, path, { method: "PUT", headers });
    for (const path of ["/lost", "/lost", "/read", "/expected", "/failing"]) {
      await put1(path);
    }
    await put1("/free", {});
    expect(warned.mock.calls).toEqual([
      [
        "bough: PUT /lost is conditional, but its handler compares no version, so a change may be lost: use ifMatch or expect()",
      ],
    ]);
  });
});

test("a page of another origin may send the headers, and read the tag", async () => {
  const server = createServer({ cors: { origins: ["https://a.test"] } });
  server.route(api.article.find, () => ({ title: "", version: 1 }));
  const origin = "https://a.test";
  const preflight = await ask(server, "/a", {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "if-match",
    },
  });
  const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
  expect(allowed.split(/, ?/)).toEqual(expect.arrayContaining(["if-match", "if-none-match"]));
  const { headers } = await ask(server, "/a", { headers: { origin } });
  expect(headers.get("access-control-expose-headers")?.toLowerCase()).toContain("etag");
});

describe("the client and the server", () => {
  test("agree on every version", async () => {
    const seen: unknown[] = [];
    const one = rootResource({
      write: put().conditional({ version: "a.b" }),
    });
    const server = createServer();
    server.route(one.write, ({ ifMatch }) => {
      seen.push(ifMatch);
    });
    const client = createClient({ fetch: server.fetch });
    const versions = [1, 10n, "a", "2026-01-31T12:00:00Z", 'x;"%', "é€😀", "", "a, b", "-gzip"];
    for (const version of versions) {
      await client.request(one.write, { ifMatch: { a: { b: version } } });
    }
    expect(seen).toEqual(versions.map((version) => [`${version}`]));
  });

  test("agree on tags that a proxy has changed", async () => {
    const seen: unknown[] = [];
    const server = serve(seen);
    for (const changed of ['W/"v-1"', '"v-1-gzip"', 'W/"v-1-gzip"']) {
      const client = createClient({
        fetch: async (url, init) => {
          const response = await server.fetch(new Request(url, init));
          const headers = new Headers(response.headers);
          headers.set("etag", changed);
          return new Response(response.body, { status: response.status, headers });
        },
      });
      const result = await client.request(api.tagged.find);
      expect(result.etag).toBe('"v-1"');
    }
    const client = createClient({ fetch: server.fetch });
    const { etag } = await client.request(api.tagged.find);
    await client.request(api.tagged.replace, "b", { ifMatch: etag });
    await client.request(api.tagged.replace, "b", { ifMatch: null });
    await client.request(api.tagged.replace, "b", { ifMatch: "*" });
    expect(seen).toEqual([["v-1"], null, "*"]);
  });

  test("a changed resource is a declared failure", async () => {
    const client = createClient({ fetch: serve().fetch });
    const { update } = api.article("a");
    const text = await client.request(update, { title: "b" }, { ifMatch: { version: 2 } }).match({
      ok: ({ title }) => title,
      "article-changed": ({ current }) => `changed: ${current}`,
    });
    expect(text).toBe("changed: 3");
    const created = client.request(api.article("new").update, { title: "b" }, { ifMatch: null });
    expect(await created.bodyOrThrow()).toEqual({ title: "b", version: 4 });
  });
});
