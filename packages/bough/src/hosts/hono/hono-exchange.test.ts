import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { get, list, post, rootResource, string, type } from "bough";
import { routing } from "bough/hono";
import { serve as serveOnNode } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { afterEach, describe, expect, test } from "vitest";
import { exchangeRaw, linesOf } from "../../../../../test/support/raw-client.ts";

const api = rootResource("v1", {
  plain: get("plain").response<string>(),
  named: get("named").response(type<string>(), { headers: { "x-name": string() } }),
  cookies: get("cookies").response(type<string>(), { headers: { "set-cookie": list(string()) } }),
  create: post().request<unknown>().response(type<unknown>(), { status: 201 }),
});

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

async function portOf(fetch: Fetch): Promise<number> {
  const server = serveOnNode({ fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  open.push(server);
  if (!server.listening) {
    await once(server, "listening");
  }
  return (server.address() as AddressInfo).port;
}

async function asked(
  app: { readonly fetch: Fetch },
  path: string,
  more = "",
): Promise<Awaited<ReturnType<typeof exchangeRaw>>> {
  const port = await portOf(app.fetch);
  return exchangeRaw(port, `GET /v1/${path} HTTP/1.1\r\nhost: h.test\r\n${more}\r\n`);
}

describe("an answer without middleware", () => {
  test("is there at once where its handler gives it at once", async () => {
    const app = new Hono();
    routing(app).route(api.plain, () => "a");
    const response = app.fetch(new Request("http://h.test/v1/plain"));
    expect(response).toBeInstanceOf(Response);
    expect(await (await response).json()).toBe("a");
  });

  test("has each header once, and the length of its text in bytes", async () => {
    const app = new Hono();
    routing(app).route(api.plain, () => "€");
    const answer = await asked(app, "plain");
    expect(answer.body).toBe('"€"');
    for (const [name, value] of [
      ["content-type", "application/json"],
      ["x-content-type-options", "nosniff"],
      ["content-length", "5"],
    ] as const) {
      expect(linesOf(answer, name)).toEqual([value]);
    }
  });

  test("has what its handler sets on the context", async () => {
    const app = new Hono();
    routing(app).route(api.plain, ({ host }) => {
      host.header("x-own", "handler");
      return "a";
    });
    expect(linesOf(await asked(app, "plain"), "x-own")).toEqual(["handler"]);
  });

  test("has what a guard sets on the context, though its handler answers later", async () => {
    const app = new Hono();
    routing(app)
      .guard(({ host }) => {
        host.header("vary", "Origin");
        return {};
      })
      .route(api.plain, async () => "a");
    expect(linesOf(await asked(app, "plain"), "vary")).toEqual(["Origin"]);
  });

  test("keeps a header beyond ASCII beside text beyond ASCII", async () => {
    const app = new Hono();
    routing(app).route(api.named, ({ respond }) => respond("é", { headers: { "x-name": "é" } }));
    const answer = await asked(app, "named");
    expect(linesOf(answer, "x-name")).toEqual(["é"]);
    expect(answer.body).toBe('"é"');
  });

  test("has every line of a header, and one with the name of an object's member", async () => {
    const headers = { "set-cookie": ["a=1", "b=2"], constructor: "c" };
    const app = new Hono();
    routing(app).route(api.cookies, ({ respond }) => respond("a", { headers }));
    const answer = await asked(app, "cookies");
    expect(linesOf(answer, "set-cookie")).toEqual(["a=1", "b=2"]);
    expect(linesOf(answer, "constructor")).toEqual(["c"]);
  });

  test("is that of an application below another, with an error handler of its own", async () => {
    const sub = new Hono().onError((_error, c) => c.text("handled", 500));
    routing(sub).route(api.plain, () => "a");
    const app = new Hono();
    app.use(async (c, next) => {
      c.header("x-own", "middleware");
      await next();
    });
    app.route("/", sub);
    const answer = await asked(app, "plain");
    expect(answer.body).toBe('"a"');
    expect(linesOf(answer, "x-own")).toEqual(["middleware"]);
  });
});

describe("Content-Length", () => {
  // Versions of node-server before 1.19.11 write it beside the one that they get, and clients refuse both.
  test.each([
    ["alone", []],
    ["behind middleware", ["vary", "Origin"]],
  ])("is left to node-server: %s", async (_, [name, value]) => {
    const app = new Hono();
    app.use(async (c, next) => {
      if (name !== undefined) c.header(name, value);
      await next();
    });
    routing(app).route(api.plain, () => "a");
    const seen: unknown[] = [];
    const around = {
      fetch: async (request: Request, env: object): Promise<Response> => {
        const response = await app.fetch(request, env);
        seen.push(response.headers.get("content-length"));
        return response;
      },
    };
    const answer = await asked(around, "plain");
    expect([seen, linesOf(answer, "content-length")]).toEqual([[null], ["3"]]);
  });
});

describe("an answer behind middleware", () => {
  const behind = (before: (c: Context) => void, after: (c: Context) => void = () => {}): Hono => {
    const app = new Hono();
    app.use(async (c, next) => {
      before(c);
      await next();
      after(c);
    });
    routing(app).route(api.plain, () => "é");
    return app;
  };

  test("that sets nothing has its own headers alone", async () => {
    const answer = await asked(
      behind((c) => c.status(418)),
      "plain",
    );
    expect(answer.status).toBe(200);
    expect(linesOf(answer, "content-length")).toEqual(["4"]);
    expect(linesOf(answer, "content-type")).toEqual(["application/json"]);
  });

  test("that looks at the answer before there is one has its own headers", async () => {
    const answer = await asked(
      behind((c) => void c.res),
      "plain",
    );
    expect(linesOf(answer, "x-content-type-options")).toEqual(["nosniff"]);
    expect(answer.body).toBe('"é"');
  });

  test("may be given a header beyond ASCII afterwards", async () => {
    const answer = await asked(
      behind(
        () => {},
        (c) => c.header("x-name", "é"),
      ),
      "plain",
    );
    expect(linesOf(answer, "x-name")).toEqual(["é"]);
    expect(answer.body).toBe('"é"');
  });
});

describe("a request", () => {
  test("has the headers that somebody around the application has changed", async () => {
    const app = new Hono();
    routing(app).route(api.plain, ({ header }) => String(header("x-user")));
    const around = {
      fetch: (request: Request, env: object): Response | Promise<Response> => {
        request.headers.set("x-user", "ada");
        return app.fetch(request, env);
      },
    };
    expect((await asked(around, "plain", "x-user: eve\r\n")).body).toBe('"ada"');
  });

  test("leaves its body to middleware that reads it afterwards", async () => {
    const app = new Hono();
    const seen: unknown[] = [];
    app.use(async (c, next) => {
      await next();
      seen.push(await c.req.json());
    });
    routing(app).route(api.create, ({ body }) => body);
    const port = await portOf(app.fetch);
    const response = await fetch(`http://127.0.0.1:${port}/v1`, {
      method: "POST",
      body: '{"a":1}',
      headers: { "content-type": "application/json" },
    });
    expect([response.status, await response.json(), seen]).toEqual([201, { a: 1 }, [{ a: 1 }]]);
  });
});
