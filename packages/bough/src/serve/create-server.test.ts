import { inspect } from "node:util";
import {
  del,
  dynamicResource,
  failure,
  get,
  integer,
  json,
  list,
  post,
  put,
  rootResource,
  segments,
  staticResource,
  string,
} from "bough";
import { endpointsOf } from "bough/contract";
import { createServer, type ServerOptions } from "bough/server";
import { describe, expect, test } from "vitest";
import { coreOf } from "./create-server.ts";
import { ServerCore } from "./server-core.ts";
import { NO_STEPS } from "../facts/security/server-authenticate.ts";

const piece = staticResource("notes", {
  note: dynamicResource("note", integer(), { find: get().response<unknown>() }),
});
const api = rootResource("v1", {
  home: get().response<unknown>(),
  users: staticResource("users", {
    list: get()
      .parameters({ tag: list(string()) })
      .response<unknown>(),
    user: dynamicResource("user", { find: get().response<unknown>(), notes: piece }),
  }),
  send: post("send").request<unknown>().response<unknown>(),
});
const foreign = rootResource({
  other: dynamicResource("user", { find: get().response<unknown>() }),
});

describe("Allow", () => {
  const shadowed = rootResource({
    number: dynamicResource("number", integer(), { find: get().response<unknown>() }),
    name: dynamicResource("name", { remove: del() }),
    rest: dynamicResource("rest", segments(), { find: get().response<unknown>(), store: put() }),
  });
  const server = createServer();
  for (const endpoint of endpointsOf(shadowed)) {
    server.route(endpoint, () => undefined);
  }
  const allowed = async (method: string, path: string): Promise<[number, string | null]> => {
    const { status, headers } = await server.fetch(`http://h${path}`, { method });
    return [status, headers.get("allow")];
  };

  test("names no method that is answered 404, since its own endpoint's id does not decode", async () => {
    expect(await allowed("GET", "/x")).toEqual([404, null]);
    expect(await allowed("HEAD", "/x")).toEqual([404, null]);
    expect(await allowed("OPTIONS", "/x")).toEqual([204, "DELETE, PUT, OPTIONS"]);
    expect(await allowed("POST", "/x")).toEqual([405, "DELETE, PUT, OPTIONS"]);
  });

  test("names those of every endpoint that answers", async () => {
    expect(await allowed("OPTIONS", "/1")).toEqual([204, "GET, DELETE, PUT, HEAD, OPTIONS"]);
    expect(await allowed("POST", "/x/y")).toEqual([405, "GET, PUT, HEAD, OPTIONS"]);
  });

  test("is not there where every method is answered 404", async () => {
    const { number, rest } = rootResource({
      number: dynamicResource("number", integer(), { find: get() }),
      rest: dynamicResource("rest", segments(), { find: get() }),
    });
    const other = createServer();
    other.route(number.find, () => undefined);
    other.route(rest.find, () => undefined);
    for (const method of ["GET", "HEAD", "OPTIONS", "PUT"]) {
      expect((await other.fetch("http://h/x", { method })).status).toBe(404);
    }
  });
});

describe("fetch", () => {
  test("takes what fetch takes", async () => {
    const server = createServer();
    server.route(api.send, ({ body, header }) => [body, header("X-A")]);
    const init: RequestInit = {
      method: "POST",
      headers: { "content-type": "application/json", "x-a": "1" },
      body: "1",
    };
    const { fetch } = server;
    for (const input of ["http://h/v1/send", new URL("http://h/v1/send")]) {
      expect(await (await fetch(input, init)).json()).toEqual([1, "1"]);
    }
    expect(await (await fetch(new Request("http://h/v1/send", init))).json()).toEqual([1, "1"]);
    const other = new Request("http://h/v1/send");
    expect(await (await fetch(other, init)).json()).toEqual([1, "1"]);
  });

  test("rejects what is no request, as fetch does", async () => {
    await expect(createServer().fetch("/relative")).rejects.toThrow(TypeError);
  });

  test("K1: the signal aborts with the request's, and not after the answer", async () => {
    const server = createServer();
    const signals: AbortSignal[] = [];
    let release: () => void = () => undefined;
    server.route(api.home, (call) => {
      signals.push(call.signal, call.signal);
      return new Promise((resolve) => (release = () => resolve(1)));
    });
    const first = new AbortController();
    void server.fetch("http://h/v1", { signal: first.signal });
    expect(signals[0]).toBe(signals[1]);
    first.abort("gone");
    expect(signals[0]?.aborted).toBe(true);
    expect(signals[0]?.reason).toBe("gone");
    const second = new AbortController();
    const answered = server.fetch("http://h/v1", { signal: second.signal });
    release();
    await answered;
    second.abort();
    expect(signals[2]?.aborted).toBe(false);
    await createServerWithSignal();
  });

  async function createServerWithSignal(): Promise<void> {
    const server = createServer();
    let aborted: boolean | undefined;
    server.route(api.home, ({ signal }) => {
      aborted = signal.aborted;
      return 1;
    });
    const controller = new AbortController();
    const request = new Request("http://h/v1", { signal: controller.signal });
    controller.abort();
    await server.fetch(request);
    expect(aborted).toBe(true);
  }

  test("a body read by a guard is a 500 that says what to do, whether read or locked", async () => {
    for (const take of [
      (request: Request) => request.text(),
      (request: Request) => request.body?.getReader(),
    ]) {
      const errors: unknown[] = [];
      const server = createServer({ onError: (error) => errors.push(error) });
      server
        .guard(async ({ request }) => {
          await take(request);
          return {};
        })
        .route(api.send, () => 1);
      const headers = { "content-type": "application/json" };
      const { status } = await server.fetch("http://h/v1/send", {
        method: "POST",
        headers,
        body: "1",
      });
      expect(status).toBe(500);
      expect(errors).toEqual([expect.objectContaining({ code: "taken-body" })]);
    }
  });

  test("J7: a body that does not come is 408, and its stream is cancelled", async () => {
    const server = createServer({ limits: { idle: 20 } });
    server.route(api.send, () => 1);
    let cancelled = false;
    const body = new ReadableStream({ cancel: () => void (cancelled = true) });
    const response = await server.fetch("http://h/v1/send", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(408);
    expect(cancelled).toBe(true);
  });

  test("D3: bytes are counted as they arrive", async () => {
    const server = createServer({ limits: { body: 10 } });
    server.route(api.send, ({ body }) => body);
    const send = (chunks: string[]): Promise<Response> => {
      const encoder = new TextEncoder();
      const body = new ReadableStream({
        pull: (controller) => {
          const chunk = chunks.shift();
          if (chunk === undefined) {
            controller.close();
          } else {
            controller.enqueue(encoder.encode(chunk));
          }
        },
      });
      const headers = { "content-type": "application/json" };
      return server.fetch("http://h/v1/send", {
        method: "POST",
        headers,
        body,
        duplex: "half",
      } as RequestInit);
    };
    expect(await (await send(['"1234', '5678"'])).text()).toBe('"12345678"');
    expect((await send(['"1234', "5678", '9"'])).status).toBe(413);
    expect((await send([])).status).toBe(400);
  });
});

describe("an initial context", () => {
  test("is given with each request", async () => {
    const server = createServer<{ env: { name: string }; extra?: string }>();
    server
      .guard(({ env }) => ({ greeting: `hello ${env.name}` }))
      .route(api.home, ({ env, greeting }) => [env.name, greeting]);
    const answer = async (name: string): Promise<unknown> =>
      (await server.handle(new Request("http://h/v1"), { env: { name } })).json();
    expect(await answer("a")).toEqual(["a", "hello a"]);
    expect(await answer("b")).toEqual(["b", "hello b"]);
  });

  test("cannot give a name that the call has", async () => {
    const errors: unknown[] = [];
    const server = createServer<{ body: string }>({ onError: (error) => errors.push(error) });
    server.route(api.home, () => 1);
    expect((await server.handle(new Request("http://h/v1"), { body: "x" })).status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ code: "taken-name" })]);
  });

  test("rejects what is no request", async () => {
    const server = createServer<{ env: object }>();
    await expect(server.handle(undefined as never, { env: {} })).rejects.toThrow(TypeError);
  });
});

describe("basePath", () => {
  const at = async (basePath: string, path: string): Promise<unknown> => {
    const server = createServer({ basePath });
    server.route(api.users.user.find, ({ ids }) => ids.user);
    server.route(api.home, () => "home");
    const response = await server.fetch(`http://h${path}`);
    return response.status === 200 ? response.json() : response.status;
  };

  test.each([
    ["/api", "/api/v1/users/7", "7"],
    ["/api/", "/api/v1/users/7", "7"],
    ["/", "/v1/users/7", "7"],
    ["/api/v0", "/api/v0/v1/users/7", "7"],
    ["/é", "/%C3%A9/v1/users/7", "7"],
    ["/é", "/%c3%a9/v1/users/7", "7"],
    ["/%C3%A9", "/%C3%A9/v1/users/7", "7"],
    ["/a:b", "/a:b/v1/users/7", "7"],
    ["/a:b", "/a%3Ab/v1/users/7", "7"],
    ["/api", "/%61pi/v1", "home"],
    ["/api", "/apix/v1/users/7", 404],
    ["/api", "/api", 404],
    ["/api", "/ap", 404],
    ["/api", "/", 404],
    ["/api", "//api/v1", 404],
    ["/api", "/API/v1", 404],
    ["/api", "/api//v1", 404],
    ["/api", "/v1/users/7", 404],
    ["/api", "/api%2Fv1", 404],
    ["/a/b", "/a", 404],
    ["/a/b", "/%61", 404],
  ])("A13: %s and the path %s", async (basePath, path, expected) => {
    expect(await at(basePath, path)).toEqual(expected);
  });

  test("a root's own endpoint stands at the base path", async () => {
    const root = rootResource({ home: get().response<string>() });
    const server = createServer({ basePath: "/api" });
    server.route(root.home, ({ urlOf }) => urlOf(root.home));
    expect(await (await server.fetch("http://h/api/")).json()).toBe("/api/");
    expect(await (await server.fetch("http://h/api")).json()).toBe("/api/");
  });

  test.each([
    "api",
    "//api",
    "/api//v1",
    "/a/../b",
    "/a/.",
    "/a?b",
    "/a#b",
    "/%zz",
    "/a\\b",
    "//",
    "https://h/api",
    5,
    null,
  ])("refuses %s", (basePath) => {
    expect(() => createServer({ basePath: basePath as string })).toThrow(
      new TypeError(
        `createServer: expected basePath to be a path such as "/api", received ${JSON.stringify(basePath)}`,
      ),
    );
  });
});

describe("urlOf", () => {
  const urls = async (options: ServerOptions): Promise<unknown> => {
    const server = createServer(options);
    server.route(api.home, ({ urlOf }) => [
      urlOf(api.users.user("a/b").find),
      urlOf(api.users.list, { parameters: { tag: ["x y", "z"] } }),
    ]);
    return (await server.fetch(`http://h${(options.basePath ?? "").replace(/\/$/, "")}/v1`)).json();
  };

  test.each([
    [{}, ""],
    [{ publicUrl: "https://a.test" }, "https://a.test"],
    [{ publicUrl: "https://a.test/" }, "https://a.test"],
    [{ publicUrl: "https://a.test", basePath: "/api/" }, "https://a.test/api"],
    [{ basePath: "/é" }, "/%C3%A9"],
  ])("with %j", async (options, prefix) => {
    expect(await urls(options)).toEqual([
      `${prefix}/v1/users/a%2Fb`,
      `${prefix}/v1/users?tag=x+y&tag=z`,
    ]);
  });
});

describe("idOf", () => {
  test("of placed, unplaced and foreign resources, and of those that are bound", async () => {
    const server = createServer();
    const inTree = api.users.user.notes.note;
    server.route(inTree.find, ({ idOf }) => [
      idOf(api.users.user),
      idOf(inTree),
      idOf(piece.note),
      (idOf as (resource: object) => unknown)(foreign.other) ?? null,
      (idOf as (resource: object) => unknown)(api.users) ?? null,
    ]);
    const response = await server.fetch("http://h/v1/users/u/notes/7");
    expect(await response.json()).toEqual(["u", 7, 7, null, null]);
  });

  test("in a guard, where the endpoint may not stand below it", async () => {
    const server = createServer();
    const view = server.guard(({ idOf }) => ({ user: idOf(api.users.user) ?? "none" }));
    view.route(api.users.user.find, ({ user }) => user);
    view.route(api.home, ({ user }) => user);
    expect(await (await server.fetch("http://h/v1/users/u")).json()).toBe("u");
    expect(await (await server.fetch("http://h/v1")).json()).toBe("none");
  });
});

describe("a call", () => {
  test("shows what the request says, and nothing of the server", async () => {
    const server = createServer();
    let shown = "";
    server
      .guard(() => ({ user: "ada" }))
      .route(api.users.user.find, (call) => (shown = inspect(call, { breakLength: Infinity })));
    await server.fetch("http://h/v1/users/1");
    expect(shown).toBe(
      "{ endpoint: 'GET /v1/users/{user}', body: undefined, parameters: {}, headers: {}, cookies: {}, " +
        "ids: [Object: null prototype] { user: '1' }, user: 'ada' }",
    );
  });

  test("can be destructured, and has no host on a bare server", async () => {
    const server = createServer();
    server.route(api.users.user.find, (call) => {
      const { body, parameters, headers, ids, endpoint, host, request, signal } = call;
      return [
        body === undefined,
        Object.keys(parameters),
        Object.keys(headers),
        ids.user,
        endpoint === api.users.user.find,
        host === undefined,
        request.url,
        signal.aborted,
      ];
    });
    expect(await (await server.fetch("http://h/v1/users/7")).json()).toEqual([
      true,
      [],
      [],
      "7",
      true,
      true,
      "http://h/v1/users/7",
      false,
    ]);
  });

  test("E: what was decoded has no prototype", async () => {
    const server = createServer();
    server.route(api.users.list, ({ parameters, ids, headers }) => [
      Object.getPrototypeOf(parameters) === null,
      Object.getPrototypeOf(ids) === Object.prototype || Object.getPrototypeOf(ids) === null,
      Object.keys(headers),
    ]);
    expect(await (await server.fetch("http://h/v1/users")).json()).toEqual([true, true, []]);
  });
});

describe("options that no request could be answered with", () => {
  const noCodec = "is not a codec: a codec has mediaType, encode and decode";
  const noType = 'has no media type: write it as "application/json"';
  test.each([
    [{ codecs: json() }, "expected codecs to be a list: write codecs: [json()]"],
    [{ codecs: [json] }, `codecs[0] ${noCodec}`],
    [{ codecs: [json(), undefined] }, `codecs[1] ${noCodec}`],
    [{ codecs: [{ ...json(), mediaType: undefined }] }, `codecs[0] ${noType}`],
    [{ codecs: [{ ...json(), mediaType: "json" }] }, `codecs[0] ${noType}`],
    [{ codecs: [{ ...json(), mediaType: "a/b\r\nc: d" }] }, `codecs[0] ${noType}`],
    [
      { publicUrl: "example.com" },
      'expected publicUrl to be an absolute URL such as "https://example.com", received "example.com"',
    ],
    [
      { publicUrl: new URL("https://example.com") },
      'expected publicUrl to be an absolute URL such as "https://example.com", received an object (URL)',
    ],
    [
      { publicUrl: "https://example.com/?x" },
      'publicUrl "https://example.com/?x" has a query or a fragment: remove it',
    ],
    [
      { publicUrl: "https://example.com/#x" },
      'publicUrl "https://example.com/#x" has a query or a fragment: remove it',
    ],
    [
      { onError: null },
      "expected onError to be a function, received null: pass (error, call) => …",
    ],
  ])("%j are refused", (options, message) => {
    expect(() => createServer(options as never)).toThrow(new TypeError(`createServer: ${message}`));
  });

  test("are refused under an unknown name", () => {
    const text =
      'unknown option "limit": the options are codecs, limits, basePath, cors, publicUrl, strictParameters, trailingSlashMismatch, validateResponses, requireSchemas, requireSecurity, trustedOrigins, schemas, responses, onError, observe';
    expect(() => createServer({ limit: { body: 10 } } as never)).toThrow(
      new TypeError(`createServer: ${text}`),
    );
  });

  test("are not those that a server works with", () => {
    const text = { ...json(), mediaType: "application/vnd.x+json; charset=utf-8" };
    createServer({ codecs: [json(), text], publicUrl: "HTTPS://example.com/below" });
    createServer({ publicUrl: "" });
  });
});

describe("limits", () => {
  test.each([
    [{ body: -1 }, "limits: expected body to be a number from 0, received -1"],
    [{ idle: Number.NaN }, "limits: expected idle to be a number from 0, received NaN"],
    [{ depth: "64" }, 'limits: expected depth to be a number from 0, received "64"'],
    [{ bodySize: 1 }, 'limits: unknown option "bodySize": the options are body, '],
  ])("%j bound nothing", (limits, message) => {
    expect(() => createServer({ limits: limits as never })).toThrow(message);
    expect(() => createServer().route(api.home, () => 1, { limits: limits as never })).toThrow(
      message,
    );
  });

  test("of a target are the server's, and a segment may fill it", async () => {
    const server = createServer({ limits: { target: 60 } });
    server.route(api.users.user.find, ({ ids }) => ids.user.length);
    const status = async (path: string, host = "h"): Promise<number> =>
      (await server.fetch(`http://h/v1${path}`, { headers: { host } })).status;
    expect(await status(`/users/${"x".repeat(50)}`)).toBe(200);
    expect(await status(`/users/${"x".repeat(51)}`)).toBe(414);
    expect(await status(`/nowhere/${"x".repeat(51)}`, "a@b")).toBe(414);
    expect(await status(`/nowhere/${"x".repeat(9)}`, "a@b")).toBe(400);
    expect(await status(`/users/${"x".repeat(51)}%zz`)).toBe(414);
    expect(await status("/users/%zz")).toBe(400);
  });

  test("of a route have no target", () => {
    const limits = { target: 1 } as never;
    expect(() => createServer().route(api.home, () => 1, { limits })).toThrow(
      new TypeError(
        'limits: unknown option "target": the options are body, item, names, depth, parts, idle, stall',
      ),
    );
    expect(() => createServer({ limits: { segment: 1 } as never })).toThrow(
      new TypeError(
        'limits: unknown option "segment": the options are body, target, item, names, depth, parts, idle, stall',
      ),
    );
  });

  test("undefined leaves the default", async () => {
    const server = createServer({ limits: { target: undefined as never } });
    expect((await server.fetch(`http://h/${"a/".repeat(5_000)}`)).status).toBe(414);
  });
});

describe("fetch as the handler of a runtime", () => {
  test("takes no options from what runtimes hand over beside a request", async () => {
    const server = createServer();
    server.route(api.home, () => "home");
    const request = (): Request => new Request("http://localhost/v1");
    // Bun's server has a url, a binding of Workers may have any name.
    class BunServer {
      readonly url = new URL("http://elsewhere/");
      readonly method = "DELETE";
    }
    const handler: (...given: never) => Promise<Response> = server.fetch;
    const call = handler as (...given: readonly unknown[]) => Promise<Response>;
    expect((await call(request(), new BunServer())).status).toBe(200);
    expect((await call(request(), { method: "DELETE" }, { waitUntil() {} })).status).toBe(200);
    expect((await call(request(), { remoteAddr: {} })).status).toBe(200);
    expect((await call(request(), { method: "DELETE" })).status).toBe(405);
  });
});

describe("a host's own edge", () => {
  const exchange = (target: string, sent: unknown[]): never =>
    ({
      method: "GET",
      target,
      authority: undefined,
      send: (answer: unknown) => sent.push(answer),
    }) as never;

  test("may take exceptions over, or leave them to the 500 problem", () => {
    const sent: { status: number }[] = [];
    const heard: unknown[] = [];
    const takes = [true, false];
    const core = new ServerCore(
      { onError: (error) => heard.push(error) },
      {
        takeException: () => {
          const [take] = takes.splice(0, 1);
          if (take === undefined) {
            throw new Error("broken host");
          }
          return take;
        },
      },
    );
    const fault = new Error("x");
    core.prepare(
      api.home,
      () => {
        throw fault;
      },
      NO_STEPS,
      {},
    )();
    for (let count = 0; count < 3; count++) {
      core.handle(exchange("/v1", sent));
    }
    expect(sent.map(({ status }) => status)).toEqual([500, 500]);
    expect(heard).toEqual([fault, fault, fault, new Error("broken host")]);
  });

  test("hears of every endpoint, and keeps requests that name none", () => {
    const added: unknown[] = [];
    const sent: { status: number }[] = [];
    const left: string[] = [];
    const core = new ServerCore({}, { added: (endpoint) => added.push(endpoint) });
    core.prepare(api.home, () => "home", NO_STEPS, {})();
    expect(added).toEqual(endpointsOf(api));
    core.handle(exchange("/elsewhere", sent), () => left.push("elsewhere"));
    core.handle(exchange("/v1", sent), () => left.push("v1"));
    expect([left, sent.length]).toEqual([["elsewhere"], 1]);
  });

  test("takes servers only", () => {
    expect(coreOf("listen", createServer())).toBeInstanceOf(ServerCore);
    expect(() => coreOf("listen", {})).toThrow(
      "listen: got no server; pass what createServer() returned",
    );
  });
});

test("a failure given to several servers is one value", async () => {
  const Shared = failure("shared", 404);
  const tree = rootResource({ one: get("one").failure(Shared) });
  for (const server of [createServer(), createServer()]) {
    server.route(tree.one, ({ fail }) => fail(Shared));
    expect((await server.fetch("http://h/one")).status).toBe(404);
  }
});
