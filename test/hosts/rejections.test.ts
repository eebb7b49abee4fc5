// Rejections in the format of their root, on every host alike.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import { createServer as createHttp2Server, connect as connectHttp2 } from "node:http2";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { dynamicResource, get, integer, post, rootResource, staticResource, type } from "bough";
import { createClient, isRejection } from "bough/client";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { listen, routing as routingOnNode, toListener } from "bough/node";
import { createServer } from "bough/server";
import type { Routes, ServerOptions } from "bough/server";
import type { FetchServer } from "bough/types";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exchangeRaw, linesOf } from "../support/raw-client.ts";

interface Errors {
  readonly errors: { readonly body: readonly string[] };
}

const api = rootResource(
  "api",
  { rejections: type<Errors>() },
  {
    boom: get("boom").response<string>(),
    open: get("open").response<string>(),
    users: staticResource("users", {
      create: post().request<{ readonly name: string }>().response<string>(),
      user: dynamicResource("user", integer(), { find: get().response<number>() }),
    }),
  },
);
const errors: unknown[] = [];
const options: ServerOptions = {
  limits: { body: 50, target: 500 },
  cors: { origins: ["https://a.test"] },
  onError: (error) => errors.push(error),
};
const same = new Error("the same each time");

function routeAll(routes: Pick<Routes, "rejections" | "route">): void {
  routes.rejections(api, ({ status, title, errors: issues }, { respond, header }) =>
    respond(
      { errors: { body: [`${status} ${title}`, ...issues.map(({ message }) => message)] } },
      { status: status === 400 ? 422 : status, headers: { "x-id": header("x-id") ?? "none" } },
    ),
  );
  routes.route(api.boom, () => {
    throw same;
  });
  routes.route(api.users.create, ({ body }) => body.name);
  routes.route(api.users.user.find, ({ ids }) => ids.user);
}

function standalone(): FetchServer {
  const server = createServer(options);
  routeAll(server);
  return server;
}

async function opened(server: Server): Promise<Server> {
  if (!server.listening) {
    await once(server.listen(0, "127.0.0.1"), "listening");
  }
  return server;
}

const hosts: readonly { readonly name: string; open(): Promise<Server> }[] = [
  { name: "listen", open: async () => (await listen(standalone())).server },
  { name: "toListener", open: () => opened(createHttpServer(toListener(standalone()))) },
  {
    name: "node:http, beside others",
    open() {
      const server = createHttpServer((_req, res) => res.writeHead(404).end("other"));
      routeAll(routingOnNode(server, options));
      return opened(server);
    },
  },
  {
    name: "Hono",
    open() {
      const app = new Hono();
      routeAll(routingOnHono(app, options));
      return opened(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
    },
  },
  {
    name: "Hono, behind middleware",
    open() {
      const app = new Hono();
      app.use((c, next) => {
        c.header("x-own", "1");
        return next();
      });
      routeAll(routingOnHono(app, options));
      return opened(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
    },
  },
  {
    name: "Express",
    open() {
      const app = express();
      routeAll(routingOnExpress(app, options));
      return opened(createHttpServer(app));
    },
  },
  {
    name: "Express, behind a parser",
    open() {
      const app = express();
      app.use(express.json());
      routeAll(routingOnExpress(app, { ...options, passErrors: true }));
      app.use(
        (_error: unknown, _req: express.Request, res: express.Response, _next: () => void) =>
          void res.status(500).json("of the project"),
      );
      return opened(createHttpServer(app));
    },
  },
  {
    name: "Fastify",
    async open() {
      const app = fastify({ forceCloseConnections: true });
      routeAll(routingOnFastify(app, options));
      await app.listen({ port: 0, host: "127.0.0.1" });
      return app.server;
    },
  },
];

const JSON_TYPE = { "content-type": "application/json" };
const said = (...body: readonly string[]): Errors => ({ errors: { body } });

describe.each(hosts)("$name", ({ name, open }) => {
  let server: Server;
  let url: string;
  let port: number;
  // The project's parser and error handler answer for these.
  const hasProject = name === "Express, behind a parser";

  beforeAll(async () => {
    server = await open();
    ({ port } = server.address() as AddressInfo);
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ["DELETE", "/api/users", undefined, 405, "method-not-allowed", "405 Method Not Allowed"],
    ["GET", "/api/open", undefined, 501, "not-implemented", "501 Not Implemented"],
    ["POST", "/api/users", "<p>", 415, "unsupported-media-type", "415 Unsupported Media Type"],
    ["GET", "/api/boom", undefined, 500, "internal-server-error", "500 Internal Server Error"],
    ["GET", "/api/boom", undefined, 500, "internal-server-error", "500 Internal Server Error"],
  ])("%s %s %s", async (method, path, body, status, slug, title) => {
    if (hasProject && status === 500) return;
    const headers = { origin: "https://a.test", "x-id": `${slug}-1` };
    const response = await fetch(url + path, {
      method,
      headers: body === undefined ? headers : { ...headers, "content-type": "text/html" },
      body: body ?? null,
    });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "bough-rejection": slug,
      "content-type": "application/json",
      "access-control-allow-origin": "https://a.test",
      "access-control-expose-headers": "bough-rejection",
      "cache-control": "no-store",
      "x-id": `${slug}-1`,
    });
    expect(response.headers.get("allow")).toBe(status === 405 ? "POST, OPTIONS" : null);
    expect(await response.json()).toEqual(said(title));
  });

  test("a body that is not JSON is a 422", async () => {
    if (hasProject) return;
    const response = await fetch(`${url}/api/users`, {
      method: "POST",
      headers: JSON_TYPE,
      body: "{",
    });
    expect([response.status, response.headers.get("bough-rejection")]).toEqual([
      422,
      "invalid-request",
    ]);
    expect(await response.json()).toEqual(said("400 Bad Request", "must be valid JSON"));
  });

  test("a body that is too large is a 413, and HEAD has none", async () => {
    const large = await fetch(`${url}/api/users`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "a".repeat(100) }),
    });
    if (!hasProject) {
      expect(large.headers.get("bough-rejection")).toBe("content-too-large");
      expect(await large.json()).toEqual(said("413 Content Too Large"));
    }
    const head = await fetch(`${url}/api/open`, { method: "HEAD" });
    expect([head.status, head.headers.get("bough-rejection"), await head.text()]).toEqual([
      501,
      "not-implemented",
      "",
    ]);
  });

  test("an unknown path is the host's where it has others", async () => {
    const response = await fetch(`${url}/api/none`);
    expect(response.status).toBe(404);
    const own = name === "listen" || name === "toListener";
    expect(response.headers.get("bough-rejection")).toBe(own ? "not-found" : null);
  });

  test("a target that is too long is a 414", async () => {
    const { status, body, headers } = await exchangeRaw(
      port,
      `GET /api/users/1?${"a".repeat(600)} HTTP/1.1\r\nhost: h.test\r\n\r\n`,
    );
    expect(status).toBe(414);
    expect(linesOf({ status, body, headers, interim: [] }, "bough-rejection")).toEqual([
      "uri-too-long",
    ]);
    expect(JSON.parse(body)).toEqual(said("414 URI Too Long"));
  });

  test("a client reads it", async () => {
    const client = createClient({ baseUrl: url });
    const refused = await client.request(api.open).then(undefined, (error: unknown) => error);
    expect(isRejection(refused, api) && refused.body).toEqual(said("501 Not Implemented"));
  });
});

test("a request of HTTP/2 is a 505 in the format of the only root", async () => {
  const server = createHttp2Server(toListener(standalone()) as never);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const stream = session.request({ ":path": "/api/users/1" });
  const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
  expect(headers).toMatchObject({
    ":status": 505,
    "bough-rejection": "http-version-not-supported",
  });
  stream.close();
  session.close();
  server.close();
});

test("onError hears of exceptions alone", () => {
  expect(new Set(errors)).toEqual(new Set([same]));
});
