// Observers on every host: each request that Bough answers, its bytes and how it ended, and the
// async context in guards, handlers and sequences.
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { events, failure, get, noBody, post, put, rootResource, stream, type } from "bough";
import { head } from "bough/existing";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { listen, routing as routingOnNode, toListener } from "bough/node";
import { createServer } from "bough/server";
import type { Routes, ServerOptions } from "bough/server";
import type { Observed, ObservedRequest } from "bough/types";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { RawClient } from "../support/raw-client.ts";

const NotModified = failure("teapot", 418);
const api = rootResource("v1", {
  text: get("text").response<string>(),
  only: head("only").response(type<string>()),
  empty: put("empty"),
  unchanged: get("unchanged").response(noBody, { status: 304 }),
  teapot: get("teapot").failure(NotModified),
  broken: get("broken").response<string>(),
  unrouted: get("unrouted"),
  context: post("context").request<number>().response(type<unknown>()),
  sequence: get("sequence").response(events()),
  chunks: get("chunks").response(stream("text/plain")),
  cut: get("cut").response(stream("text/plain")),
  endless: get("endless").response(stream("text/plain")),
  slow: get("slow").response<string>(),
});

const context = new AsyncLocalStorage<string>();
let requests: ObservedRequest[] = [];
let seen: Observed[] = [];
let begun: () => void = () => undefined;

const options: ServerOptions = {
  onError: () => undefined,
  observe: (request, next) =>
    context.run(String(request.header("x-id")), async () => {
      requests.push(request);
      seen.push(await next());
    }),
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function route(routes: Routes): void {
  const guarded = routes.guard(async () => ({ inGuard: context.getStore() }));
  guarded.route(api.text, () => "é");
  guarded.route(api.only, () => "only");
  guarded.route(api.empty, () => undefined);
  guarded.route(api.unchanged, () => undefined);
  guarded.route(api.teapot, ({ fail }) => fail(NotModified));
  guarded.route(api.broken, () => {
    throw new Error("secret");
  });
  guarded.route(api.context, async ({ body, inGuard }) => {
    const before = context.getStore();
    await new Promise((resolve) => setTimeout(resolve, 1));
    return [body, inGuard, before, context.getStore()];
  });
  guarded.route(api.sequence, async function* () {
    yield context.getStore();
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield context.getStore();
  });
  guarded.route(api.chunks, async function* () {
    yield bytesOf("one");
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield bytesOf("three");
  });
  guarded.route(api.cut, async function* () {
    yield bytesOf("one");
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error("cut");
  });
  guarded.route(api.endless, async function* ({ signal }) {
    yield bytesOf("one");
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  guarded.route(api.slow, ({ signal }) => {
    begun();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve("late")));
  });
}

interface Opened {
  readonly port: number;
  readonly close: () => unknown;
}

async function opened(server: Server): Promise<Opened> {
  if (!server.listening) {
    await once(server.listen(0, "127.0.0.1"), "listening");
  }
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Host {
  readonly name: string;
  readonly prefix: string;
  /** Whether requests that no endpoint has are the host's. */
  readonly beside: boolean;
  readonly open: () => Promise<Opened>;
}

async function onFastify(parses: boolean): Promise<Opened> {
  const app = Fastify();
  if (parses) {
    app.removeContentTypeParser("application/json");
    app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) =>
      done(null, JSON.parse(String(text))),
    );
  }
  await app.register(
    (scope, _options, next) => {
      route(routingOnFastify(scope, options));
      next();
    },
    { prefix: "/api" },
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  return opened(app.server);
}

const hosts: readonly Host[] = [
  {
    name: "listen",
    prefix: "",
    beside: false,
    async open() {
      const server = createServer(options);
      route(server);
      const { port, close } = await listen(server);
      return { port, close: () => close({ grace: 0 }) };
    },
  },
  {
    name: "toListener",
    prefix: "",
    beside: false,
    open() {
      const server = createServer(options);
      route(server);
      return opened(createHttpServer(toListener(server)));
    },
  },
  {
    name: "routing on node:http",
    prefix: "",
    beside: true,
    open() {
      const server = createHttpServer((_request, response) => response.writeHead(404).end());
      route(routingOnNode(server, options));
      return opened(server);
    },
  },
  {
    name: "Express",
    prefix: "/api",
    beside: true,
    open() {
      const app = express();
      const router = express.Router();
      app.use("/api", router);
      route(routingOnExpress(router, options));
      return opened(createHttpServer(app));
    },
  },
  { name: "Fastify", prefix: "/api", beside: true, open: () => onFastify(false) },
  {
    name: "Fastify with a parser of the app",
    prefix: "/api",
    beside: true,
    open: () => onFastify(true),
  },
  {
    name: "Hono",
    prefix: "/api",
    beside: true,
    open() {
      const app = new Hono().basePath("/api");
      route(routingOnHono(app, options));
      return opened(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
    },
  },
];

describe.each(hosts)("an observer on $name", ({ prefix, beside, open }) => {
  let host: Opened;

  beforeAll(async () => {
    host = await open();
  });
  afterAll(() => host.close());
  afterEach(() => {
    requests = [];
    seen = [];
  });

  const send = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`http://127.0.0.1:${host.port}${prefix}/v1/${path}`, init);
  const first = async (): Promise<Observed> => {
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    return seen[0] as Observed;
  };
  const head = (method: string, path: string, rest = ""): string =>
    `${method} ${prefix}/v1/${path} HTTP/1.1\r\nhost: h.test\r\n${rest}\r\n`;

  test.each<[string, string, Partial<Observed>]>([
    ["GET", "text?a=1", { endpoint: api.text, status: 200, bytes: 4 }],
    ["HEAD", "text", { endpoint: api.text, status: 200, bytes: 0 }],
    ["HEAD", "only", { endpoint: api.only, status: 200, bytes: 0 }],
    ["PUT", "empty", { endpoint: api.empty, status: 204, bytes: 0 }],
    ["GET", "unchanged", { endpoint: api.unchanged, status: 304, bytes: 0 }],
    ["GET", "teapot", { endpoint: api.teapot, status: 418, failure: NotModified }],
    ["GET", "unrouted", { endpoint: api.unrouted, rejection: "urn:bough:not-implemented" }],
    ["POST", "text", { endpoint: undefined, rejection: "urn:bough:method-not-allowed" }],
    ["OPTIONS", "text", { endpoint: undefined, status: 204, bytes: 0 }],
    ["GET", "sequence", { endpoint: api.sequence, status: 200, bytes: 22 }],
    ["HEAD", "sequence", { endpoint: api.sequence, status: 200, bytes: 0 }],
    ["GET", "chunks", { endpoint: api.chunks, status: 200, bytes: 8 }],
  ])("sees %s %s", async (method, path, expected) => {
    const response = await send(path, { method, headers: { "x-id": "a" } });
    await response.arrayBuffer();
    const observed = await first();
    expect(observed).toMatchObject({ outcome: "answered", error: undefined, ...expected });
    expect(observed.status).toBe(response.status);
    expect(requests).toMatchObject([{ method, target: `${prefix}/v1/${path}` }]);
  });

  test("gets the endpoint, its route and the connection", async () => {
    await send("text");
    await first();
    expect(requests).toMatchObject([
      {
        endpoint: api.text,
        route: "/v1/text",
        scheme: "http",
        authority: `127.0.0.1:${host.port}`,
        httpVersion: "1.1",
      },
    ]);
    const client = await RawClient.open(host.port);
    client.write(`GET ${prefix}/v1/text HTTP/1.0\r\nhost: [::1]\r\n\r\n`);
    await client.next();
    client.destroy();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]).toMatchObject({ authority: "[::1]", httpVersion: "1.0" });
  });

  test("sees a body that is refused", async () => {
    const headers = { "content-type": "application/json" };
    await send("context", { method: "POST", headers, body: '"a' });
    expect(await first()).toMatchObject({ endpoint: api.context, outcome: "answered" });
    await send("context", { method: "POST", headers: { "content-type": "a/b" }, body: "a" });
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(seen[1]).toMatchObject({ status: 415, rejection: "urn:bough:unsupported-media-type" });
  });

  test("sees the error behind a 500", async () => {
    const response = await send("broken");
    expect(await first()).toMatchObject({
      endpoint: api.broken,
      status: response.status,
      error: new Error("secret"),
      outcome: "answered",
    });
  });

  test(`${beside ? "does not see" : "sees"} a path that no endpoint has`, async () => {
    expect((await send("nothing/here")).status).toBe(404);
    await send("text");
    await vi.waitFor(() => expect(seen).toHaveLength(beside ? 1 : 2));
  });

  test("gives its async context to guards, handlers and sequences", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const response = await send("context", {
          method: "POST",
          headers: { "content-type": "application/json", "x-id": `id${index}` },
          body: String(index),
        });
        return response.json();
      }),
    );
    expect(answers).toEqual(
      answers.map((_, index) => [index, `id${index}`, `id${index}`, `id${index}`]),
    );
    const response = await send("sequence", { headers: { "x-id": "a" } });
    expect(await response.text()).toBe('data: "a"\n\ndata: "a"\n\n');
  });

  test("gives it to a handler whose body comes in pieces", async () => {
    const client = await RawClient.open(host.port);
    client.write(
      head("POST", "context", "content-type: application/json\r\nx-id: b\r\ncontent-length: 2\r\n"),
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
    client.write("1");
    await new Promise((resolve) => setTimeout(resolve, 10));
    const { body } = await client.write("2").next();
    expect(JSON.parse(body)).toEqual([12, "b", "b", "b"]);
    client.destroy();
  });

  test("sees a stream that breaks", async () => {
    await send("cut")
      .then(
        (response) => response.text(),
        () => undefined,
      )
      .catch(() => undefined);
    expect(await first()).toMatchObject({
      status: 200,
      bytes: 3,
      error: new Error("cut"),
      outcome: "broken",
    });
  });

  test("sees a client that leaves a stream", async () => {
    const controller = new AbortController();
    const response = await send("endless", { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    expect(await first()).toMatchObject({ status: 200, bytes: 3, outcome: "left" });
  });

  test("sees a client that leaves before its answer", async () => {
    const client = await RawClient.open(host.port);
    const handled = new Promise<void>((resolve) => (begun = resolve));
    client.write(head("GET", "slow"));
    await handled;
    client.destroy();
    expect(await first()).toMatchObject({ status: undefined, bytes: 0, outcome: "left" });
  });

  test("sees each of pipelined requests", async () => {
    const client = await RawClient.open(host.port);
    client.write(head("GET", "chunks") + head("GET", "text") + head("GET", "teapot"));
    await client.next();
    await client.next();
    await client.next();
    client.destroy();
    await vi.waitFor(() => expect(seen).toHaveLength(3));
    expect(seen.map(({ endpoint, outcome }) => [endpoint, outcome])).toEqual(
      expect.arrayContaining([
        [api.chunks, "answered"],
        [api.text, "answered"],
        [api.teapot, "answered"],
      ]),
    );
  });
});

// The error handler of the app answers, and its status is the one that is seen.
test.each([
  {
    name: "Express",
    open() {
      const app = express();
      routeBroken(routingOnExpress(app, { ...options, passErrors: true }));
      app.use((_error: unknown, _req: unknown, res: express.Response, _next: unknown) => {
        res.status(422).json("no");
      });
      return opened(createHttpServer(app));
    },
  },
  {
    name: "Fastify",
    async open() {
      const app = Fastify();
      app.setErrorHandler((_error, _request, reply) => reply.code(422).send("no"));
      routeBroken(routingOnFastify(app, options));
      await app.listen({ port: 0, host: "127.0.0.1" });
      return opened(app.server);
    },
  },
  {
    name: "Hono",
    open() {
      const app = new Hono();
      app.onError((_error, c) => c.text("no", 422));
      routeBroken(routingOnHono(app, options));
      return opened(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
    },
  },
])("sees what the error handler of the app answers on $name", async ({ open }) => {
  seen = [];
  const { port, close } = await open();
  expect((await fetch(`http://127.0.0.1:${port}/v1/broken`)).status).toBe(422);
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen).toMatchObject([
    {
      endpoint: api.broken,
      status: 422,
      error: new Error("secret"),
      bytes: 0,
      outcome: "answered",
    },
  ]);
  await close();
});

function routeBroken(routes: Routes): void {
  routes.route(api.broken, () => {
    throw new Error("secret");
  });
}
