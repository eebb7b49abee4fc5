import { failure, get, integer, rootResource, staticResource } from "bough";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { accessLog, createServer, type Routes, type ServerOptions } from "bough/server";
import type { Observed } from "bough/types";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";

const Gone = failure("gone", 410);
const users = staticResource("users", {
  list: get().response<string>(),
});
const v2 = rootResource("v2", { users });
const v1 = rootResource("v1", {
  list: get("users")
    .parameters({ limit: integer().optional() })
    .response<string>()
    .failure(Gone)
    .deprecated({
      since: "2026-11-01",
      sunset: "2027-05-01",
      link: "https://example.com/moving",
    }),
  plain: get("plain").response<string>().deprecated(),
  fresh: get("fresh").response<string>(),
});

function route<R extends Pick<Routes, "route">>(routes: R): R {
  routes.route(v2, {
    users: { list: () => "new" },
  });
  routes.route(v1, {
    list: ({ header, fail }) => {
      if (header("x-mode") === "fail") {
        fail(Gone);
      }
      if (header("x-mode") === "throw") {
        throw new Error("x");
      }
      return "old";
    },
    plain: () => "p",
    fresh: () => "f",
  });
  return routes;
}

type Get = (path: string, init?: RequestInit) => Promise<Response>;

function server(options: ServerOptions = {}): Get {
  const made = route(createServer({ onError: () => undefined, ...options }));
  return async (path, init) => made.fetch(`http://h.test${path}`, init);
}

function announced({ headers }: Response): object {
  return Object.fromEntries(
    ["deprecation", "sunset", "link"].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

const all = {
  deprecation: "@1793491200",
  sunset: "Sat, 01 May 2027 00:00:00 GMT",
  link: '<https://example.com/moving>; rel="deprecation"',
};

describe("a deprecated endpoint says so in each response of its pipeline", () => {
  test.each<[number, string, RequestInit]>([
    [200, "/v1/users", {}],
    [200, "/v1/users", { method: "HEAD" }],
    [400, "/v1/users?limit=x", {}],
    [406, "/v1/users", { headers: { accept: "text/csv" } }],
    [410, "/v1/users", { headers: { "x-mode": "fail" } }],
    [500, "/v1/users", { headers: { "x-mode": "throw" } }],
  ])("%d %s %j", async (status, path, init) => {
    const response = await server()(path, init);
    expect([response.status, announced(response)]).toEqual([status, all]);
  });

  test("also if the answer cannot be written in the error format of its root", async () => {
    const broken = server({
      cors: {
        origins: () => {
          throw new Error("x");
        },
      },
    });
    expect(announced(await broken("/v1/users", { headers: { origin: "https://a.test" } }))).toEqual(
      all,
    );
  });

  test("and no other endpoint does", async () => {
    const ask = server();
    for (const path of ["/v1/fresh", "/v2/users", "/v3"]) {
      expect(announced(await ask(path))).toEqual({});
    }
    expect(announced(await ask("/v1/users", { method: "DELETE" }))).toEqual({});
  });

  test("what is not declared is not sent", async () => {
    expect(announced(await server()("/v1/plain"))).toEqual({});
  });
});

describe("with CORS", () => {
  test("pages of other origins can read the headers", async () => {
    const ask = server({ cors: { origins: "*" } });
    const exposed = async (path: string): Promise<string | null> =>
      (await ask(path, { headers: { origin: "https://a.test" } })).headers.get(
        "access-control-expose-headers",
      );
    expect(await exposed("/v1/users")).toBe("deprecation, sunset, link");
    expect(await exposed("/v1/users?limit=x")).toBe("deprecation, sunset, link");
    expect(await exposed("/v1/fresh")).toBe(null);
  });
});

describe("on a host", () => {
  const hosts: readonly [string, () => Promise<Get>][] = [
    [
      "Hono",
      async () => {
        const app = new Hono();
        app.use(async (c, next) => {
          c.header("link", '</style.css>; rel="preload"');
          await next();
        });
        route(routingOnHono(app));
        return async (path) => app.request(path);
      },
    ],
    [
      "Fastify",
      async () => {
        const app = fastify();
        app.addHook("onRequest", (_request, reply, done) => {
          reply.header("link", '</style.css>; rel="preload"');
          done();
        });
        await app.register((scope, _options, done) => {
          route(routingOnFastify(scope));
          done();
        });
        return async (path) => {
          const { headers } = await app.inject(path);
          const pairs = Object.entries(headers).map(([name, value]): [string, string] => [
            name,
            [value].flat().join(", "),
          ]);
          return new Response("", { headers: pairs });
        };
      },
    ],
    [
      "Express",
      async () => {
        const app = express();
        app.use((_request, response, next) => {
          response.setHeader("link", '</style.css>; rel="preload"');
          next();
        });
        route(routingOnExpress(app));
        const listening = createHttpServer(app).listen(0, "127.0.0.1");
        await once(listening, "listening");
        const { port } = listening.address() as AddressInfo;
        return async (path) => {
          const response = await fetch(`http://127.0.0.1:${port}${path}`, {
            headers: { connection: "close" },
          });
          listening.close();
          return response;
        };
      },
    ],
  ];

  test.each(hosts)("%s keeps the links of its middleware", async (_, open) => {
    const ask = await open();
    expect(announced(await ask("/v1/users"))).toEqual({
      ...all,
      link: `</style.css>; rel="preload", ${all.link}`,
    });
  });
});

describe("an observer", () => {
  test("sees who still calls a deprecated endpoint", async () => {
    const seen: [boolean, boolean][] = [];
    const lines: string[] = [];
    const ask = server({
      observe: [
        accessLog((line) => lines.push(line)),
        async (request, next) => {
          const observed: Observed = await next();
          seen.push([request.deprecated, observed.deprecated]);
        },
      ],
    });
    for (const path of ["/v1/users", "/v1/plain", "/v1/fresh", "/v3"]) {
      await (await ask(path)).text();
    }
    expect(seen).toEqual([
      [true, true],
      [true, true],
      [false, false],
      [false, false],
    ]);
    const logged = lines.map((line) => (JSON.parse(line) as { deprecated?: boolean }).deprecated);
    expect(logged).toEqual([true, true, undefined, undefined]);
  });
});
