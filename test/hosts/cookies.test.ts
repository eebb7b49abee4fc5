// Cookies on every host: several lines of Set-Cookie stay separate, those of middleware among them, and a jar
// sends back what was set.
import { cookie, failure, get, integer, post, rootResource, string, type } from "bough";
import { createClient } from "bough/client";
import type { ClientAround } from "bough/types";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CookieJar } from "tough-cookie";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";
import { exchangeRaw, linesOf } from "../support/raw-client.ts";

const SignedOut = failure("signed-out", 401);

const api = rootResource(
  "v1",
  { cookies: { session: string().optional() } },
  {
    login: post("login").response(type<string>(), {
      cookies: { session: cookie(string(), { maxAge: 60 }), visits: cookie(integer()) },
    }),
    logout: post("logout")
      .response(type<string>(), { cookies: { session: cookie(string()) } })
      .failure(SignedOut),
    me: get("me")
      .cookies({ visits: integer().default(0) })
      .response<unknown>(),
  },
);

function register(routes: Routes): void {
  routes.route(api.login, ({ respond }) =>
    respond("in", { cookies: { session: "a b;é", visits: 7 } }),
  );
  routes.route(api.logout, ({ fail, cookies }) =>
    fail(SignedOut, undefined, {
      detail: cookies.session ?? "nobody",
      cookies: { session: null },
    }),
  );
  routes.route(api.me, ({ cookies }) => ({ ...cookies }));
}

const LOGIN = [
  "session=a%20b%3B%C3%A9; Max-Age=60; Path=/; HttpOnly; SameSite=Lax",
  "visits=7; Path=/; HttpOnly; SameSite=Lax",
];
const request = (method: string, target: string, lines: readonly string[] = []): string =>
  [`${method} ${target} HTTP/1.1`, "host: h.test", "content-length: 0", ...lines, "\r\n"].join(
    "\r\n",
  );

describe.each(everyHost)("$name", ({ open }) => {
  let host: OpenHost;
  beforeAll(async () => {
    host = await open(register, { publicUrl: "http://h.test" });
  });
  afterAll(() => host.close());

  test("sends each cookie on a line of its own, and lets no cache store them", async () => {
    const answer = await exchangeRaw(host.port, request("POST", "/v1/login"));
    expect(linesOf(answer, "set-cookie")).toEqual(LOGIN);
    expect(linesOf(answer, "cache-control")).toEqual(["no-store"]);
    expect(linesOf(answer, "vary")).toEqual(["Cookie"]);
  });

  test("reads cookies, on several lines too", async () => {
    const lines = ["cookie: session=a%20b; x=y", "cookie: visits=3; session=later"];
    const answer = await exchangeRaw(host.port, request("GET", "/v1/me", lines));
    expect(JSON.parse(answer.body)).toEqual({ session: "a b", visits: 3 });
  });

  test("a jar sends back what was set, until it is removed", async () => {
    const jar = new CookieJar();
    const withJar: ClientAround = async ({ url, headers }, next) => {
      const text = await jar.getCookieString(url);
      if (text !== "") headers.set("cookie", text);
      const response = await next();
      for (const line of response.headers.getSetCookie()) await jar.setCookie(line, url);
      return response;
    };
    const client = createClient({ baseUrl: `http://127.0.0.1:${host.port}`, around: withJar });
    await client.request(api.login).bodyOrThrow();
    expect(await client.request(api.me).bodyOrThrow()).toEqual({ session: "a b;é", visits: 7 });
    const left = await client.request(api.logout);
    expect(left.failedWith(SignedOut) && left.failure.detail).toBe("a b;é");
    expect(await client.request(api.me).bodyOrThrow()).toEqual({ visits: 7 });
  });
});

describe("cookies of middleware stay", () => {
  test("on Express", async () => {
    const app = express();
    app.use((_req, res, next) => {
      res.cookie("own", "1");
      next();
    });
    register(routingOnExpress(app, { publicUrl: "http://h.test" }));
    const server = createHttpServer(app);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const answer = await exchangeRaw(port, request("POST", "/v1/login"));
    server.closeAllConnections();
    server.close();
    expect(linesOf(answer, "set-cookie")).toEqual(["own=1; Path=/", ...LOGIN]);
  });

  test("on Fastify", async () => {
    const app = fastify();
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("set-cookie", "own=1");
    });
    register(routingOnFastify(app, { publicUrl: "http://h.test" }) as Routes);
    const { headers } = await app.inject({ method: "POST", url: "/v1/login" });
    expect(headers["set-cookie"]).toEqual(["own=1", ...LOGIN]);
  });

  test("on Hono", async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      c.header("set-cookie", "own=1");
      await next();
    });
    register(routingOnHono(app, { publicUrl: "http://h.test" }) as Routes);
    const answer = await app.request("/v1/login", { method: "POST" });
    expect(answer.headers.getSetCookie()).toEqual(["own=1", ...LOGIN]);
  });
});

describe("a page of another origin", () => {
  test("may call with cookies where cors says so", async () => {
    const server = createServer({
      cors: { origins: ["https://page.test"], credentials: true },
    });
    register(server);
    const answer = await server.fetch("http://h.test/v1/login", {
      method: "POST",
      headers: { origin: "https://page.test" },
    });
    expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
    expect(answer.headers.get("access-control-expose-headers")).toBeNull();
    expect(answer.headers.get("vary")).toBe("Cookie, Origin");
    expect(answer.headers.getSetCookie()).toHaveLength(2);
  });
});
