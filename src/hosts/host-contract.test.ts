// What holds on every host alike: each request is sent to a server that stands alone and to
// the same routes on a host, with and without a mount prefix, and the answers are compared.
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import {
  dynamicResource,
  failure,
  get,
  head,
  integer,
  list,
  patch,
  post,
  put,
  query,
  rootResource,
  segments,
  staticResource,
  stream,
  string,
  type,
} from "bough";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnHono } from "bough/hono";
import { listen, routing as routingOnNode } from "bough/node";
import { createServer } from "bough/server";
import type { Routes, ServerOptions } from "bough/server";
import express from "express";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exchangeRaw, linesOf, RawClient } from "../../test/support/raw-client.ts";
import type { RawResponse } from "../../test/support/raw-client.ts";

const Unauthorized = failure("unauthorized", 401);
const Busy = failure("busy", 503).headers({ "retry-after": integer() });

const api = rootResource("v1", {
  // Declared before what is static: the tree has to put it behind.
  users: staticResource("users", {
    user: dynamicResource("user", string(), {
      find: get().response<string>(),
      change: patch().request<{ n: number }>().response<string>(),
    }),
    me: get("me").response<string>(),
    search: query("users:search").request<{ text: string }>().response<string>(),
    plus: get("a+b").response<string>(),
    list: get()
      .parameters({ limit: integer({ min: 1 }).default(3), tag: list(string()) })
      .response<unknown>(),
    create: post().request<{ name: string }>().response(type<string>(), { status: 201 }),
  }),
  numbers: dynamicResource("number", integer(), { find: get("number").response<number>() }),
  files: staticResource("files", {
    file: dynamicResource("path", segments(), { read: get().response<unknown>() }),
  }),
  odd: staticResource(":odd*", { x: get("x?").response<string>() }),
  umlaut: staticResource("ü", { here: get().response<string>() }),
  only: head("only").response(type<string>()),
  gone: put("gone"),
  secret: get("secret").response<string>().failure(Unauthorized),
  busy: get("busy").failure(Busy),
  upload: post("upload").request(stream()).response(type<number>()),
  download: get("download").response(stream("text/plain")),
  slow: get("slow").response<string>(),
  context: post("context").request<number>().response(type<unknown>()),
  broken: get("broken").response<string>(),
  url: get("url").response<unknown>(),
  unrouted: get("unrouted"),
});

const requests = new AsyncLocalStorage<string>();
const signals: AbortSignal[] = [];
const begun: (() => void)[] = [];

/** A module of handlers that does not know where it runs. */
function routeAll(routes: Routes): void {
  const { users } = api;
  // What is registered last is matched all the same.
  routes.route(users.user.find, ({ ids }) => `user ${ids.user}`);
  routes.route(users.user.change, ({ ids, body }) => `${ids.user} ${body.n}`);
  routes.route(users.me, () => "me");
  routes.route(users.search, ({ body }) => body.text);
  routes.route(users.plus, () => "plus");
  routes.route(users.list, ({ parameters }) => parameters);
  routes.route(users.create, ({ body }) => body.name);
  routes.route(api.numbers.find, ({ ids }) => ids.number);
  routes.route(api.files.file.read, ({ ids }) => ids.path);
  routes.route(api.odd.x, () => "odd");
  routes.route(api.umlaut.here, () => "ü");
  routes.route(api.only, () => "only");
  routes.route(api.gone, ({ respond }) => respond(undefined, { status: 205 }));
  routes
    .with([Unauthorized], ({ header, fail }) =>
      header("authorization") === "Bearer a" ? { me: "a" } : fail(Unauthorized),
    )
    .route(api.secret, ({ me }) => me);
  routes.route(api.busy, ({ fail }) => fail(Busy, undefined, { headers: { "retry-after": 3 } }));
  routes.route(api.upload, async ({ body }) => {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
    }
    return size;
  });
  routes.route(api.download, () => new Blob(["one ", "two"]).stream());
  routes.route(api.slow, ({ signal }) => {
    signals.push(signal);
    begun.shift()?.();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve("gone")));
  });
  routes.route(api.context, async ({ body }) => {
    const before = requests.getStore();
    await new Promise((resolve) => setTimeout(resolve, 1));
    return [body, before, requests.getStore()];
  });
  routes.route(api.broken, () => {
    throw new Error("secret");
  });
  routes.route(api.url, ({ request, urlOf }) => [new URL(request.url).pathname, urlOf(users.me)]);
}

interface Host {
  readonly name: string;
  /** Below which all routes stand. */
  readonly prefix: string;
  /** Targets for which the host answers otherwise, and with what status. */
  readonly differs: Readonly<Record<string, number>>;
  open(options: ServerOptions): Promise<Server>;
}

const ignoreError = { onError: () => undefined };
const store = (id: string | string[] | undefined): string => String(id);

async function opened(server: Server): Promise<Server> {
  if (!server.listening) {
    await once(server.listen(0, "127.0.0.1"), "listening");
  }
  return server;
}

// A static segment that is spelled with escapes would step round a guard of Express' own.
const EXPRESS = {
  "/v1/%75sers": 404,
  "/v1/users/%6de": 404,
  "/v1/users/users%3Asearch": 404,
  "/v1/users/a%2Bb": 404,
  "/v1/%3Aodd%2A/x%3F": 404,
  "ftp://x/v1/users": 404,
};
// What node-server refuses by itself.
const HONO = { "/v1\\users": 400, "*": 400, "ftp://x/v1/users": 400 };

function servedByHono(options: ServerOptions, app: Hono, sub: Hono = app): Promise<Server> {
  app.use((c, next) => requests.run(store(c.req.header("x-id")), next));
  routeAll(routingOnHono(sub, options));
  if (sub !== app) {
    app.route("/api", sub);
  }
  return opened(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
}

const hosts: readonly Host[] = [
  {
    name: "express",
    prefix: "",
    differs: EXPRESS,
    open(options) {
      const app = express();
      app.use((req, _res, next) => requests.run(store(req.headers["x-id"]), next));
      routeAll(routingOnExpress(app, options));
      return opened(createHttpServer(app));
    },
  },
  {
    name: "express below /api/{tenant}",
    prefix: "/api/t1",
    differs: EXPRESS,
    open(options) {
      const app = express();
      const router = express.Router();
      app.use((req, _res, next) => requests.run(store(req.headers["x-id"]), next));
      app.use("/api/:tenant", router);
      routeAll(routingOnExpress(router, options));
      return opened(createHttpServer(app));
    },
  },
  {
    name: "hono",
    prefix: "",
    differs: HONO,
    open: (options) => servedByHono(options, new Hono()),
  },
  {
    name: "hono below /api/{tenant}",
    prefix: "/api/t1",
    differs: HONO,
    open: (options) => servedByHono(options, new Hono().basePath("/api/:tenant")),
  },
  {
    name: "hono in another application",
    prefix: "/api",
    differs: HONO,
    open: (options) => servedByHono(options, new Hono(), new Hono()),
  },
  {
    name: "node",
    prefix: "",
    differs: {},
    open(options) {
      const server = createHttpServer((_req, res) => res.writeHead(404).end());
      const routes = routingOnNode(undefined, options);
      server.removeAllListeners("request").on("request", (req, res) => {
        requests.run(store(req.headers["x-id"]), () => routes.listener(req, res));
      });
      routeAll(routes);
      return opened(server);
    },
  },
];

const targets = [
  "/v1/users",
  "/v1/users/",
  "/v1//users",
  "//v1/users",
  "/V1/users",
  "/v1/Users",
  "/v1/users?limit=5&tag=a&tag=b",
  "/v1/users?limit=0",
  "/v1/users?limit=1&limit=2",
  "/v1/users?tag=%zz",
  "/v1/users/me",
  "/v1/users/me/",
  "/v1/users/me;x=1",
  "/v1/users/%6de",
  "/v1/%75sers",
  "/v1/users/42",
  "/v1/users/a%2Fb",
  "/v1/users/%E2%82%AC",
  "/v1/users/%zz",
  "/v1/users/%C0%AF",
  "/v1/users/%2e%2e",
  "/v1/users/..",
  "/v1/users/.",
  "/x/../v1/users/1",
  "/v1/users/../users/1",
  "/v1\\users",
  "/v1/users/users:search",
  "/v1/users/users%3Asearch",
  "/v1/users/a+b",
  "/v1/users/a%2Bb",
  "/v1/users/a%20b",
  "/v1/7/number",
  "/v1/x/number",
  "/v1/files",
  "/v1/files/",
  "/v1/files/a",
  "/v1/files/a/b%2Fc/d",
  "/v1/files/a//b",
  "/v1/files/a/../b",
  "/v1/:odd*/x%3F",
  "/v1/%3Aodd%2A/x%3F",
  "/v1/odd/x",
  "/v1/%C3%BC",
  "/v1/only",
  "/v1/gone",
  "/v1/secret",
  "/v1/busy",
  "/v1/download",
  "/v1/broken",
  "/v1/unrouted",
  "/v1",
  "/",
  "/v2/users",
  "*",
  "/v1/users#x",
  "http://evil.test/v1/users",
  "ftp://x/v1/users",
  `/v1/users/${"x".repeat(1_025)}`,
  `/v1/users?${"x".repeat(9_000)}`,
];

const json = "content-type: application/json";
const sent = (text: string): string => `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

/** Heads and bodies that are sent to one target each. */
const messages: readonly (readonly [method: string, target: string, rest: string])[] = [
  ["POST", "/v1/users", `${json}\r\n${sent('{"name":"a"}')}`],
  ["POST", "/v1/users", `${json}\r\n${sent('{"name":"a","n":1e400}')}`],
  ["POST", "/v1/users", `${json}\r\n${sent('{"name":')}`],
  ["POST", "/v1/users", `${json}\r\ncontent-length: 0\r\n\r\n`],
  ["POST", "/v1/users", `content-type: text/plain\r\n${sent("a")}`],
  ["POST", "/v1/users", `content-type: a\r\n${sent("a")}`],
  ["POST", "/v1/users", `${json}\r\ncontent-encoding: gzip\r\n${sent("a")}`],
  ["POST", "/v1/users", `${json}\r\naccept: text/html\r\n${sent('{"name":"a"}')}`],
  ["POST", "/v1/users", `${json}\r\n${sent(JSON.stringify({ name: "x".repeat(300) }))}`],
  [
    "POST",
    "/v1/users",
    `${json}\r\ntransfer-encoding: chunked\r\n\r\nc\r\n{"name":"a"}\r\n0\r\n\r\n`,
  ],
  [
    "POST",
    "/v1/users",
    `${json}\r\ntransfer-encoding: chunked\r\n\r\n12c\r\n"${"x".repeat(298)}"\r\n0\r\n\r\n`,
  ],
  ["QUERY", "/v1/users/users:search", `${json}\r\n${sent('{"text":"t"}')}`],
  ["QUERY", "/v1/users/users:search", sent('{"text":"t"}')],
  ["QUERY", "/v1/users", "\r\n"],
  ["PATCH", "/v1/users/me", `${json}\r\n${sent('{"n":1}')}`],
  ["PUT", "/v1/gone", "\r\n"],
  ["DELETE", "/v1/users/me", "\r\n"],
  ["POST", "/v1/only", "\r\n"],
  ["HEAD", "/v1/only", "\r\n"],
  ["HEAD", "/v1/users/me", "\r\n"],
  ["HEAD", "/v1/gone", "\r\n"],
  ["HEAD", "/v1/download", "\r\n"],
  ["HEAD", "/v1/none", "\r\n"],
  ["OPTIONS", "/v1/users", "\r\n"],
  ["OPTIONS", "/v1/only", "\r\n"],
  ["OPTIONS", "/v1/users/me", "\r\n"],
  ["OPTIONS", "/v1/none", "\r\n"],
  ["GET", "/v1/secret", "authorization: Bearer a\r\n\r\n"],
  ["POST", "/v1/upload", `content-type: a/b\r\n${sent("12345")}`],
  [
    "POST",
    "/v1/upload",
    `content-type: a/b\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  ],
];

const OF_THE_HOST = new Set(["date", "connection", "keep-alive", "x-powered-by"]);

function compared({ status, headers, body }: RawResponse): object {
  const kept = headers.filter(([name]) => !OF_THE_HOST.has(name)).map((line) => line.join(": "));
  return { status, headers: kept.toSorted(), body };
}

describe.each(hosts)("$name", ({ prefix, differs, open }) => {
  const limits = { body: 200, idle: 100 };
  let alone: { port: number; close: (options?: { grace?: number }) => Promise<void> };
  let server: Server;
  let port: number;

  beforeAll(async () => {
    const standalone = createServer({ ...ignoreError, limits });
    routeAll(standalone);
    alone = await listen(standalone);
    server = await open({ ...ignoreError, limits });
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await alone.close({ grace: 0 });
  });

  const below = (target: string): string =>
    target.startsWith("/") ? prefix + target : target.replace(/^(\w+:\/\/[^/]+)/, `$1${prefix}`);
  const bytes = (method: string, target: string, rest: string): string =>
    `${method} ${target} HTTP/1.1\r\nhost: h.test\r\n${rest}`;

  async function compare(method: string, target: string, rest: string): Promise<void> {
    const expected = await exchangeRaw(alone.port, bytes(method, target, rest), method);
    const answer = await exchangeRaw(port, bytes(method, below(target), rest), method);
    const other = differs[target];
    if (other !== undefined) {
      expect(answer.status).toBe(other);
    } else if (expected.status === 404) {
      // The host's own.
      expect(answer.status).toBe(404);
    } else {
      expect(compared(answer)).toEqual(compared(expected));
    }
  }

  test.each(
    targets.map((target) => [target.length > 60 ? `${target.slice(0, 60)}…` : target, target]),
  )("answers GET %s as it does alone", (_, target) => compare("GET", target, "\r\n"));

  test.each(messages)("answers %s %s as it does alone: %j", (method, target, rest) =>
    compare(method, target, rest),
  );

  test("answers 408 where a body does not come", async () => {
    const rest = `${json}\r\ncontent-length: 10\r\n\r\n{`;
    const { status, body } = await exchangeRaw(port, bytes("POST", `${prefix}/v1/users`, rest));
    expect([status, JSON.parse(body)]).toMatchObject([408, { type: "urn:bough:request-timeout" }]);
  });

  test("knows the whole path in URLs", async () => {
    const answer = await exchangeRaw(port, bytes("GET", `${prefix}/v1/url`, "\r\n"));
    expect(JSON.parse(answer.body)).toEqual([`${prefix}/v1/url`, `${prefix}/v1/users/me`]);
  });

  test("aborts the signal when the client goes", async () => {
    const client = await RawClient.open(port);
    const started = new Promise<void>((resolve) => begun.push(resolve));
    client.write(bytes("GET", `${prefix}/v1/slow`, "\r\n"));
    await started;
    const signal = signals.pop();
    expect(signal?.aborted).toBe(false);
    client.destroy();
    await new Promise<void>((resolve) => {
      if (signal?.aborted === true) {
        resolve();
      }
      signal?.addEventListener("abort", () => resolve());
    });
    expect(signal?.aborted).toBe(true);
  });

  test("keeps 200 requests at once apart, each in its context", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const response = await fetch(`http://127.0.0.1:${port}${prefix}/v1/context`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-id": `id${index}` },
          body: String(index),
        });
        return response.json();
      }),
    );
    expect(answers).toEqual(answers.map((_, index) => [index, `id${index}`, `id${index}`]));
  });

  test("carries one request after the other", async () => {
    const client = await RawClient.open(port);
    for (let count = 0; count < 3; count++) {
      const answer = await client
        .write(bytes("POST", `${prefix}/v1/users`, `${json}\r\n${sent('{"name":"a"}')}`))
        .next();
      expect([answer.status, linesOf(answer, "content-length")]).toEqual([201, ["3"]]);
    }
    client.destroy();
  });
});
