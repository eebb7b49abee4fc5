// Routes on a Fastify app, over real sockets: its own hooks, parsers and routes beside them.
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { PassThrough, Transform } from "node:stream";
import cors from "@fastify/cors";
import {
  bytes,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  json as jsonCodec,
  noBody,
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
import { head } from "bough/existing";
import type { Codec } from "bough";
import { routing } from "bough/fastify";
import type { FastifyHost, FastifyOptions } from "bough/fastify";
import type { HostRoutes } from "bough/types";
import { listen } from "bough/node";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import { decode, encode } from "cborg";
import fastify from "fastify";
import type { FastifyError, FastifyInstance, FastifyServerOptions } from "fastify";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";

const Unauthorized = failure("unauthorized", 401);

const api = rootResource("v1", {
  root: get().response<string>(),
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer({ min: 1 }).default(20) })
      .response<{ limit: number }>(),
    search: query().request<{ name: string }>().response<string[]>(),
    create: post()
      .request<unknown>()
      .response(type<unknown>(), { status: 201 })
      .failure(Unauthorized),
    me: get("me").response<string>(),
    find: get("users:search").response<string>(),
    user: dynamicResource("user", {
      find: get().response<{ user: string }>().failure(Unauthorized),
      replace: put().request<unknown>().response<unknown>(),
      remove: del(),
    }),
  }),
  odd: staticResource("a+b *", { get: get().response<string>() }),
  files: dynamicResource("path", segments(), { get: get().response<string>() }),
  upload: staticResource("upload", {
    put: put().request(stream("application/octet-stream")).response<number>(),
    count: post().request(bytes("application/cbor")).response<number>(),
  }),
  download: staticResource("download", { get: get().response(stream("text/plain")) }),
  ping: staticResource("ping", { post: post() }),
  slow: staticResource("slow", { get: get().response<string>() }),
  broken: staticResource("broken", { get: get().response<string>() }),
  bare: staticResource("bare", { get: get().response<string>() }),
  boom: staticResource("boom", { get: get().response<string>() }),
  signed: staticResource("signed", {
    get: get().response(type<string>(), { headers: { "set-cookie": string() } }),
  }),
});

const { users } = api;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array;
}

const apps: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

function createApp(options: FastifyServerOptions = {}): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, ...options });
  apps.push(app);
  return app;
}

async function start(app: FastifyInstance) {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return { port, send: (target: string, sent?: Sent) => sendTo(port, target, sent) };
}

function sendTo(
  port: number,
  target: string,
  { method = "GET", headers, body }: Sent = {},
): Promise<Answer> {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      port,
      host: "127.0.0.1",
      path: target,
      method,
      agent: false,
      headers: { ...length, ...headers },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    request.end(body);
  });
}

const PROBLEM = "application/problem+json";
const JSON_CODEC = jsonCodec();
const CBOR: Codec = { mediaType: "application/cbor", encode, decode: (given) => decode(given) };
const JSON_TYPE = { "content-type": "application/json" };
const json = (value: unknown): Sent => ({
  method: "POST",
  headers: JSON_TYPE,
  body: JSON.stringify(value),
});

/** A promise that somebody else resolves. */
function signalled() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** A module of handlers, which does not know its host. */
function routeUsers(routes: Routes): void {
  routes.route(users.list, ({ parameters }) => ({ limit: parameters.limit }));
  routes.route(users.search, ({ body }) => [body.name]);
  routes.route(users.create, ({ body, respond }) => respond(body, { status: 201 }));
  routes.route(users.me, () => "me");
  routes.route(users.find, () => "search");
  routes.route(users.user, {
    find: ({ ids }) => ({ user: ids.user }),
    replace: ({ body }) => body,
    remove: () => undefined,
  });
  routes.route(api.root, () => "root");
  routes.route(api.odd.get, () => "odd");
  routes.route(api.files.get, ({ ids }) => ids.path.join(" "));
  routes.route(api.ping.post, () => undefined);
}

async function startUsers(
  options: FastifyOptions = {},
  prepare: (app: FastifyInstance, routes: HostRoutes<FastifyHost>) => void = () => undefined,
) {
  const app = createApp();
  const routes = routing(app, options);
  routeUsers(routes);
  prepare(app, routes);
  return { app, ...(await start(app)) };
}

describe("routes on Fastify", () => {
  test("answer as anywhere", async () => {
    const { send } = await startUsers();
    const found = await send("/v1/users/42");
    expect(found).toMatchObject({ status: 200, text: '{"user":"42"}' });
    expect(found.headers).toMatchObject({
      "content-type": "application/json",
      "content-length": "13",
      "x-content-type-options": "nosniff",
    });
    expect(await send("/v1")).toMatchObject({ status: 200, text: '"root"' });
    expect(await send("/v1/users?limit=3")).toMatchObject({ status: 200, text: '{"limit":3}' });
    expect(await send("/v1/users", json({ a: 1 }))).toMatchObject({
      status: 201,
      text: '{"a":1}',
    });
    expect(await send("/v1/users/42", { method: "DELETE" })).toMatchObject({
      status: 204,
      text: "",
    });
    expect(await send("/v1/ping", { method: "POST", headers: JSON_TYPE })).toMatchObject({
      status: 204,
    });
  });

  test("are found as the tree says, whatever was registered first", async () => {
    const { send } = await startUsers();
    for (const [target, text] of [
      ["/v1/users/me", '"me"'],
      ["/v1/users/%6de", '"me"'],
      ["/v1/%75sers/me", '"me"'],
      ["/v1/users/users:search", '"search"'],
      ["/v1/users/users%3Asearch", '"search"'],
      ["/v1/users/users:other", '{"user":"users:other"}'],
      ["/v1/users/a%2Fb", '{"user":"a/b"}'],
      ["/v1/a+b%20*", '"odd"'],
      ["/v1/a%2Bb%20%2A", '"odd"'],
      ["/v1/x/y/z", '"x y z"'],
      ["/v1/users/1/2", '"users 1 2"'],
      ["http://other.test/v1/users/me", '"me"'],
    ] as const) {
      expect([target, (await send(target)).text]).toEqual([target, text]);
    }
    for (const target of ["/v1/", "/v1//me", "/v1/users/", "/V1/users", "/v1/.", "/v1/a/../b"]) {
      expect([target, (await send(target)).status]).toEqual([target, 404]);
    }
    expect((await send("/v1/users/me#x")).status).toBe(400);
    expect((await send(`/v1/x/${"a".repeat(9_000)}`)).status).toBe(414);
    expect((await send("/v1/users/%zz")).status).toBe(400);
  });

  test("answer 405, OPTIONS, HEAD and 501 by the tree", async () => {
    const { send } = await startUsers({}, (_app, routes) => {
      expect(routes.unrouted(api).length).toBeGreaterThan(0);
    });
    expect(await send("/v1/users", { method: "DELETE" })).toMatchObject({
      status: 405,
      headers: { allow: "GET, QUERY, POST, HEAD, OPTIONS", "content-type": PROBLEM },
    });
    expect(await send("/v1", { method: "POST" })).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    });
    expect(await send("/v1/ping", { method: "PUT" })).toMatchObject({
      status: 405,
      headers: { allow: "POST, GET, HEAD, OPTIONS" },
    });
    // The path has this method in another place of the tree.
    expect((await send("/v1/ping")).text).toBe('"ping"');
    expect(await send("/v1/users", { method: "OPTIONS" })).toMatchObject({
      status: 204,
      headers: { allow: "GET, QUERY, POST, HEAD, OPTIONS", "accept-query": "application/json" },
    });
    expect(await send("/v1/users/42", { method: "HEAD" })).toMatchObject({
      status: 200,
      headers: { "content-length": "13" },
      text: "",
    });
    expect((await send("/v1/users", { method: "TRACE" })).status).toBe(501);
    expect((await send("/v1/slow")).status).toBe(501);
  });

  test("answer QUERY", async () => {
    const { send } = await startUsers();
    const body = '{"name":"Ada"}';
    expect(await send("/v1/users", { method: "QUERY", headers: JSON_TYPE, body })).toMatchObject({
      status: 200,
      text: '["Ada"]',
    });
    expect(await send("/v1/users", { method: "QUERY", body })).toMatchObject({
      status: 400,
      headers: { "content-type": PROBLEM },
    });
  });

  test("are as strict about JSON as a server of their own", async () => {
    const { send } = await startUsers({ limits: { body: 100 } });
    for (const body of ['{"n":1e400}', '{"n":9007199254740993}', "{", "", '"\\', "[".repeat(65)]) {
      const answer = await send("/v1/users", { method: "POST", headers: JSON_TYPE, body });
      expect([body, answer.status, answer.headers["content-type"]]).toEqual([body, 400, PROBLEM]);
    }
    const post = (headers: Sent["headers"], body = "{}"): Promise<Answer> =>
      send("/v1/users", { method: "POST", body, ...(headers && { headers }) });
    expect(await post({ "content-type": "text/plain" })).toMatchObject({
      status: 415,
      headers: { accept: "application/json" },
    });
    expect((await post({ "content-type": "nonsense" })).status).toBe(415);
    expect((await post({ "content-type": ["application/json", "text/html"] })).status).toBe(415);
    expect((await post({ ...JSON_TYPE, "content-encoding": "gzip" })).status).toBe(415);
    expect((await post(undefined)).status).toBe(415);
    expect((await post({ ...JSON_TYPE, accept: "text/html" })).status).toBe(406);
    expect((await post(JSON_TYPE, `"${"a".repeat(200)}"`)).status).toBe(413);
    expect((await send("/v1/users?limit=0")).status).toBe(400);
  });

  test("ignore a body where none is declared", async () => {
    const { send } = await startUsers();
    for (const type of ["application/json", "text/plain", "x/y", "nonsense"]) {
      const headers = { "content-type": type };
      const answer = await send("/v1/ping", { method: "POST", headers, body: "{" });
      expect([type, answer.status]).toEqual([type, 204]);
    }
  });

  test("answer 413 to a client that reads when it has written all", async () => {
    const { port } = await startUsers();
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
    const size = 4_194_304;
    socket.pause();
    socket.write(
      `POST /v1/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    );
    for (let left = size; left > 0; left -= 65_536) {
      if (!socket.write("a".repeat(65_536))) await once(socket, "drain");
    }
    // The rest of the body was read, so the connection can be used again.
    socket.write("GET /v1/users/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    socket.resume();
    await once(socket, "close");
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain("urn:bough:content-too-large");
    expect(text).toMatch(/HTTP\/1\.1 200 [^]*"me"$/);
  });

  test("end the connection of a client that goes on writing beyond drainBytes", async () => {
    const { port } = await startUsers({ drainBytes: 100_000 });
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
    socket.on("error", () => undefined);
    socket.write(
      "POST /v1/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n",
    );
    const writing = setInterval(() => socket.write("a".repeat(65_536)), 1);
    await once(socket, "close");
    clearInterval(writing);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("count the bytes that arrive, and do not wait for ever", async () => {
    const { port } = await startUsers({ limits: { body: 10, idle: 50 } });
    const say = async (body: string): Promise<string> => {
      const socket = connect(port, "127.0.0.1");
      let text = "";
      socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
      socket.write(
        `POST /v1/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
      );
      while (!text.includes("}")) await once(socket, "data");
      socket.destroy();
      return text;
    };
    expect(await say('c\r\n"aaaaaaaaaa"\r\n0\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /);
    expect(await say('2\r\n"a\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe("a module of handlers", () => {
  const rows: [target: string, sent?: Sent][] = [
    ["/v1"],
    ["/v1/users"],
    ["/v1/users?limit=x&limit=2"],
    ["/v1/users?limit=%zz"],
    ["/v1/users/42", { method: "HEAD" }],
    ["/v1/users/42", { headers: { authorization: "me" } }],
    ["/v1/users/%F0%9F%98%80"],
    ["/v1/users/42", { method: "DELETE" }],
    ["/v1/users/42", { method: "PATCH" }],
    ["/v1/users/42", { method: "OPTIONS" }],
    ["/v1/users/42", { headers: { accept: "text/html" } }],
    ["/v1/users", json({ a: [1, 2.5, null, "\u00e9"] })],
    ["/v1/users", json("x".repeat(70_000))],
    ["/v1/users", { ...json(0), body: '{"__proto__":{"a":1}}' }],
    ["/v1/users", { ...json(0), body: "nope" }],
    ["/v1/users", { ...json(0), headers: { "content-type": "application/vnd.api+json" } }],
    ["/v1/users", { ...json(0), headers: { "content-type": 'application/json; charset="utf-8"' } }],
    ["/v1/users", { ...json(0), headers: { "content-type": "application/json; charset=latin1" } }],
    ["/v1/users", { method: "POST", headers: JSON_TYPE }],
    ["/v1/users", { method: "QUERY", headers: JSON_TYPE, body: '{"name":"Ada"}' }],
    ["/v1/users", { method: "QUERY", body: '{"name":"Ada"}' }],
    ["/v1/ping", { method: "POST", body: "anything" }],
    ["/v1/ping", { method: "POST", body: "x".repeat(100_000) }],
    ["/v1/users/1", { method: "PUT", headers: JSON_TYPE, body: "" }],
    ["/v1/users/me#x"],
    ["/v1/slow"],
    [`/v1/users/${"a".repeat(1_030)}`],
    ["http://x.test/v1/users/1?a=b"],
  ];

  test.each(rows)("is answered as on a server of its own: %s %o", async (target, sent) => {
    const app = createApp({ routerOptions: { maxParamLength: 2_000 } });
    routeUsers(routing(app));
    const server = createServer();
    routeUsers(server);
    const listening = await listen(server);
    try {
      const plain = ({ status, headers, text }: Answer): unknown => {
        const { date: _date, connection: _connection, "keep-alive": _alive, ...rest } = headers;
        return { status, headers: rest, text };
      };
      const here = await start(app);
      expect(plain(await here.send(target, sent))).toEqual(
        plain(await sendTo(listening.port, target, sent)),
      );
    } finally {
      await listening.close();
    }
  });
});

describe("beside a project's own code", () => {
  test("its routes go on, wherever they are registered", async () => {
    const app = createApp();
    app.patch("/v1/users/:id", (request) => ({ patched: request.params }));
    const routes = routing(app);
    routeUsers(routes);
    app.get("/v1/users/:id/own", () => "own");
    app.post("/own", () => "own");
    const { send } = await start(app);
    expect((await send("/v1/users/1", { method: "PATCH" })).text).toBe('{"patched":{"id":"1"}}');
    expect((await send("/v1/users/1/own")).text).toBe("own");
    expect((await send("/own", json({}))).text).toBe("own");
    expect((await send("/own", { ...json({}), body: '{"n":1e400}' })).text).toBe("own");
    expect((await send("/v1/users/1", { method: "POST" })).status).toBe(405);
  });

  test("a wildcard of its own goes on below a root", async () => {
    const app = createApp();
    app.all("/*", (request) => `legacy ${request.method} ${request.url}`);
    const v2 = rootResource("v2", {
      list: get("list").response<string>(),
      one: dynamicResource("id", integer(), { get: get("x").response<string>() }),
    });
    const routes = routing(app);
    routes.route(v2, { list: () => "list", one: { get: () => "one" } });
    const { send } = await start(app);
    expect((await send("/v2/list")).text).toBe('"list"');
    expect((await send("/v2/other")).text).toBe("legacy GET /v2/other");
    expect((await send("/other")).text).toBe("legacy GET /other");
    // So it can take over one method of a path after the other.
    expect((await send("/v2/list", { method: "POST" })).text).toBe("legacy POST /v2/list");
    expect((await send("/v2/list", { method: "OPTIONS" })).text).toBe("legacy OPTIONS /v2/list");
  });

  test("a wildcard of its own leaves the other methods to the tree", async () => {
    const app = createApp();
    app.get("/*", () => "page");
    const v2 = rootResource("v2", { store: put("one").request<unknown>() });
    routing(app).route(v2.store, () => undefined);
    const { send } = await start(app);
    expect((await send("/v2/one")).text).toBe("page");
    expect(await send("/v2/one", { method: "DELETE" })).toMatchObject({
      status: 405,
      headers: { allow: "PUT, OPTIONS" },
    });
    expect((await send("/v2/one", { ...json(1), method: "PUT" })).status).toBe(204);
  });

  test("the other spelling of a path without a root segment is redirected", async () => {
    const app = createApp();
    const top = rootResource({
      tenant: dynamicResource("tenant", { get: get().response<string>() }),
    });
    const only = rootResource("only", { get: get().response<string>() });
    const routes = routing(app, { trailingSlashMismatch: "redirect" });
    routes.route(top.tenant.get, () => "tenant");
    routes.route(only.get, () => "only");
    const { send } = await start(app);
    for (const path of ["/a", "/only"]) {
      expect((await send(path)).status).toBe(200);
      expect(await send(`${path}/`)).toMatchObject({ status: 308, headers: { location: path } });
    }
  });

  test("a HEAD of the tree or of the app stands beside a GET", async () => {
    const app = createApp();
    app.head("/v2/b", (_request, reply) => reply.header("x-by", "app").send());
    const v2 = rootResource("v2", {
      a: get("a").response<string>(),
      probe: head("a").response(noBody, { headers: { "x-by": string() } }),
      b: get("b").response<string>(),
      c: get("c").response<string>(),
    });
    routing(app).route(v2, {
      a: () => "a",
      probe: ({ respond }) => respond(undefined, { headers: { "x-by": "tree" } }),
      b: () => "b",
      c: () => "c",
    });
    const { send } = await start(app);
    const by = async (path: string, method: string) =>
      (await send(path, { method })).headers["x-by"];
    expect(await by("/v2/a", "HEAD")).toBe("tree");
    expect(await by("/v2/b", "HEAD")).toBe("app");
    expect([await by("/v2/a", "GET"), await by("/v2/c", "HEAD")]).toEqual([undefined, undefined]);
    expect((await send("/v2/c", { method: "HEAD" })).headers["content-length"]).toBe("3");
  });

  test("its own 404 answers paths that no endpoint has", async () => {
    const { send } = await startUsers({}, (app) => {
      app.setNotFoundHandler((_request, reply) => reply.code(404).send("nowhere"));
    });
    for (const target of ["/elsewhere", "/v1/users/", "/V1/users"]) {
      expect(await send(target)).toMatchObject({ status: 404, text: "nowhere" });
    }
    expect(await send("/v1/users/", json("{"))).toMatchObject({ status: 404, text: "nowhere" });
  });

  test("its hooks run, wherever they are added, in the order of its lifecycle", async () => {
    const seen: string[] = [];
    const app = createApp();
    const routes = routing(app);
    const guarded = routes.guard(({ host }) => {
      seen.push(`guard ${String(host.request.body)}`);
      return {};
    });
    guarded.route(users.create, ({ body, respond }) => {
      seen.push("handler");
      return respond(body, { status: 201 });
    });
    guarded.route(users.user.find, ({ ids }) => {
      seen.push("handler");
      return { user: ids.user };
    });
    await app.register(async () => undefined);
    app.addHook("onRequest", async () => void seen.push("onRequest"));
    app.addHook("preParsing", async () => void seen.push("preParsing"));
    app.addHook("preValidation", async ({ body }) => {
      seen.push(`preValidation ${body instanceof Buffer ? body.toString() : typeof body}`);
    });
    app.addHook(
      "preHandler",
      async ({ body }) => void seen.push(`preHandler ${JSON.stringify(body)}`),
    );
    app.addHook("onSend", async (_request, reply, payload) => {
      seen.push(`onSend ${String(payload)}`);
      reply.header("x-sent", "yes");
    });
    const responded = new Promise<void>((resolve) => {
      app.addHook("onResponse", async ({ routeOptions: { url } }, { statusCode }) => {
        seen.push(`onResponse ${url} ${statusCode}`);
        resolve();
      });
    });
    const { send } = await start(app);
    const answer = await send("/v1/users", json({ a: 1 }));
    expect(answer).toMatchObject({
      status: 201,
      headers: { "x-sent": "yes", "content-type": "application/json" },
    });
    await responded;
    expect(seen.splice(0)).toEqual([
      "onRequest",
      "preParsing",
      "guard undefined",
      'preValidation {"a":1}',
      'preHandler {"a":1}',
      "handler",
      'onSend {"a":1}',
      "onResponse /v1/users 201",
    ]);
    await send("/v1/users/1");
    expect(seen.slice(0, 6)).toEqual([
      "onRequest",
      "preParsing",
      "guard undefined",
      "preValidation undefined",
      "preHandler undefined",
      "handler",
    ]);
  });

  test.each(["onRequest", "preValidation", "preHandler"] as const)(
    "an %s hook that answers keeps handlers and arounds from running",
    async (hook) => {
      const seen: string[] = [];
      const app = createApp();
      app.addHook(hook, async (request, reply) => {
        if (request.headers.authorization === undefined) {
          await reply.code(401).send({ error: "who?" });
        }
      });
      const routes = routing(app);
      const around = routes.around((_call, next) => {
        seen.push("around");
        return next();
      });
      routes.route(users.list, () => {
        seen.push("list");
        return { limit: 1 };
      });
      around.route(users.create, ({ respond }) => {
        seen.push("create");
        return respond(1, { status: 201 });
      });
      const { send } = await start(app);
      expect(await send("/v1/users")).toMatchObject({ status: 401, text: '{"error":"who?"}' });
      expect((await send("/v1/users", json(1))).status).toBe(401);
      expect(seen).toEqual([]);
      const headers = { ...JSON_TYPE, authorization: "me" };
      expect((await send("/v1/users", { headers })).status).toBe(200);
      expect((await send("/v1/users", { ...json(1), headers })).status).toBe(201);
      expect(seen).toEqual(["list", "around", "create"]);
    },
  );

  test("guards run before the body is parsed", async () => {
    const app = createApp();
    app.decorateRequest("user", "nobody");
    app.addHook("preHandler", async (request) => void Object.assign(request, { user: "ada" }));
    const parsed: string[] = [];
    app.addContentTypeParser("application/cbor", { parseAs: "buffer" }, async () => {
      parsed.push("cbor");
      throw new Error("unreadable");
    });
    const routes = routing(app);
    const seen: unknown[] = [];
    const guarded = routes.guard([Unauthorized], ({ host, header, fail }) => {
      seen.push(Reflect.get(host.request, "user"));
      return header("authorization") === undefined ? fail(Unauthorized) : {};
    });
    guarded.route(users.create, ({ body, respond }) => respond(body, { status: 201 }));
    guarded.route(users.user.find, ({ ids }) => ({ user: ids.user }));
    const { send } = await start(app);
    const { status } = await send("/v1/users", {
      method: "POST",
      headers: { "content-type": "application/cbor" },
      body: "x",
    });
    expect([status, parsed]).toEqual([401, []]);
    expect(
      (await send("/v1/users", { ...json(1), headers: { "content-type": "a/b" } })).status,
    ).toBe(401);
    const headers = { ...JSON_TYPE, authorization: "me" };
    expect(await send("/v1/users", { ...json({ a: 1 }), headers })).toMatchObject({
      status: 201,
      text: '{"a":1}',
    });
    expect((await send("/v1/users/1", { headers })).status).toBe(200);
    expect((await send("/v1/users/1", { method: "POST" })).status).toBe(405);
    expect(seen.at(-1)).toBe("nobody");
  });

  test("call.host is the request and the reply of Fastify", async () => {
    const { send } = await startUsers({}, (_app, routes) => {
      routes.route(api.slow.get, ({ host }) => {
        expectTypeOf(host).toEqualTypeOf<FastifyHost>();
        host.reply.header("x-id", host.request.id);
        return host.request.routeOptions.url ?? "";
      });
    });
    expect(await send("/v1/slow")).toMatchObject({
      headers: { "x-id": expect.stringMatching(/^req-/) },
      text: '"/v1/slow"',
    });
  });

  test("headers of cors and of a session stay beside those of the handler", async () => {
    const { send } = await startUsers({ codecs: [JSON_CODEC, CBOR] }, (app, routes) => {
      void app.register(cors, { origin: ["http://a.test"], credentials: true });
      app.addHook("onRequest", async (_request, reply) => {
        reply.header("set-cookie", "session=1").header("x-powered-by", "hook");
      });
      routes.route(api.signed.get, ({ respond }) =>
        respond("ok", {
          headers: { "set-cookie": "signed=2", vary: "Accept", "x-powered-by": "us" },
        }),
      );
    });
    const { headers } = await send("/v1/signed", { headers: { origin: "http://a.test" } });
    expect(headers).toMatchObject({
      vary: "Origin, Accept",
      "access-control-allow-origin": "http://a.test",
      "x-powered-by": "us",
    });
    expect(headers["set-cookie"]?.toSorted()).toEqual(["session=1", "signed=2"]);
    const preflight = await send("/v1/signed", {
      method: "OPTIONS",
      headers: { origin: "http://a.test", "access-control-request-method": "GET" },
    });
    expect(preflight).toMatchObject({
      status: 204,
      headers: { "access-control-allow-methods": "GET,HEAD,POST" },
    });
    expect(
      await send("/v1/signed", { method: "POST", headers: { origin: "http://a.test" } }),
    ).toMatchObject({
      status: 405,
      headers: { "access-control-allow-origin": "http://a.test" },
    });
  });
});

describe("parsers and serializers of a project", () => {
  const CBOR_TYPE = { "content-type": "application/cbor" };

  test("a CBOR parser decodes bodies, without a word to Bough", async () => {
    const { send } = await startUsers({}, (app) => {
      app.addContentTypeParser(
        "application/cbor",
        { parseAs: "buffer" },
        (_request, body, done) => {
          try {
            done(null, decode(body as Buffer));
          } catch (error) {
            done(Object.assign(error as Error, { statusCode: 422 }));
          }
        },
      );
    });
    const post = (body: Uint8Array): Promise<Answer> =>
      send("/v1/users", { method: "POST", headers: CBOR_TYPE, body });
    expect(await post(encode({ a: 1 }))).toMatchObject({ status: 201, text: '{"a":1}' });
    expect((await post(new Uint8Array([255, 255]))).status).toBe(422);
    // What Bough reads by itself, and what nobody reads, does not go through it.
    const raw = { method: "POST", headers: CBOR_TYPE, body: new Uint8Array([255, 255]) };
    expect((await send("/v1/ping", raw)).status).toBe(204);
  });

  test("a JSON parser of the project keeps no key that sets a prototype", async () => {
    const { send } = await startUsers({}, (app) => {
      app.removeContentTypeParser("application/json");
      app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
        done(null, JSON.parse(String(body))),
      );
    });
    const statusOf = async (body: string): Promise<number> =>
      (await send("/v1/users", { ...json(0), body })).status;
    expect(await statusOf('{"a":1}')).toBe(201);
    expect(await statusOf('{"a":{"__proto__":{}}}')).toBe(400);
    expect(await statusOf('{"constructor":{"prototype":{}}}')).toBe(400);
  });

  test("a body that a guard has read is not waited for", async () => {
    for (const given of [CBOR_TYPE, JSON_TYPE]) {
      const seen: unknown[] = [];
      const app = createApp();
      app.addContentTypeParser("application/cbor", { parseAs: "buffer" }, async () => 1);
      const routes = routing(app, { onError: (error) => void seen.push(error) });
      const guarded = routes.guard(async ({ request }) => ({ text: await request.text() }));
      guarded.route(users.create, ({ respond }) => respond(1, { status: 201 }));
      const { send } = await start(app);
      const { status } = await send("/v1/users", { method: "POST", headers: given, body: "{}" });
      expect([status, seen]).toEqual([500, [expect.objectContaining({ code: "taken-body" })]]);
    }
  });

  test("a serializer of one reply writes its answer, once", async () => {
    const { send } = await startUsers({}, (app) => {
      app.addHook("onRequest", async (_request, reply) => {
        reply.serializer((value: unknown) => `(${JSON.stringify(value)})`);
      });
    });
    expect((await send("/v1/users/1")).text).toBe('({"user":"1"})');
    expect((await send("/v1/users?limit=0")).text).toMatch(/^\{"type":"urn:bough:/);
  });

  test("a serializer of one reply has the media type that its hook gives", async () => {
    const { send } = await startUsers({}, (app) => {
      app.addHook("preHandler", async (_request, reply) => {
        reply.type("application/yaml").serializer(({ user }: { user: string }) => `user: ${user}`);
      });
    });
    expect(await send("/v1/users/1")).toMatchObject({
      text: "user: 1",
      headers: { "content-type": "application/yaml" },
    });
    expect(await send("/v1/users?limit=0")).toMatchObject({
      status: 400,
      headers: { "content-type": PROBLEM },
    });
  });

  test("a media type that a hook gives all replies is not that of JSON", async () => {
    const { send } = await startUsers({}, (app) => {
      app.addHook("onRequest", async (_request, reply) => void reply.type("text/html"));
      app.setReplySerializer((value) => JSON.stringify(value));
    });
    expect(await send("/v1/users/1")).toMatchObject({
      headers: { "content-type": "application/json" },
    });
  });

  test("a parser's own limit is the one that holds", async () => {
    const { send } = await startUsers({ limits: { body: 4 } }, (app) => {
      app.addContentTypeParser(
        "application/cbor",
        { parseAs: "buffer", bodyLimit: 100 },
        async (_request: unknown, body: unknown) => decode(body as Buffer) as unknown,
      );
    });
    const post = (text: string): Promise<Answer> =>
      send("/v1/users", { method: "POST", headers: CBOR_TYPE, body: encode(text) });
    expect((await post("a".repeat(50))).status).toBe(201);
    expect(await post("a".repeat(500))).toMatchObject({
      status: 413,
      text: expect.stringContaining("FST_ERR_CTP_BODY_TOO_LARGE"),
    });
  });

  test("a JSON parser of its own is the one that decodes", async () => {
    const { send } = await startUsers({}, (app) => {
      app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
        done(null, { parsed: body }),
      );
    });
    expect((await send("/v1/users", json(1))).text).toBe('{"parsed":"1"}');
  });

  test("a stream that a preParsing hook gives is what a handler is given to read", async () => {
    const app = createApp();
    app.addHook("preParsing", async (_request, _reply, payload) =>
      payload.pipe(
        new Transform({ transform: (chunk, _encoding, done) => done(null, `${chunk}${chunk}`) }),
      ),
    );
    routing(app).route(api.upload.put, async ({ body }) => {
      return (await new Response(body as BodyInit).text()).length;
    });
    const { send } = await start(app);
    const headers = { "content-type": "application/octet-stream" };
    const answer = await send("/v1/upload", { method: "PUT", headers, body: "abc" });
    expect([answer.status, answer.text]).toEqual([200, "6"]);
  });

  test("a stream that is answered to an injected request with a body breaks nothing", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      for (const reads of [true, false]) {
        const app = createApp();
        const echo = post("echo").request(stream("text/plain")).response(stream("text/plain"));
        const tree = rootResource("v1", { echo });
        routing(app).route(tree.echo, ({ body }) => (reads ? body : new Blob(["abc"]).stream()));
        const answer = await app.inject({
          method: "POST",
          url: "/v1/echo",
          headers: { "content-type": "text/plain" },
          payload: "abc",
        });
        expect(answer.body).toBe("abc");
        // What is left of the body is drained, at most for this long.
        await vi.advanceTimersByTimeAsync(2_000);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  test("an answer leaves before its client has written all", async () => {
    const app = createApp();
    routing(app).route(api.users.me, () => "me");
    const { port } = await start(app);
    for (const method of ["HEAD", "GET"]) {
      const headers = { "content-length": "100000" };
      const request = httpRequest({ port, path: "/v1/users/me", method, headers });
      request.on("error", () => undefined).write("a");
      const [response] = (await once(request, "response")) as [{ statusCode: number }];
      expect(response.statusCode).toBe(200);
      request.destroy();
    }
  });

  test("a stream that a preParsing hook gives is what is read", async () => {
    const { send } = await startUsers({ limits: { body: 100 } }, (app) => {
      app.addHook("preParsing", async (_request, _reply, payload) =>
        payload.pipe(new PassThrough()).pipe(
          new Transform({
            transform: (chunk: Buffer, _encoding, done) =>
              done(null, chunk.toString().toUpperCase()),
          }),
        ),
      );
    });
    expect((await send("/v1/users", json({ a: "b" }))).text).toBe('{"A":"B"}');
    expect((await send("/v1/users", json("a".repeat(200)))).status).toBe(413);
  });

  test("codecs that are given read and write", async () => {
    const { send } = await startUsers({ codecs: [JSON_CODEC, CBOR] });
    const answer = await send("/v1/users", {
      method: "POST",
      headers: { ...CBOR_TYPE, accept: "application/cbor" },
      body: encode({ a: 1 }),
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: { "content-type": "application/cbor", vary: "Accept" },
    });
  });

  test("the serializer of its replies writes JSON", async () => {
    const seen: unknown[] = [];
    const { send } = await startUsers(
      { onError: (error) => void seen.push(error) },
      (app, routes) => {
        app.setReplySerializer((value, status) => {
          if (value === "circular") throw new Error("no form");
          return JSON.stringify({ status, value });
        });
        routes.route(api.slow.get, () => "circular");
      },
    );
    expect(await send("/v1/users/1")).toMatchObject({
      text: '{"status":200,"value":{"user":"1"}}',
      headers: { "content-type": "application/json" },
    });
    expect(await send("/v1/slow")).toMatchObject({
      status: 500,
      headers: { "content-type": PROBLEM },
    });
    expect(seen).toEqual([new Error("no form")]);
  });
});

describe("errors", () => {
  test("of handlers are the 500 problem and are logged by the app", async () => {
    const lines: string[] = [];
    const app = createApp({
      logger: { level: "error", stream: { write: (line) => lines.push(line) } },
    });
    const routes = routing(app);
    routes.route(api.broken.get, () => {
      throw new Error("secret");
    });
    const { send } = await start(app);
    const answer = await send("/v1/broken");
    expect(answer).toMatchObject({ status: 500, headers: { "content-type": PROBLEM } });
    expect(answer.text).not.toContain("secret");
    expect(lines.join("")).toMatch(/"reqId":"req-1".*secret.*GET \/v1\/broken/);
  });

  test("go to the error handler of the project, after onError", async () => {
    const seen: unknown[] = [];
    const { send } = await startUsers(
      { onError: (error) => void seen.push(error) },
      (app, routes) => {
        app.setErrorHandler((error: Error, _request, reply) =>
          reply.code(503).send({ handled: error.message }),
        );
        routes.route(api.broken.get, async () => {
          throw new Error("here");
        });
        routes.route(api.slow.get, () => {
          throw "text";
        });
        routes.route(api.bare.get, () => {
          throw Object.create(null);
        });
        routes.guard(() => Promise.reject(new Error("guard"))).route(api.boom.get, () => "");
      },
    );
    const bare = { status: 503, text: '{"handled":"an object (Object)"}' };
    expect(await send("/v1/bare")).toMatchObject(bare);
    expect(seen.splice(0)).toEqual([Object.create(null)]);
    expect(await send("/v1/broken")).toMatchObject({ status: 503, text: '{"handled":"here"}' });
    expect(await send("/v1/slow")).toMatchObject({ status: 503, text: '{"handled":"text"}' });
    expect(await send("/v1/boom")).toMatchObject({ status: 503, text: '{"handled":"guard"}' });
    expect(seen).toEqual([new Error("here"), "text", new Error("guard")]);
    expect(await send("/v1/users", json("{"))).toMatchObject({ status: 201 });
  });

  test.each([false, true])(
    "go to the hooks of the project for errors (handled: %s)",
    async (handled) => {
      const seen: unknown[] = [];
      const { send } = await startUsers(
        { onError: () => void seen.push("onError"), codecs: [jsonCodec(), CBOR] },
        (app, routes) => {
          app.addHook("onError", async (_request, _reply, error) => void seen.push(error));
          if (handled) {
            app.setErrorHandler((_error, _request, reply) => reply.code(503).send("handled"));
          }
          routes.route(api.broken.get, async () => {
            throw new Error("here");
          });
          routes.guard(() => Promise.reject(new Error("guard"))).route(api.boom.get, () => "");
        },
      );
      const answer = handled
        ? { status: 503, text: "handled" }
        : { status: 500, headers: { "content-type": PROBLEM, vary: "Accept" } };
      expect(await send("/v1/broken")).toMatchObject(answer);
      expect(await send("/v1/boom")).toMatchObject(answer);
      expect(seen).toEqual(["onError", new Error("here"), "onError", new Error("guard")]);
    },
  );

  test("have the headers of Bough's own cors where the project answers them", async () => {
    const app = createApp();
    app.setErrorHandler((_error, _request, reply) => reply.code(503).send("handled"));
    const options = { onError: () => undefined, cors: { origins: ["http://a.test"] } };
    routing(app, options).route(api.broken.get, () => {
      throw new Error("here");
    });
    const { port } = await start(app);
    const { headers, status } = await fetch(`http://127.0.0.1:${port}/v1/broken`, {
      headers: { origin: "http://a.test" },
    });
    expect(status).toBe(503);
    expect(headers.get("access-control-allow-origin")).toBe("http://a.test");
    expect(headers.get("vary")).toBe("Origin");
  });

  test("of the project's hooks stay its own", async () => {
    const { send } = await startUsers({}, (app) => {
      app.addHook("preHandler", async () => {
        throw Object.assign(new Error("no"), { statusCode: 402 });
      });
    });
    expect(await send("/v1/users")).toMatchObject({
      status: 402,
      text: expect.stringContaining('"message":"no"'),
    });
  });
});

test("what a parser refuses goes to the error handler of the project", async () => {
  const { send } = await startUsers({}, (app) => {
    app.addContentTypeParser(
      "application/cbor",
      { parseAs: "buffer", bodyLimit: 10 },
      async () => "parsed",
    );
    app.setErrorHandler((error: FastifyError, _request, reply) =>
      reply.code(422).send({ refused: error.code }),
    );
  });
  const headers = { "content-type": "application/cbor" };
  const body = encode("a".repeat(50));
  expect(await send("/v1/users/1", { method: "PUT", headers, body })).toMatchObject({
    status: 422,
    text: '{"refused":"FST_ERR_CTP_BODY_TOO_LARGE"}',
  });
});

test("K1: a stream that is pipelined behind another answer ends when its client leaves", async () => {
  const app = createApp();
  const routes = routing(app);
  routes.route(api.slow.get, () => new Promise(() => undefined));
  let left = (): void => undefined;
  const ended = new Promise<void>((resolve) => (left = resolve));
  routes.route(
    api.download.get,
    () =>
      new ReadableStream({
        pull: () => void client.destroy(),
        cancel: left,
      }),
  );
  await app.listen();
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: h.test\r\n\r\n`;
  client.write(get("/v1/slow") + get("/v1/download"));
  await ended;
  await app.close();
});

describe("a mount prefix", () => {
  test("is skipped by segments, with parameters in it", async () => {
    const app = createApp();
    await app.register(
      async (scope) => {
        const routes = routing(scope);
        routeUsers(routes);
        routes.route(api.slow.get, ({ host, urlOf, request }) =>
          [JSON.stringify(host.request.params), urlOf(users.list), request.url].join(" "),
        );
      },
      { prefix: "/:tenant/api" },
    );
    const { send } = await start(app);
    expect((await send("/a%2Fb/api/v1/users/me")).text).toBe('"me"');
    expect((await send("/a/api/v1")).text).toBe('"root"');
    expect((await send("/a/api/v1/users", json(1))).status).toBe(201);
    expect((await send("/a/api/v1/users", { method: "PUT" })).status).toBe(405);
    expect((await send("/a/api/v1/nowhere")).text).toBe('"nowhere"');
    expect((await send("/a/api/v2/users")).status).toBe(404);
    expect((await send("/v1/users")).status).toBe(404);
    expect(JSON.parse((await send("/a/api/v1/slow?x=1")).text)).toBe(
      '{"tenant":"a"} /a/api/v1/users http://localhost/a/api/v1/slow?x=1',
    );
  });
});

describe("streams", () => {
  test("come in and go out at the pace of their reader", async () => {
    const app = createApp();
    const routes = routing(app);
    routes.route(api.upload.put, async ({ body }) => {
      let size = 0;
      for await (const chunk of body) size += chunk.byteLength;
      return size;
    });
    routes.route(api.upload.count, ({ body }) => body.byteLength);
    const out = new TransformStream<Uint8Array, Uint8Array>();
    routes.route(api.download.get, () => out.readable);
    app.addContentTypeParser("application/octet-stream", async () => "taken");
    app.addContentTypeParser("application/cbor", { parseAs: "buffer" }, async () => "taken");
    const { port, send } = await start(app);
    const body = new Uint8Array(500_000);
    const headers = { "content-type": "application/octet-stream" };
    expect((await send("/v1/upload", { method: "PUT", headers, body })).text).toBe("500000");
    const cbor = { "content-type": "application/cbor" };
    expect((await send("/v1/upload", { method: "POST", headers: cbor, body })).text).toBe("500000");

    const request = httpRequest({ port, host: "127.0.0.1", path: "/v1/download" }).end();
    // The head comes before there is anything to send.
    const [response] = await once(request, "response");
    expect(response.headers["content-type"]).toBe("text/plain");
    const writer = out.writable.getWriter();
    void writer.write(new TextEncoder().encode("a"));
    expect(String((await once(response, "data"))[0])).toBe("a");
    void writer.close();
    await once(response, "end");
  });

  test("have their head in Latin-1, as every answer", async () => {
    const named = rootResource("named", {
      get: get().response(stream(), { headers: { "x-name": string() } }),
    });
    const app = createApp();
    routing(app).route(named.get, ({ respond }) =>
      respond(new Blob(["x"]).stream(), { headers: { "x-name": "é" } }),
    );
    const { send } = await start(app);
    expect((await send("/named")).headers["x-name"]).toBe("é");
  });

  test("that break end the connection", async () => {
    const told: unknown[] = [];
    const { send } = await startUsers(
      { onError: (error) => void told.push(error) },
      (_app, routes) => {
        routes.route(api.download.get, () =>
          (async function* () {
            yield new TextEncoder().encode("a");
            throw new Error("broken");
          })(),
        );
      },
    );
    await expect(send("/v1/download")).rejects.toThrow(/aborted|hang up/);
    expect(told).toEqual([new Error("broken")]);
  });

  test("abort call.signal when the client has gone", async () => {
    const app = createApp();
    const routes = routing(app);
    const begun = signalled();
    const aborted = signalled();
    routes.route(api.slow.get, async ({ signal }) => {
      signal.addEventListener("abort", () => aborted.resolve());
      begun.resolve();
      await aborted.promise;
      return "late";
    });
    const signals: AbortSignal[] = [];
    routes.route(users.me, ({ signal }) => {
      signals.push(signal);
      return "me";
    });
    const { port, send } = await start(app);
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await begun.promise;
    socket.destroy();
    await aborted.promise;
    expect((await send("/v1/users/me")).status).toBe(200);
    expect(signals[0]?.aborted).toBe(false);
  });
});

describe("the app as a whole", () => {
  test("200 requests at once keep to their own contexts", async () => {
    const store = new AsyncLocalStorage<string>();
    const app = createApp();
    app.addHook("onRequest", (request, _reply, done) =>
      store.run(String(request.headers["x-id"]), done),
    );
    const routes = routing(app);
    const view = routes
      .guard(() => ({ first: store.getStore() }))
      .around(async (_call, next) => {
        const before = store.getStore();
        const answer = await next();
        expect(store.getStore()).toBe(before);
        return answer;
      });
    view.route(users.create, async ({ body, first, respond }) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return respond([body, first, store.getStore()], { status: 201 });
    });
    view.route(users.user.find, ({ ids, first }) => ({
      user: [ids.user, first, store.getStore()].join(),
    }));
    const { send } = await start(app);
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const id = `id${index}`;
        const post = { ...json(id), headers: { ...JSON_TYPE, "x-id": id } };
        expect((await send("/v1/users", post)).text).toBe(`["${id}","${id}","${id}"]`);
        const found = await send(`/v1/users/${id}`, { headers: { "x-id": id } });
        expect(found.text).toBe(`{"user":"${id},${id},${id}"}`);
      }),
    );
  });

  test("a client that leaves in the middle of its body harms nobody", async () => {
    const { port, send } = await startUsers();
    const socket = connect(port, "127.0.0.1");
    socket.write(
      'POST /v1/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"a',
    );
    await send("/v1/users/me");
    socket.destroy();
    await once(socket, "close");
    expect((await send("/v1/users/me")).status).toBe(200);
  });

  test("closes in order: what is in flight is answered", async () => {
    const app = createApp({ forceCloseConnections: "idle" });
    const routes = routing(app);
    const begun = signalled();
    const go = signalled();
    routes.route(api.slow.get, async () => {
      begun.resolve();
      await go.promise;
      return "done";
    });
    const { send } = await start(app);
    const answer = send("/v1/slow", { headers: { connection: "keep-alive" } });
    await begun.promise;
    const closed = app.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    go.resolve();
    expect(await answer).toMatchObject({
      status: 200,
      text: '"done"',
      headers: { connection: "close" },
    });
    await closed;
  });

  test("refuses an option of another name", () => {
    expect(() => routing(fastify(), { basePath: "/api" } as never)).toThrow(
      'routing: unknown option "basePath": the options are codecs, limits, cors, ',
    );
  });

  test("refuses a tree that comes when it is ready", async () => {
    const app = createApp();
    const routes = routing(app);
    routes.route(users.list, () => ({ limit: 1 }));
    await app.ready();
    routes.route(users.me, () => "late");
    expect((await app.inject("/v1/users/me")).body).toBe('"late"');
    const late = rootResource("late", { get: get("x").response<string>() });
    for (let time = 0; time < 2; time++) {
      expect(() => routes.route(late.get, () => "")).toThrow(
        "GET /late/x\n  its tree has no routes on this app yet, and the app is ready\n" +
          "  route an endpoint of each tree before app.ready() or app.listen()",
      );
    }
  });

  test("tells of a route that the project has as well", async () => {
    const app = createApp();
    app.get("/v1/users", () => "own");
    routing(app).route(users.list, () => ({ limit: 1 }));
    await expect(app.ready()).rejects.toThrow(
      "Method 'GET' already declared for route '/v1/users'",
    );
  });

  test("leaves an endpoint without a handler to a route that the project has", async () => {
    const app = createApp();
    app.get("/v1/users", () => "own");
    routing(app).route(users.me, () => "me");
    expect((await app.inject("/v1/users")).body).toBe("own");
    expect((await app.inject("/v1/users/me")).body).toBe('"me"');
    expect((await app.inject({ method: "DELETE", url: "/v1/users" })).statusCode).toBe(405);
  });

  test("takes trees that come while plugins are loaded, and in several routings", async () => {
    const app = createApp();
    const routes = routing(app);
    await app.register(async () => undefined);
    routes.route(users.me, () => "me");
    const other = rootResource("other", { get: get("x").response<string>() });
    routing(app).route(other.get, () => "x");
    expect((await app.inject("/v1/users/me")).body).toBe('"me"');
    expect((await app.inject("/other/x")).body).toBe('"x"');
    expect((await app.inject({ method: "POST", url: "/v1/users/me" })).statusCode).toBe(405);
    const injected = await app.inject({ method: "POST", url: "/v1/users", payload: { a: 1 } });
    expect(injected.statusCode).toBe(501);
  });
});
