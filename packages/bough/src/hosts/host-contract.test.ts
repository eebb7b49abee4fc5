// What holds on every host alike: each request is sent to a server that stands alone and to
// the same routes on a host, with and without a mount prefix, and the answers are compared.
import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnHono } from "bough/hono";
import { listen, routing as routingOnNode } from "bough/node";
import { createServer, type ServerOptions } from "bough/server";
import express, { type Request } from "express";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startNestHost } from "../../../../test/support/nest-hosts.ts";
import { json, messages, sent, targets } from "../../../../test/runtimes/contract-cases.ts";
import { begun, requests, routeContract, signals } from "../../../../test/runtimes/contract.ts";
import {
  exchangeRaw,
  linesOf,
  RawClient,
  type RawResponse,
} from "../../../../test/support/raw-client.ts";

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
  "*": 404,
};
// What node-server refuses by itself; and the head of a stream, which it writes in UTF-8.
const HONO = { "/v1\\users": 400, "*": 400, "ftp://x/v1/users": 400, "/v1/named-stream": 200 };

function servedByHono(options: ServerOptions, app: Hono, sub: Hono = app): Promise<Server> {
  app.use((c, next) => requests.run(store(c.req.header("x-id")), next));
  routeContract(routingOnHono(sub, options));
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
      routeContract(routingOnExpress(app, options));
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
      routeContract(routingOnExpress(router, options));
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
      routeContract(routes);
      return opened(server);
    },
  },
];

// NestJS responds to exceptions, in words of its own.
const NEST = { ...EXPRESS, "/v1/broken": 500, "/v1/lossy": 500 };

const nest: Host = {
  name: "NestJS on Express",
  prefix: "",
  differs: NEST,
  async open(options) {
    const middleware = (req: Request, _res: unknown, next: () => void): unknown =>
      requests.run(store(req.headers["x-id"]), next);
    const app = await startNestHost("express", options, { route: routeContract, middleware });
    return app.getHttpServer() as Server;
  },
};

const OF_THE_HOST = new Set(["date", "connection", "keep-alive", "x-powered-by"]);

function compared({ status, headers, body }: RawResponse): object {
  const kept = headers.filter(([name]) => !OF_THE_HOST.has(name)).map((line) => line.join(": "));
  return { status, headers: kept.toSorted(), body };
}

describe.each([...hosts, nest])("$name", ({ prefix, differs, open }) => {
  const limits = { body: 200, idle: 100 };
  let alone: { port: number; close: (options?: { grace?: number }) => Promise<void> };
  let server: Server;
  let port: number;

  beforeAll(async () => {
    const standalone = createServer({ ...ignoreError, limits });
    routeContract(standalone);
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

  test("refuses an option that its routing does not have", async () => {
    const misspelled = { limit: limits } as never;
    await expect((async () => open(misspelled))()).rejects.toThrow(
      'routing: unknown option "limit": the options are codecs, limits, ',
    );
  });

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
