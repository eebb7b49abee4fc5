// The steps of a call between those of Fastify: what its hooks do to a handler that waits for
// them, and in which context it then runs.
import { AsyncLocalStorage } from "node:async_hooks";
import { PassThrough } from "node:stream";
import { createGunzip, gzipSync } from "node:zlib";
import { dynamicResource, get, post, rootResource, staticResource } from "bough";
import { routing } from "bough/fastify";
import fastify from "fastify";
import type {
  FastifyInstance,
  FastifyRequest,
  FastifyServerOptions,
  LightMyRequestResponse,
} from "fastify";
import { afterEach, describe, expect, test } from "vitest";

const api = rootResource("v1", {
  users: staticResource("users", {
    create: post().request<unknown>().response<unknown>(),
    me: get("me").response<string>(),
    user: dynamicResource("user", { find: get().response<string>() }),
  }),
  linked: get("linked").response<string>(),
});
const { users } = api;

const apps: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

function createApp(options: FastifyServerOptions = {}): FastifyInstance {
  const app = fastify(options);
  apps.push(app);
  return app;
}

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a handler", () => {
  test.each(["preValidation", "preHandler"] as const)(
    "waits for an asynchronous %s hook",
    async (hook) => {
      const seen: string[] = [];
      const app = createApp();
      app.addHook(hook, async () => {
        seen.push("hook begins");
        await later();
        seen.push("hook ends");
      });
      const routes = routing(app).around((_call, next) => {
        seen.push("around");
        return next();
      });
      routes.route(users.create, ({ body }) => {
        seen.push("create");
        return body;
      });
      routes.route(users.me, async () => {
        seen.push("me");
        return "me";
      });
      const created = await app.inject({ method: "POST", url: "/v1/users", payload: { a: 1 } });
      expect([created.statusCode, created.body]).toEqual([200, '{"a":1}']);
      expect(seen.splice(0)).toEqual(["hook begins", "hook ends", "around", "create"]);
      expect((await app.inject("/v1/users/me")).body).toBe('"me"');
      expect(seen).toEqual(["hook begins", "hook ends", "around", "me"]);
    },
  );

  test.each(["preValidation", "preHandler"] as const)(
    "is not run when an asynchronous %s hook throws or answers",
    async (hook) => {
      const seen: string[] = [];
      const app = createApp();
      app.addHook(hook, async ({ headers }, reply) => {
        await later();
        if (headers["x-how"] === "throw") {
          throw Object.assign(new Error("no"), { statusCode: 402 });
        }
        return reply.code(409).send("answered");
      });
      const routes = routing(app, { onError: () => void seen.push("onError") });
      routes.route(users.me, () => {
        seen.push("me");
        return "me";
      });
      const thrown = await app.inject({ url: "/v1/users/me", headers: { "x-how": "throw" } });
      expect(thrown.statusCode).toBe(402);
      const answered = await app.inject("/v1/users/me");
      expect([answered.statusCode, answered.body]).toEqual([409, "answered"]);
      expect(seen).toEqual([]);
    },
  );

  test("that throws or rejects after a hook was waited for is answered once", async () => {
    const errors: unknown[] = [];
    const app = createApp();
    app.addHook("preHandler", later);
    const routes = routing(app, { onError: (error) => void errors.push(error) });
    routes.route(users.me, () => {
      throw new Error("thrown");
    });
    routes.route(users.user.find, () => Promise.reject(new Error("rejected")));
    for (const url of ["/v1/users/me", "/v1/users/1"]) {
      const answer = await app.inject(url);
      expect([answer.statusCode, answer.json()]).toMatchObject([500, { status: 500 }]);
    }
    expect(errors).toEqual([new Error("thrown"), new Error("rejected")]);
  });
});

describe("a request", () => {
  test("a handler keeps the context of asynchronous hooks, whoever reads the body", async () => {
    const store = new AsyncLocalStorage<string>();
    const app = createApp();
    app.addHook("onRequest", ({ headers }, _reply, done) =>
      store.run(String(headers["x-id"]), done),
    );
    app.addHook("preParsing", async ({ headers }, _reply, payload) => {
      await later();
      return headers["x-piped"] === undefined ? payload : payload.pipe(new PassThrough());
    });
    app.addHook("preHandler", later);
    const routes = routing(app).guard(async () => {
      await later();
      return { guarded: store.getStore() };
    });
    routes.route(users.create, ({ body, guarded }) => [body, guarded, store.getStore()]);
    routes.route(users.me, ({ guarded }) => [guarded, store.getStore()].join(" "));
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const send = async (path: string, init?: RequestInit): Promise<unknown> =>
      (await fetch(origin + path, init)).json();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const id = `id${index}`;
        const headers = { "content-type": "application/json", "x-id": id };
        const body = String(index);
        const all = [index, id, id];
        expect(await send("/v1/users/me", { headers })).toBe(`${id} ${id}`);
        expect(await send("/v1/users", { method: "POST", headers, body })).toEqual(all);
        const piped = { ...headers, "x-piped": "yes" };
        expect(await send("/v1/users", { method: "POST", headers: piped, body })).toEqual(all);
      }),
    );
  });

  test("a body is read that a hook has unpacked, and paused until then", async () => {
    const app = createApp();
    app.addHook("preParsing", async (_request, _reply, payload) =>
      payload.pipe(createGunzip()).pause(),
    );
    routing(app).route(users.create, ({ body }) => body);
    const answer = await app.inject({
      method: "POST",
      url: "/v1/users",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      payload: gzipSync('{"a":1}'),
    });
    expect([answer.statusCode, answer.body]).toEqual([200, '{"a":1}']);
  });

  test("a hook that goes by the URL of a route is not passed by on another's", async () => {
    // This router has a parameter for `@me`, and prefers the route that ends in text.
    const odd = rootResource("odd", {
      mine: staticResource("@me", {
        key: dynamicResource("key", { store: post().request<unknown>().response<unknown>() }),
      }),
      user: dynamicResource("user", {
        settings: post("settings").request<unknown>().response<unknown>(),
      }),
    });
    const app = createApp();
    app.addHook("onRequest", async (request, reply) => {
      const isPublic = request.routeOptions.url === "/odd/:user/settings";
      return isPublic || request.is404 ? undefined : reply.code(401).send();
    });
    const stored: unknown[] = [];
    routing(app).route(odd, {
      mine: { key: { store: ({ ids, body }) => stored.push([ids.key, body]) } },
      user: { settings: ({ body }) => body },
    });
    const send = async (url: string): Promise<number> =>
      (await app.inject({ method: "POST", url, payload: { a: 1 } })).statusCode;
    expect(await send("/odd/ada/settings")).toBe(200);
    expect(await send("/odd/@me/x")).toBe(401);
    expect(await send("/odd/@me/settings")).toBe(404);
    expect(await send("/odd/%40me/settings")).toBe(404);
    expect(stored).toEqual([]);
  });

  test("a request that came by the route of another endpoint falls through", async () => {
    const seen: string[] = [];
    // `/v1/users/ME` is the route of `me` for this router, and a user for the tree.
    const app = createApp({ routerOptions: { caseSensitive: false } });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send("nowhere"));
    const routes = routing(app).guard(() => {
      seen.push("guard");
      return {};
    });
    routes.route(users.me, () => "me");
    routes.route(users.user.find, ({ ids }) => ids.user);
    const answer = await app.inject("/v1/users/ME");
    expect([answer.statusCode, answer.body, seen]).toEqual([404, "nowhere", []]);
    expect((await app.inject("/v1/users/me")).json()).toBe("me");
    expect((await app.inject("/v1/users/you")).json()).toBe("you");
    expect(seen).toEqual(["guard", "guard"]);
  });
});

test("hooks that ask for the media type or the method see the client's, and change nothing", async () => {
  const seen: unknown[] = [];
  const app = createApp();
  const look = async (request: FastifyRequest): Promise<void> => {
    if (request.headers["x-look"] !== undefined) {
      seen.push(`${request.method} ${request.mediaType}`);
    }
  };
  for (const hook of ["onRequest", "preValidation", "preHandler"] as const) {
    app.addHook(hook, look);
  }
  app.addHook("onRequest", async (request) => {
    if (request.headers["x-copied"] !== undefined) {
      request.headers = { ...request.headers };
    }
  });
  routing(app).route(users.create, ({ body, host }) => [body, host.request.mediaType]);
  const send = (
    payload: string,
    headers: Record<string, string>,
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method: "POST",
      url: "/v1/users",
      headers: { "content-type": "application/json", ...headers },
      payload,
    });
  for (const headers of [{ "x-look": "yes" }, {}, { "x-look": "yes", "x-copied": "yes" }]) {
    // No number that a double holds: Fastify's own parser would let it pass.
    expect((await send("1e400", headers)).statusCode).toBe(400);
    expect((await send("1", headers)).json()).toEqual([1, "application/json"]);
  }
  expect(new Set(seen)).toEqual(new Set(["POST application/json"]));
});

test.each([
  ["reads", (request: FastifyRequest) => request.method],
  [
    "replaces",
    (request: FastifyRequest) => Object.defineProperty(request, "method", { value: "POST" }),
  ],
])("a hook after Bough's that %s the method gets a 500 that says so", async (_, hook) => {
  const app = createApp();
  app.addHook("onRoute", (route) => {
    const before = [route.preParsing ?? []].flat();
    route.preParsing = [...before, async (request) => void hook(request)];
  });
  routing(app).route(users.create, ({ body }) => body);
  const answer = await app.inject({ method: "POST", url: "/v1/users", payload: { a: 1 } });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    500,
    {
      message: expect.stringMatching(
        /^POST \/v1\/users: expected Fastify to skip its body parser, .* add the hook with app.addHook/,
      ),
    },
  ]);
});

test("lines of one header stand together, and replace what a hook has set, but links add up", async () => {
  const app = createApp();
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("link", "<hook>").header("x-one", "hook");
  });
  routing(app).route(api.linked, ({ respond }) =>
    respond("text", { headers: { link: ["<a>", "<b>"], "x-one": "1" } }),
  );
  const { headers } = await app.inject("/v1/linked");
  expect(headers).toMatchObject({ link: ["<hook>", "<a>", "<b>"], "x-one": "1" });
});
