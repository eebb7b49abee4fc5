import { afterEach, describe, expect, test, vi } from "vitest";
import type { Codec } from "../shared/codec/codec.ts";
import { failure } from "../declare/failure/failure.ts";
import { noBody, type } from "../declare/body/body.ts";
import { list } from "../declare/parameter/list.ts";
import { integer, string } from "../declare/parameter/parameter-types.ts";
import { dynamicResource, rootResource, staticResource } from "../declare/tree/resource.ts";
import { del, get, post } from "../declare/endpoint/verbs.ts";
import type { ClientOptions } from "./client-options.ts";
import { createClient } from "./create-client.ts";
import { InvalidRequestError } from "./call-error.ts";

interface User {
  readonly name: string;
}

const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer().optional(), tag: list(string()) })
      .response<User[]>(),
    create: post().request<User>().response(type<User>(), { status: 201 }),
    touch: post("touch").request(noBody).response(noBody),
    user: dynamicResource("user", {
      find: get().response<User>().failure(failure("user-not-found", 404)),
      remove: del(),
      pid: dynamicResource("pid", { find: get().response<User>() }),
    }),
  }),
});

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose fetch answers every request with this JSON, and what it sent. */
function stubbed(options: ClientOptions = {}, body: unknown = { name: "Ada" }, status = 200) {
  const sent: Sent[] = [];
  const client = createClient({
    fetch: async (url, init) => {
      sent.push({ url, init });
      return Response.json(body, { status });
    },
    ...options,
  });
  return { client, sent };
}

const NO_BASE = "createClient: baseUrl must be like http://host/path";
const headersOf = (sent: Sent[]): unknown => Object.fromEntries(new Headers(sent[0]?.init.headers));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("createClient", () => {
  test.each([
    ["https://h.test", "https://h.test"],
    ["https://h.test/", "https://h.test"],
    ["https://h.test/api", "https://h.test/api"],
    ["https://h.test/api/", "https://h.test/api"],
    ["HTTPS://H.test:443/a%20b", "https://h.test/a%20b"],
    [new URL("http://h.test:8080/x/"), "http://h.test:8080/x"],
  ])("U12, B6: joins paths onto the base %s", (baseUrl, base) => {
    expect(createClient({ baseUrl }).urlOf(api.users.user("1").find)).toBe(`${base}/v1/users/1`);
  });

  test.each(["", "h.test", "ftp://h.test", "data:,x", "http://"])(
    "refuses the base %j",
    (baseUrl) => {
      expect(() => createClient({ baseUrl })).toThrow(new TypeError(NO_BASE));
    },
  );

  test.each(["https://h.test?a=1", "https://h.test/?", "https://h.test/#x", "https://u:p@h.test"])(
    "U13: refuses the base %j",
    (baseUrl) => {
      expect(() => createClient({ baseUrl })).toThrow(new TypeError(NO_BASE));
    },
  );

  test("has no base without a page and without a fetch of one's own", () => {
    expect(() => createClient()).toThrow(TypeError);
  });

  test("goes to the page's origin", () => {
    vi.stubGlobal("location", { origin: "https://page.test" });
    expect(createClient().urlOf(api.users.list)).toBe("https://page.test/v1/users");
  });

  test.each([
    ["/", ""],
    ["/api", "/api"],
    ["/api/", "/api"],
    ["/a%20b/v1", "/a%20b/v1"],
  ])("takes %j as a path of the page's origin", (baseUrl, path) => {
    vi.stubGlobal("location", { origin: "https://page.test:8443" });
    const url = `https://page.test:8443${path}/v1/users`;
    expect(createClient({ baseUrl }).urlOf(api.users.list)).toBe(url);
    expect(stubbed({ baseUrl }).client.urlOf(api.users.list)).toBe(url);
  });

  test.each(["//evil.test", "/\\evil.test", "/\t/evil.test", "/api?a", "/api#a"])(
    "never leaves the page's origin by the base %j",
    (baseUrl) => {
      vi.stubGlobal("location", { origin: "https://page.test" });
      try {
        const url = new URL(createClient({ baseUrl }).urlOf(api.users.list));
        expect(url.origin).toBe("https://page.test");
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
      }
    },
  );

  test("takes a path as one of http://localhost with a fetch of its own", async () => {
    const { client, sent } = stubbed({ baseUrl: "/api" });
    await client.request(api.users.list);
    expect(sent[0]?.url).toBe("http://localhost/api/v1/users");
  });

  test.each([
    ["/api", undefined],
    ["/api", { origin: "null" }],
    ["//h.test", undefined],
    ["//h.test", { origin: "https://page.test" }],
    ["/\\h.test", { origin: "https://page.test" }],
    ["/api?a", { origin: "https://page.test" }],
  ])("rejects the first call to %j, which is no path of the page %j", async (baseUrl, location) => {
    vi.stubGlobal("location", location);
    const client = createClient({ baseUrl });
    const error: unknown = await client.request(api.users.list).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(String(error)).toContain(
      "url must have the origin of a page: baseUrl must be like http://host/path",
    );
  });

  test("goes to http://localhost with a fetch of its own", () => {
    expect(stubbed().client.urlOf(api.users.list)).toBe("http://localhost/v1/users");
  });

  test("uses the global fetch as it is at the call, and as no method", async () => {
    const client = createClient({ baseUrl: "https://h.test" });
    vi.stubGlobal("fetch", function (this: unknown) {
      expect(this === undefined || this === globalThis).toBe(true);
      return Promise.resolve(Response.json({ name: "Ada" }));
    });
    expect(await client.request(api.users.user("1").find).bodyOrThrow()).toEqual({ name: "Ada" });
  });
});

describe("request", () => {
  test("sends at once, once, with redirect manual", async () => {
    const { client, sent } = stubbed();
    const pending = client.request(api.users.user("a/b ü").find);
    expect(sent).toHaveLength(1);
    const result = await pending;
    await Promise.all([pending.bodyOrThrow(), pending.bodyOrThrow(), pending.bodyOrNull()]);
    expect(result.bodyOrThrow()).toEqual({ name: "Ada" });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe("http://localhost/v1/users/a%2Fb%20%C3%BC");
    expect(sent[0]?.init).toMatchObject({ method: "GET", redirect: "manual" });
    expect(sent[0]?.init.body).toBeUndefined();
    expect(headersOf(sent)).toEqual({ accept: "application/json" });
  });

  test("sends a body as JSON", async () => {
    const { client, sent } = stubbed({}, { name: "Ada" }, 201);
    expect(await client.request(api.users.create, { name: "Ada" }).bodyOrThrow()).toEqual({
      name: "Ada",
    });
    expect(sent[0]?.init.body).toBe('{"name":"Ada"}');
    expect(headersOf(sent)).toEqual({
      accept: "application/json",
      "content-type": "application/json",
    });
  });

  test("sends parameters in the query", async () => {
    const { client, sent } = stubbed({}, []);
    await client.request(api.users.list, { parameters: { limit: 3, tag: ["a b", "ü"] } });
    expect(sent[0]?.url).toBe("http://localhost/v1/users?limit=3&tag=a+b&tag=%C3%BC");
  });

  test("takes no body where the request has none", async () => {
    const sent: Sent[] = [];
    const client = createClient({
      fetch: async (url, init) => {
        sent.push({ url, init });
        return new Response(null, { status: 204 });
      },
    });
    await client.request(api.users.touch, undefined, { headers: {}, init: { keepalive: true } });
    await client.request(api.users.user("1").remove, { init: { keepalive: true } });
    for (const { init } of sent) {
      expect(init.keepalive).toBe(true);
      expect(init.body).toBeUndefined();
      expect(new Headers(init.headers).has("content-type")).toBe(false);
    }
  });

  test("passes init on, but not what the endpoint decides", async () => {
    const { client, sent } = stubbed();
    await client.request(api.users.user("1").find, {
      init: {
        cache: "no-store",
        method: "PUT",
        body: "x",
        redirect: "follow",
        headers: { "X-A": "1" },
      },
    });
    expect(sent[0]?.init).toMatchObject({ cache: "no-store", method: "GET", redirect: "manual" });
    expect(sent[0]?.init.body).toBeUndefined();
    expect(headersOf(sent)).toEqual({ accept: "application/json", "x-a": "1" });
  });

  test("never throws synchronously", async () => {
    const { client } = stubbed();
    const request = client.request as (endpoint: unknown) => Promise<unknown>;
    await expect(request(undefined)).rejects.toThrow(TypeError);
    await expect(request(get())).rejects.toThrow();
  });

  test("works detached from the client", async () => {
    const { request, urlOf } = stubbed().client;
    expect(await request(api.users.user("1").find).bodyOrThrow()).toEqual({ name: "Ada" });
    expect(urlOf(api.users.user("1").find)).toBe("http://localhost/v1/users/1");
  });

  test("names all codecs in Accept and encodes with the first", async () => {
    const reversed: Codec = {
      mediaType: "application/x-reversed",
      encode: (value) => new TextEncoder().encode([...JSON.stringify(value)].reverse().join("")),
      decode: (bytes) =>
        JSON.parse([...new TextDecoder().decode(bytes)].reverse().join("")) as unknown,
    };
    const json: Codec = {
      mediaType: "application/json",
      encode: (value) => JSON.stringify(value),
      decode: () => "decoded by json",
    };
    const answers = [
      "application/x-reversed",
      "APPLICATION/JSON; charset=utf-8",
      "application/x+json",
    ];
    const sent: Sent[] = [];
    const client = createClient({
      codecs: [reversed, json],
      fetch: async (url, init) => {
        sent.push({ url, init });
        const type = answers.shift() ?? "";
        return new Response("1 2".slice(0, 1), { status: 201, headers: { "content-type": type } });
      },
    });
    const body = { name: "Ada" };
    expect(await client.request(api.users.create, body).bodyOrThrow()).toBe(1);
    expect(await client.request(api.users.create, body).bodyOrThrow()).toBe("decoded by json");
    expect(await client.request(api.users.create, body).bodyOrThrow()).toBe("decoded by json");
    expect(headersOf(sent)).toEqual({
      accept: "application/x-reversed, application/json",
      "content-type": "application/x-reversed",
    });
    expect(sent[0]?.init.body).toEqual(new TextEncoder().encode('}"adA":"eman"{'));
  });

  test("reads +json without a JSON codec as JSON", async () => {
    const none: Codec = { mediaType: "a/b", encode: () => "", decode: () => "" };
    const client = createClient({
      codecs: [none],
      fetch: async () =>
        new Response('{"type":"urn:problem-type:user-not-found"}', {
          status: 404,
          headers: { "content-type": "application/problem+json" },
        }),
    });
    expect(await client.request(api.users.user("1").find).bodyOrNull()).toBeNull();
  });
});

describe("headers of the client", () => {
  test("stand on every call; Accept and Content-Type are the client's own", async () => {
    const { client, sent } = stubbed({
      headers: {
        Authorization: "Bearer x",
        "X-None": undefined,
        Accept: "a/b",
        "content-type": "a/b",
      },
    });
    await client.request(api.users.user("1").find, { init: { headers: [["authorization", "y"]] } });
    await client.request(api.users.user("1").find);
    expect(headersOf(sent)).toEqual({ accept: "application/json", authorization: "y" });
    expect(headersOf(sent.slice(1))).toEqual({
      accept: "application/json",
      authorization: "Bearer x",
    });
  });

  test("may be asked for at every call", async () => {
    const headers = vi.fn(({ method, url, endpoint }) =>
      Promise.resolve({ "x-for": `${method} ${url} ${endpoint.template}` }),
    );
    const { client, sent } = stubbed({ headers });
    await client.request(api.users.user("1").find);
    await client.request(api.users.user("1").find);
    expect(headers).toHaveBeenCalledTimes(2);
    expect(headersOf(sent)).toMatchObject({
      "x-for": "GET http://localhost/v1/users/1 /v1/users/{user}",
    });
  });

  test("that throw reject the call as they are, and nothing is sent", async () => {
    const { client, sent } = stubbed({ headers: () => Promise.reject(new RangeError("no token")) });
    await expect(client.request(api.users.list)).rejects.toThrow(new RangeError("no token"));
    expect(sent).toEqual([]);
  });
});

describe("the options accept and url", () => {
  test("accept takes the place of Accept", async () => {
    const { client, sent } = stubbed();
    await client.request(api.users.user("1").find, { accept: "application/json;q=0.5" });
    expect(headersOf(sent)).toEqual({ accept: "application/json;q=0.5" });
  });

  test.each([
    ["http://localhost/other?page=2", "http://localhost/other?page=2"],
    ["/v1/users?page=2", "http://localhost/v1/users?page=2"],
    ["?page=2", "http://localhost/v1/users?page=2"],
    [new URL("http://localhost/v1"), "http://localhost/v1"],
  ])("url %s is gone to instead", async (url, expected) => {
    const { client, sent } = stubbed({}, []);
    await client.request(api.users.list, { url });
    expect(sent[0]?.url).toBe(expected);
  });

  test.each([
    "https://localhost/x",
    "http://localhost:81/x",
    "//evil.test/x",
    "http://u:p@localhost/x",
    "http://[",
    "data:,x",
  ])("L6: url %s of another origin is refused", async (url) => {
    const { client, sent } = stubbed();
    await expect(client.request(api.users.list, { url })).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ in: "url", name: "", message: "must have the origin of http://localhost" }],
    });
    expect(sent).toEqual([]);
  });
});

describe("urlOf", () => {
  test("is absolute, with the query", () => {
    const { client } = stubbed({ baseUrl: "https://h.test/api" });
    expect(client.urlOf(api.users.list, { parameters: { limit: 3 } })).toBe(
      "https://h.test/api/v1/users?limit=3",
    );
  });

  test("throws AddressError", () => {
    expect(() => stubbed().client.urlOf(api.users.user("..").find)).toThrow(
      expect.objectContaining({ name: "AddressError" }),
    );
  });
});

describe("ids (B1 to B5)", () => {
  test.each(["", ".", "..", "\ud800", "a\udc00", "a\0"])(
    "%j is refused before sending",
    async (id) => {
      const { client, sent } = stubbed();
      await expect(client.request(api.users.user(id).find)).rejects.toMatchObject({
        name: "InvalidRequestError",
        method: "GET",
        url: "",
        issues: [{ in: "path", name: "user", message: expect.any(String) as string }],
      });
      expect(sent).toEqual([]);
    },
  );

  test.each([
    ..."a/b ../x %2e%2e ..%2f \\..\\x a?b a#b a;b a:b //evil http://evil/ $& $1 {id} {user} :pid".split(
      " ",
    ),
    "\t",
    "\n",
    " ",
    "constructor",
    "__proto__",
  ])("%j stays one segment", async (id) => {
    const { client, sent } = stubbed({ baseUrl: "https://h.test/api" });
    await client.request(api.users.user(id).pid("S").find);
    const url = new URL(sent[0]?.url ?? "");
    expect(url.origin).toBe("https://h.test");
    const [empty, base, v1, users, first, second, ...more] = url.pathname.split("/");
    expect([empty, base, v1, users, second, more]).toEqual(["", "api", "v1", "users", "S", []]);
    expect(decodeURIComponent(first ?? "")).toBe(id);
  });
});
