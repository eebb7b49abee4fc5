// Paths that differ from that of an endpoint only by the slash at their end, on every host.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  del,
  dynamicResource,
  get,
  integer,
  post,
  put,
  rootResource,
  segments,
  staticResource,
} from "bough";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import type { TrailingSlashMismatch } from "bough/types";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";
import { exchangeRaw, linesOf } from "../support/raw-client.ts";

const api = rootResource("v1", {
  home: get().response<string>(),
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer().default(20) })
      .response<number>(),
    create: post().request<{ name: string }>().response<string>(),
    me: get("me").response<string>(),
    user: dynamicResource("user", {
      find: get().response<string>(),
      remove: del(),
    }),
  }),
  odd: staticResource("a b", { get: get().response<string>() }),
  number: dynamicResource("number", integer(), { put: put("number").response<number>() }),
  files: staticResource("files", {
    file: dynamicResource("path", segments(), { get: get().response<readonly string[]>() }),
  }),
});

function register(routes: Routes): void {
  routes.route(api.home, () => "home");
  routes.route(api.users.list, ({ parameters }) => parameters.limit);
  routes.route(api.users.create, ({ body }) => body.name);
  routes.route(api.users.me, () => "me");
  routes.route(api.users.user.find, ({ ids }) => ids.user);
  routes.route(api.users.user.remove, () => undefined);
  routes.route(api.odd.get, () => "odd");
  routes.route(api.number.put, ({ ids }) => ids.number);
  routes.route(api.files.file.get, ({ ids }) => ids.path);
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly allow: string | undefined;
  readonly body: string;
}
type Send = (method: string, target: string, content?: string) => Promise<Answer>;

const inMemory = {
  name: "fetch",
  async open(mismatch: TrailingSlashMismatch | undefined) {
    const server = createServer(mismatch && { trailingSlashMismatch: mismatch });
    register(server);
    const send: Send = async (method, target, content) => {
      const answer = await server.fetch(`http://h.test${target}`, {
        method,
        ...(content !== undefined && {
          body: content,
          headers: { "content-type": "application/json" },
        }),
      });
      const { status, headers } = answer;
      const [location, allow] = [headers.get("location"), headers.get("allow")];
      return {
        status,
        location: location ?? undefined,
        allow: allow ?? undefined,
        body: await answer.text(),
      };
    };
    return { send, close: async () => undefined };
  },
};

function sendTo(port: number): Send {
  return async (method, target, content) => {
    const type = "content-type: application/json\r\n";
    const body =
      content === undefined ? "\r\n" : `${type}content-length: ${content.length}\r\n\r\n${content}`;
    const bytes = `${method} ${target} HTTP/1.1\r\nhost: h.test\r\n${body}`;
    const answer = await exchangeRaw(port, bytes, method);
    const [location] = linesOf(answer, "location");
    const [allow] = linesOf(answer, "allow");
    return { status: answer.status, location, allow, body: answer.body };
  };
}

const hosts = [
  inMemory,
  ...everyHost.map(({ name, open }) => ({
    name,
    async open(mismatch: TrailingSlashMismatch | undefined) {
      const host = await open(register, mismatch && { trailingSlashMismatch: mismatch });
      return { send: sendTo(host.port), close: () => host.close() };
    },
  })),
];

const JSON_BODY = '{"name":"ada"}';
// What Express would guard by a path that is not escaped it does not pass on to Bough.
const escaped = (name: string): boolean => !/express$/i.test(name);

describe.each(hosts)("$name", ({ name, open }) => {
  describe.each(["refuse", undefined] as const)("%s", (mismatch) => {
    let host: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => void (host = await open(mismatch)));
    afterAll(() => host.close());

    test.each([
      ["GET", "/v1/users/"],
      ["GET", "/v1/users/1/"],
      ["POST", "/v1/users/"],
      ["GET", "/v1/"],
      ["GET", "/v1/files/a/b/"],
    ])("%s %s is 404", async (method, target) => {
      expect((await host.send(method, target)).status).toBe(404);
      expect((await host.send("GET", "/v1/users")).body).toBe("20");
    });
  });

  describe("redirect", () => {
    let host: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => void (host = await open("redirect")));
    afterAll(() => host.close());

    test.each([
      ["GET", "/v1/users/", undefined, "/v1/users"],
      ["GET", "/v1/users/?limit=5&a=%2F", undefined, "/v1/users?limit=5&a=%2F"],
      ["GET", "/v1/users/?", undefined, "/v1/users?"],
      ["HEAD", "/v1/users/", undefined, "/v1/users"],
      ["POST", "/v1/users/", JSON_BODY, "/v1/users"],
      ["DELETE", "/v1/users/42/", undefined, "/v1/users/42"],
      ["PUT", "/v1/7/number/?x", undefined, "/v1/7/number?x"],
      ["GET", "/v1/users/a%2Fb/", undefined, "/v1/users/a%2Fb"],
      ["GET", "/v1/users/%61/", undefined, "/v1/users/a"],
      ["GET", "/v1/users/%5Cevil.test/", undefined, "/v1/users/%5Cevil.test"],
      ["GET", "/v1/a%20b/", undefined, "/v1/a%20b"],
      ["GET", "/v1/", undefined, "/v1"],
      ["GET", "/v1/files/a/b/", undefined, "/v1/files/a/b"],
      ["GET", "http://evil.test/v1/users/", undefined, "/v1/users"],
    ])("%s %s is 308", async (method, target, content, location) => {
      if (name === "fetch" && target.startsWith("http")) return;
      const answer = await host.send(method, target, content);
      // An event of Lambda does not tell an empty query from none.
      const sent = name.startsWith("lambda") ? location.replace(/\?$/, "") : location;
      expect(answer).toEqual({ status: 308, location: sent, allow: undefined, body: "" });
    });

    test("the path is that of the endpoint, whatever was asked for", async () => {
      const answer = await host.send("GET", "/v1/%75sers/");
      expect([answer.status, answer.location]).toEqual(
        escaped(name) ? [308, "/v1/users"] : [404, undefined],
      );
    });

    test.each([
      "/v1/users//",
      "/v1//users/",
      "/v1/nothing/",
      "/v1/x/number/",
      "//evil.test/v1/users/",
      "/v1/users/../",
    ])("GET %s is not redirected", async (target) => {
      if (name === "fetch" && target.includes("..")) return;
      const { status, location } = await host.send("GET", target);
      expect([404, 405]).toContain(status);
      expect(location).toBeUndefined();
    });

    test("a declared spelling wins, and other methods need no second request", async () => {
      expect((await host.send("GET", "/v1/users/me")).body).toBe('"me"');
      const { status, allow } = await host.send("DELETE", "/v1/users/");
      expect([status, allow]).toEqual([405, "GET, POST, HEAD, OPTIONS"]);
      expect(await host.send("OPTIONS", "/v1/users/")).toMatchObject({ status: 204, allow });
    });
  });
});

describe("below a mount", () => {
  const options = { trailingSlashMismatch: "redirect" } as const;
  const opened: OpenHost[] = [];
  afterAll(() => Promise.all(opened.map((host) => host.close())));

  async function mountOnExpress(path: string): Promise<Send> {
    const app = express();
    const router = express.Router();
    app.use(path, router);
    register(routingOnExpress(router, options));
    const server = createHttpServer(app);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    opened.push({ port, close: async () => server.close() });
    return sendTo(port);
  }

  test("Location has the mount", async () => {
    const hono = new Hono().basePath("/api/:tenant");
    register(routingOnHono(hono, options) as Routes);
    const onHono = await hono.request("http://h.test/api/t1/v1/users/?a=1");
    expect([onHono.status, onHono.headers.get("location")]).toEqual([308, "/api/t1/v1/users?a=1"]);

    const app = fastify();
    await app.register(async (scope) => register(routingOnFastify(scope, options) as Routes), {
      prefix: "/api",
    });
    const { statusCode, headers } = await app.inject("/api/v1/users/7/?a=1");
    expect([statusCode, headers["location"]]).toEqual([308, "/api/v1/users/7?a=1"]);
    await app.close();

    const send = await mountOnExpress("/api");
    expect((await send("GET", "/api/v1/users/?a=1")).location).toBe("/api/v1/users?a=1");

    const based = createServer({ ...options, basePath: "/api", publicUrl: "https://h.test" });
    register(based);
    const { headers: sent } = await based.fetch("http://h.test/api/v1/users/");
    expect(sent.get("location")).toBe("/api/v1/users");
  });

  test.each(["/\\evil.test/v1/users/", "//evil.test/v1/users/", "/%5Cevil.test/v1/users/"])(
    "%s leads to no other host",
    async (target) => {
      const send = await mountOnExpress("/:tenant");
      const { location = "/" } = await send("GET", target);
      expect(new URL(location, "http://h.test").host).toBe("h.test");
    },
  );
});

test("a route of the project on the other spelling goes first", async () => {
  const app = fastify();
  app.get("/v1/users/", () => "own");
  register(routingOnFastify(app, { trailingSlashMismatch: "redirect" }) as Routes);
  expect((await app.inject("/v1/users/")).body).toBe("own");
  expect((await app.inject("/v1/users/me/")).headers["location"]).toBe("/v1/users/me");
  await app.close();
});

test("a Fastify app that ignores trailing slashes itself has one route for both", async () => {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  register(routingOnFastify(app, { trailingSlashMismatch: "redirect" }) as Routes);
  expect((await app.inject("/v1/users/")).headers["location"]).toBe("/v1/users");
  expect((await app.inject("/v1/users")).body).toBe("20");
  await app.close();
});

test("pages of other origins may read a redirect", async () => {
  const server = createServer({ trailingSlashMismatch: "redirect", cors: { origins: "*" } });
  register(server);
  const { headers } = await server.fetch("http://h.test/v1/users/", {
    headers: { origin: "https://page.test" },
  });
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("another value is refused", () => {
  expect(() => createServer({ trailingSlashMismatch: "strict" as never })).toThrow(
    'createServer: expected trailingSlashMismatch to be "refuse" or "redirect", received "strict"',
  );
});
