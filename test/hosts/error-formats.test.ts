// Failures and rejections in the error format of their root, on every host alike.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { dynamicResource, failure, get, integer, rootResource, type } from "bough";
import { errorFormat } from "bough/existing";
import { createClient, isRejection } from "bough/client";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { listen, routing as routingOnNode } from "bough/node";
import { createServer } from "bough/server";
import type { Routes, ServerOptions } from "bough/server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown };
}
const Overlap = failure("overlap", 409).body<{ with: string }>().headers({ "x-tries": integer() });
const Unwritten = failure("unwritten", 422);
const api = rootResource(
  "v1",
  { errors: errorFormat(type<ApiError>(), { code: "error.code", data: "error.details" }) },
  {
    boom: get("boom").response<string>(),
    booking: dynamicResource("booking", integer(), {
      find: get().response<number>().failure(Overlap, Unwritten),
    }),
  },
);
const seen: unknown[] = [];
const options: ServerOptions = { onError: (error) => seen.push(error) };

function routeAll(routes: Pick<Routes, "errors" | "route">): void {
  routes.errors(api, ({ code, name, title, detail, data }) => ({
    error: { code: name === "unwritten" ? "other" : code, message: detail ?? title, details: data },
  }));
  routes.route(api.boom, () => {
    throw new Error("broken");
  });
  routes.route(api.booking.find, ({ ids: { booking }, fail }) =>
    booking === 1
      ? fail(Overlap, { with: "7" }, { detail: "no room", headers: { "x-tries": 3 } })
      : fail(Unwritten),
  );
}

async function opened(server: Server): Promise<Server> {
  if (!server.listening) {
    await once(server.listen(0, "127.0.0.1"), "listening");
  }
  return server;
}

const hosts: readonly { readonly name: string; open(): Promise<Server> }[] = [
  {
    name: "listen",
    async open() {
      const server = createServer(options);
      routeAll(server);
      return (await listen(server)).server;
    },
  },
  {
    name: "node:http",
    open() {
      const server = createHttpServer();
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
    name: "Fastify",
    async open() {
      const app = fastify();
      routeAll(routingOnFastify(app, options));
      await app.listen({ port: 0, host: "127.0.0.1" });
      return app.server;
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
];

describe.each(hosts)("$name", ({ open }) => {
  let server: Server;
  let baseUrl: string;
  beforeAll(async () => {
    server = await open();
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test("sends a failure with its code, its data and its headers", async () => {
    const response = await fetch(`${baseUrl}/v1/1`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      409,
      "application/json",
    ]);
    expect(await response.json()).toEqual({
      error: { code: "overlap", message: "no room", details: { with: "7" } },
    });
    const result = await createClient({ baseUrl }).request(api.booking(1).find);
    expect(result.failedWith(Overlap) && [result.headers, result.failure.body]).toEqual([
      { "x-tries": 3 },
      { with: "7" },
    ]);
  });

  test("sends no body for HEAD", async () => {
    const response = await fetch(`${baseUrl}/v1/1`, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([409, ""]);
  });

  test("sends rejections and the 500 of a handler", async () => {
    const broken = await fetch(`${baseUrl}/v1/boom`);
    expect([broken.status, await broken.json()]).toEqual([
      500,
      { error: { code: "internal-server-error", message: "Internal Server Error" } },
    ]);
    const method = await fetch(`${baseUrl}/v1/boom`, { method: "DELETE" });
    expect([method.status, await method.json()]).toEqual([
      405,
      { error: { code: "method-not-allowed", message: "Method Not Allowed" } },
    ]);
    const error = await createClient({ baseUrl })
      .request(api.boom)
      .then(undefined, (thrown: unknown) => thrown);
    expect(isRejection(error, api) && error.body.error.code).toBe("internal-server-error");
  });

  test("sends problem details for a failure that its function does not write", async () => {
    seen.length = 0;
    const response = await fetch(`${baseUrl}/v1/2`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      500,
      "application/problem+json",
    ]);
    expect(await response.json()).toMatchObject({ type: "urn:bough:internal-server-error" });
    expect(String(seen)).toContain('the failure "unwritten" has the code "unwritten"');
  });
});
