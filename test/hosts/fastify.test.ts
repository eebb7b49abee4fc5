// Routes on a Fastify app, over real sockets: its own hooks, parsers and routes beside them.
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import cors from "@fastify/cors";
import {
  bytes,
  del,
  dynamicResource,
  failure,
  get,
  integer,
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
import { routing } from "bough/fastify";
import type { FastifyHost, FastifyOptions, HostRoutes } from "bough/fastify";
import type { Routes } from "bough/server";
import { decode, encode } from "cborg";
import fastify from "fastify";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { afterEach, describe, expect, expectTypeOf, test } from "vitest";

const Unauthorized = failure("unauthorized", 401);
const Gone = failure(410).body<{ gone: boolean }>();

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
      .failure(Unauthorized, Gone),
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
  const send = (target: string, { method = "GET", headers, body }: Sent = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const request = httpRequest({
        port,
        host: "127.0.0.1",
        path: target,
        method,
        agent: false,
        headers: { ...(body !== undefined && { "content-length": String(body.length) }), ...headers },
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
  return { port, send };
}

const JSON_TYPE = { "content-type": "application/json" };
const json = (value: unknown): Sent => ({
  method: "POST",
  headers: JSON_TYPE,
  body: JSON.stringify(value),
});

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
});
