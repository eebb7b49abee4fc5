import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve as serveOnNode } from "@hono/node-server";
import {
  dynamicResource,
  failure,
  get,
  integer,
  list,
  multipart,
  post,
  query,
  rootResource,
  staticResource,
  stream,
  string,
  type,
} from "bough";
import { form } from "bough/existing";
import { routing } from "bough/hono";
import { HandlerError } from "bough/server";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { setCookie } from "hono/cookie";
import { cors } from "hono/cors";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import { afterEach, describe, expect, test } from "vitest";
import { exchangeRaw, linesOf } from "../../../../../test/support/raw-client.ts";

const Unauthorized = failure("unauthorized", 401);
const api = rootResource("v1", {
  users: staticResource("users", {
    user: dynamicResource("user", string(), { find: get().response<string>() }),
    me: get("me").response<string>().failure(Unauthorized),
    list: get().response<string[]>(),
    create: post().request<unknown>().response(type<unknown>()),
    search: query().request<unknown>().response<unknown>(),
  }),
  upload: post("upload").request(stream()).response(type<string>()),
  cookie: get("cookie").response(type<string>(), {
    headers: { "set-cookie": string(), vary: string(), "x-both": string() },
  }),
});

const forms = rootResource("forms", {
  form: post("form")
    .request(form({ name: string(), tags: list(string()) }))
    .response(type<unknown>()),
  parts: post("parts")
    .request(multipart({ name: string() }))
    .response(type<unknown>()),
});

const open: Server[] = [];
const errors: unknown[] = [];
const quiet = { onError: (error: unknown) => void errors.push(error) };
afterEach(() => {
  errors.length = 0;
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Served {
  readonly url: string;
  readonly port: number;
}

async function serve(app: { readonly fetch: Hono["fetch"] }): Promise<Served> {
  const server = serveOnNode({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  open.push(server);
  if (!server.listening) {
    await once(server, "listening");
  }
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

const JSON_TYPE = { "content-type": "application/json" };

describe("routing on Hono", () => {
  test("gives handlers the typed context, after the middleware before", async () => {
    const app = new Hono<{ Variables: { user: string | undefined } }>();
    app.use(async (c, next) => {
      c.set("user", c.req.header("x-user"));
      await next();
    });
    const authorized = routing(app, quiet).guard([Unauthorized], ({ host, fail }) => {
      const user: string | undefined = host.get("user");
      return { user: user ?? fail(Unauthorized) };
    });
    authorized.route(api.users.me, ({ user, host }) => `${user} ${host.var.user}`);
    const { url } = await serve(app);
    const answer = await fetch(`${url}/v1/users/me`, { headers: { "x-user": "ada" } });
    expect(await answer.json()).toBe("ada ada");
    expect((await fetch(`${url}/v1/users/me`)).status).toBe(401);
  });

  test("leaves the application's own routes and its 404 as they are", async () => {
    const app = new Hono();
    app.patch("/v1/users", (c) => c.text("before"));
    const routes = routing(app, quiet);
    routes.route(api.users.list, () => []);
    app.get("/v1/own/:id", (c) => c.text(c.req.param("id")));
    app.delete("/v1/users/a/b", (c) => c.text("after"));
    app.get("/search", (c) => c.text(String(c.req.url.length)));
    app.notFound((c) => c.text("own 404", 404));
    const { url } = await serve(app);
    const text = async (path: string, method = "GET"): Promise<string> =>
      (await fetch(url + path, { method })).text();
    expect(await text("/v1/users", "PATCH")).toBe("before");
    expect(await text("/v1/own/%E2%82%AC")).toBe("€");
    expect(await text("/v1/users/a/b", "DELETE")).toBe("after");
    expect(await text("/v1/none")).toBe("own 404");
    expect(await text("/v1/none", "POST")).toBe("own 404");
    expect(await text("/v1/users/")).toBe("own 404");
    expect(Number(await text(`/search?${"x".repeat(9_000)}`))).toBeGreaterThan(9_000);
    expect(await text("/v1/users", "DELETE")).toContain("urn:bough:method-not-allowed");
  });

  test("registers routes by the templates' names, and each answers its own", async () => {
    const app = new Hono();
    const seen: string[] = [];
    const note = ({ host }: { readonly host: Context }): string => {
      seen.push(routePath(host));
      return "";
    };
    const routes = routing(app, quiet);
    routes.route(api.users.user.find, note);
    routes.route(api.users.me, note);
    const { url } = await serve(app);
    await fetch(`${url}/v1/users/me`);
    await fetch(`${url}/v1/users/42`);
    expect(seen).toEqual(["/v1/users/me", "/v1/users/:user"]);
    expect(app.routes.filter(({ method }) => method === "GET").map(({ path }) => path)).toEqual([
      "/v1/users/:user",
      "/v1/users/me",
      "/v1/users",
      "/v1/cookie",
      "/v1/upload",
    ]);
  });

  test("takes further trees below the same root", async () => {
    const app = new Hono();
    const routes = routing(app, quiet);
    const late = rootResource("v1", {
      late: post("late").request<number>().response(type<number>()),
      odd: get("a:b").response<string>(),
      other: get("a:c").response<string>(),
      home: get().response<string>(),
    });
    routes.route(api.users.list, () => []);
    routes.route(late, {
      late: ({ body }) => body,
      odd: () => "b",
      other: () => "c",
      home: () => "home",
    });
    const home = rootResource({
      root: get().response<string>(),
      top: dynamicResource("top-id", integer(), { find: get().response<number>() }),
    });
    routes.route(home, { root: () => "root", top: { find: ({ ids }) => ids["top-id"] } });
    app.get("/:own", (c) => c.text("own"));
    const { url } = await serve(app);
    const text = async (path: string, init: RequestInit = {}): Promise<string> =>
      (await fetch(url + path, init)).text();
    expect(await text("/v1/late", { method: "POST", body: "1", headers: JSON_TYPE })).toBe("1");
    expect([await text("/v1/a:b"), await text("/v1/a%3Ac")]).toEqual(['"b"', '"c"']);
    expect([await text("/v1"), await text("/"), await text("/7")]).toEqual([
      '"home"',
      '"root"',
      "7",
    ]);
    expect(await text("/x")).toBe("own");
    expect(await text("/", { method: "POST" })).toContain("method-not-allowed");
    expect(await text("/7", { method: "POST" })).toContain("method-not-allowed");
    expect(await text("/v1/late")).toContain("method-not-allowed");
  });

  test("skips prefixes by segments, and knows them in URLs", async () => {
    const app = new Hono();
    const sub = new Hono().basePath("/inner");
    routing(sub, quiet).route(api.users.list, ({ urlOf, request, host }) => [
      urlOf(api.users.me),
      new URL(request.url).pathname,
      host.req.path,
    ]);
    app.route("/api/:tenant", sub);
    app.route("/also", sub);
    const { url } = await serve(app);
    expect(await (await fetch(`${url}/api/%41/inner/v1/users`)).json()).toEqual([
      "/api/%41/inner/v1/users/me",
      "/api/%41/inner/v1/users",
      "/api/A/inner/v1/users",
    ]);
    expect(await (await fetch(`${url}/also/inner/v1/users`)).json()).toContain(
      "/also/inner/v1/users/me",
    );
    expect((await fetch(`${url}/v1/users`)).status).toBe(404);
  });

  test("reads the target that was sent, and that of a request the project passes on", async () => {
    const app = new Hono();
    routing(app, quiet).route(api.users.user.find, ({ ids }) => ids.user);
    const outer = new Hono();
    outer.all("/old/:id", (c) =>
      app.fetch(new Request(`http://h.test/v1/users/${c.req.param("id")}`, c.req.raw), c.env),
    );
    outer.route("/", app);
    const { url, port } = await serve(outer);
    expect(await (await fetch(`${url}/old/7`)).json()).toBe("7");
    const raw = (target: string): Promise<{ status: number }> =>
      exchangeRaw(port, `GET ${target} HTTP/1.1\r\nhost: h.test\r\n\r\n`);
    expect((await raw("/x/../v1/users/1")).status).toBe(404);
    expect((await raw("/v1/users/1")).status).toBe(200);
  });

  test("answers in memory, without a server beneath", async () => {
    const app = new Hono<{ Bindings: { incoming: string } }>();
    const routes = routing(app, quiet);
    routes.route(api.users.create, ({ body, host }) => [body, host.env.incoming]);
    routes.route(api.users.search, ({ body }) => body);
    const env = { incoming: "a binding of that name" };
    const init = { body: '{"a":1}', headers: JSON_TYPE };
    const created = await app.request("/v1/users", { method: "POST", ...init }, env);
    expect(await created.json()).toEqual([{ a: 1 }, "a binding of that name"]);
    const found = await app.request("/v1/users", { method: "QUERY", ...init });
    expect(await found.json()).toEqual({ a: 1 });
    expect((await app.request("/v1/users", { method: "HEAD" })).status).toBe(501);
  });
});

describe("headers", () => {
  const shown = (answer: Awaited<ReturnType<typeof exchangeRaw>>): object => ({
    vary: linesOf(answer, "vary").join(", "),
    cookies: linesOf(answer, "set-cookie"),
    both: linesOf(answer, "x-both"),
    own: linesOf(answer, "x-own"),
  });
  const expected = {
    vary: "Origin, Accept",
    cookies: ["session=1; Path=/", "b=2"],
    both: ["handler"],
    own: ["middleware"],
  };
  const headers = { "set-cookie": "b=2", vary: "Accept", "x-both": "handler" };
  const GET = "GET /v1/cookie HTTP/1.1\r\nhost: h.test\r\norigin: https://app.test\r\n\r\n";

  test("of middleware stay, Vary and Set-Cookie add up, of others the handler's go first", async () => {
    const app = new Hono();
    app.use(cors({ origin: "https://app.test", credentials: true }));
    app.use(async (c, next) => {
      setCookie(c, "session", "1");
      c.header("x-both", "middleware");
      c.header("x-own", "middleware");
      await next();
    });
    routing(app, quiet).route(api.cookie, ({ respond }) => respond("a", { headers }));
    const { port } = await serve(app);
    const answer = await exchangeRaw(port, GET);
    expect({
      ...shown(answer),
      vary: linesOf(answer, "vary").join(", ").split(", ").toSorted(),
    }).toEqual({ ...expected, vary: ["Accept", "Origin"] });
    expect(linesOf(answer, "access-control-allow-origin")).toEqual(["https://app.test"]);
  });

  test("stay without cors as well, where the context holds them otherwise", async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      c.header("vary", "Origin");
      setCookie(c, "session", "1");
      c.header("x-both", "middleware");
      c.header("x-own", "middleware");
      await next();
    });
    routing(app, quiet).route(api.cookie, ({ respond }) => respond("a", { headers }));
    const { port } = await serve(app);
    expect(shown(await exchangeRaw(port, GET))).toEqual(expected);
  });

  test("of rejections too, and a preflight is that of cors", async () => {
    const app = new Hono();
    app.use(cors({ origin: "https://app.test", allowMethods: ["PUT"] }));
    routing(app, quiet).route(api.users.list, () => []);
    const { url } = await serve(app);
    const origin = "https://app.test";
    const refused = await fetch(`${url}/v1/users`, { method: "DELETE", headers: { origin } });
    expect(refused.status).toBe(405);
    expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
    expect(refused.headers.get("allow")).toBe("GET, POST, QUERY, HEAD, OPTIONS");
    const preflight = await fetch(`${url}/v1/users`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "PUT" },
    });
    expect(preflight.headers.get("access-control-allow-methods")).toBe("PUT");
  });
});

describe("an exception", () => {
  const throwing = (app: Hono, what: unknown = new Error("a")): Hono => {
    routing(app, quiet).route(api.users.list, async () => {
      await Promise.resolve();
      throw what;
    });
    return app;
  };
  const answer = async (app: Hono, path = "/v1/users"): Promise<string> => {
    const { url } = await serve(app);
    const response = await fetch(url + path);
    expect(response.status).toBe(500);
    expect(errors.length).toBe(1);
    return response.text();
  };
  const handled = (error: Error, c: Context): Response => c.text(`handled ${error.message}`, 500);
  const PROBLEM = expect.stringContaining("urn:bough:internal-server-error");

  test("is a 500 problem where the project has no error handler", async () => {
    expect(await answer(throwing(new Hono()))).toEqual(PROBLEM);
  });

  test("has the headers of Bough's own cors, whoever answers it", async () => {
    for (const app of [new Hono(), new Hono().onError(handled)]) {
      routing(app, { ...quiet, cors: { origins: ["https://app.test"] } }).route(
        api.users.list,
        () => {
          throw new Error("a");
        },
      );
      const { headers } = await app.request("/v1/users", {
        headers: { origin: "https://app.test" },
      });
      expect(headers.get("access-control-allow-origin")).toBe("https://app.test");
      expect(headers.get("vary")).toBe("Origin");
    }
  });

  test("goes to onError of the application, or of the one around", async () => {
    expect(await answer(throwing(new Hono().onError(handled)))).toBe("handled a");
    errors.length = 0;
    const app = new Hono().onError(handled);
    app.route("/a", throwing(new Hono()));
    expect(await answer(app, "/a/v1/users")).toBe("handled a");
  });

  test("goes to onError of the application that is mounted, before that of the one around", async () => {
    const app = new Hono().onError((_error, c) => c.text("outer", 500));
    const sub = throwing(new Hono().onError(handled));
    app.route("/a", sub);
    app.notFound((c) => c.text("none", 404));
    expect(await answer(app, "/a/v1/users")).toBe("handled a");
    expect(await (await app.request("/a/v1/none")).text()).toBe("none");
    expect(await (await app.request("/a/v1/none", { method: "POST" })).text()).toBe("none");
  });

  test("gets there as it was thrown, and to middleware as well", async () => {
    const seen: unknown[] = [];
    const app = new Hono();
    app.use(async (c, next) => {
      await next();
      seen.push(c.error);
    });
    const error = new Error("a");
    throwing(app, error);
    expect(await answer(app)).toEqual(PROBLEM);
    expect(seen).toEqual([error]);
    expect(seen[0]).toBe(error);
    expect(Object.keys(error)).toEqual([]);
  });

  test("of Hono's own kind answers as Hono does", async () => {
    const response = await throwing(
      new Hono(),
      new HTTPException(418, { message: "teapot" }),
    ).request("/v1/users");
    expect([response.status, await response.text()]).toEqual([418, "teapot"]);
  });

  test("that is no error is a 500 problem", async () => {
    expect(await answer(throwing(new Hono().onError(handled), "text"))).toEqual(PROBLEM);
  });

  test("that is frozen goes the same way", async () => {
    const frozen = Object.freeze(new TypeError("a"));
    expect(await answer(throwing(new Hono(), frozen))).toEqual(PROBLEM);
    errors.length = 0;
    const app = new Hono().onError((error, c) =>
      c.text(`${error instanceof TypeError} ${error.message}`, 500),
    );
    expect(await answer(throwing(app, frozen))).toBe("true a");
  });

  test("that comes at once goes the same way", async () => {
    const app = new Hono().onError(handled);
    routing(app, quiet).route(api.users.list, () => {
      throw new Error("b");
    });
    expect(await answer(app)).toBe("handled b");
  });
});

describe("a body", () => {
  const echo = (app: Hono): Promise<Served> => {
    const routes = routing(app, { ...quiet, limits: { body: 100 } });
    routes.route(api.users.create, ({ body }) => body);
    routes.route(api.upload, async ({ body }) => new Response(body as BodyInit).text());
    return serve(app);
  };
  const send = (url: string, body: string): Promise<Response> =>
    fetch(url, { method: "POST", body, headers: JSON_TYPE });

  test("that middleware has read by way of the context is read from there", async () => {
    const app = new Hono();
    const seen: unknown[] = [];
    app.use(async (c, next) => {
      seen.push(await c.req.json());
      await next();
    });
    const { url } = await echo(app);
    expect(await (await send(`${url}/v1/users`, '{"a":1}')).json()).toEqual({ a: 1 });
    expect(await (await send(`${url}/v1/upload`, "12")).json()).toBe("12");
    expect((await send(`${url}/v1/users`, '{"a":1e400}')).status).toBe(400);
    expect((await send(`${url}/v1/users`, `"${"a".repeat(200)}"`)).status).toBe(413);
    expect(seen.length).toBe(4);
  });

  test("that middleware has read otherwise is an error of the project's", async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      await c.req.raw.text();
      await next();
    });
    const { url } = await echo(app);
    expect((await send(`${url}/v1/users`, "1")).status).toBe(500);
    expect(errors).toEqual([expect.any(HandlerError)]);
  });

  test("that middleware has read as a form is that form", async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      await c.req.formData();
      await next();
    });
    const routes = routing(app, quiet);
    routes.route(forms.form, ({ body }) => body);
    routes.route(forms.parts, ({ body }) => body);
    const { url } = await serve(app);
    const fields = new URLSearchParams([
      ["name", "ä&b"],
      ["tags", "a"],
      ["tags", "b"],
    ]);
    const answer = await fetch(`${url}/forms/form`, { method: "POST", body: fields });
    expect(await answer.json()).toEqual({ name: "ä&b", tags: ["a", "b"] });
    // What is left of a multipart body has no boundary.
    const body = new FormData();
    body.set("name", "a");
    const refused = await fetch(`${url}/forms/parts`, { method: "POST", body });
    expect([refused.status, errors]).toEqual([500, [expect.any(HandlerError)]]);
  });

  test("behind a limit of Hono's has both limits", async () => {
    const app = new Hono();
    app.use(bodyLimit({ maxSize: 50 }));
    const { url } = await echo(app);
    const chunked = (text: string): Promise<Response> =>
      fetch(`${url}/v1/users`, {
        method: "POST",
        body: new Blob([text]).stream(),
        headers: JSON_TYPE,
        duplex: "half",
      } as RequestInit);
    expect(await (await chunked('{"a":1}')).json()).toEqual({ a: 1 });
    const refused = await chunked(`"${"a".repeat(60)}"`);
    expect([refused.status, await refused.text()]).toEqual([413, "Payload Too Large"]);
  });

  test("that middleware has replaced is counted as it is", async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      const body = `"${"a".repeat(Number(c.req.header("x-size")))}"`;
      c.req.raw = new Request(c.req.raw, { method: "POST", body });
      await next();
    });
    const { url } = await echo(app);
    const sized = (size: number): Promise<Response> =>
      fetch(`${url}/v1/users`, {
        method: "POST",
        body: "1",
        headers: { ...JSON_TYPE, "x-size": String(size) },
      });
    expect(await (await sized(5)).json()).toBe("aaaaa");
    expect((await sized(200)).status).toBe(413);
  });

  test("can be read again by a handler from the context", async () => {
    const app = new Hono();
    routing(app, quiet).route(api.users.create, async ({ body, host }) => [
      body,
      await host.req.text(),
    ]);
    const { url } = await serve(app);
    expect(await (await send(`${url}/v1/users`, "1")).json()).toEqual([1, "1"]);
  });
});
