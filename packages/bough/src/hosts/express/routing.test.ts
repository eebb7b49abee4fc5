import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import {
  dynamicResource,
  events,
  failure,
  get,
  multipart,
  plainText,
  post,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";
import { form } from "bough/existing";
import { routing, type ExpressOptions } from "bough/express";
import { HandlerError } from "bough/server";
import cors from "cors";
import express from "express";
import type { ErrorRequestHandler, Express, RequestHandler } from "express";
import { afterEach, describe, expect, test, vi } from "vitest";
import { exchangeRaw, linesOf } from "../../../../../test/support/raw-client.ts";

const Unauthorized = failure("unauthorized", 401);
const api = rootResource("v1", {
  users: staticResource("users", {
    list: get().response<string[]>(),
    create: post().request<unknown>().response(type<unknown>()),
    user: dynamicResource("user", string(), { find: get().response<string>() }),
    me: get("me").response<string>().failure(Unauthorized),
  }),
  form: post("form")
    .request(form({ name: string() }))
    .response(type<unknown>()),
  text: post("text").request(plainText()).response(type<string>()),
  parts: post("parts")
    .request(multipart({ name: string() }))
    .response(type<unknown>()),
  cookie: get("cookie").response(type<string>(), {
    headers: { "set-cookie": string(), vary: string(), "x-both": string() },
  }),
});

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Served {
  readonly url: string;
  readonly port: number;
}

async function serve(app: Express): Promise<Served> {
  const server = createServer(app);
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

const errors: unknown[] = [];
afterEach(() => {
  errors.length = 0;
});
const quiet: ExpressOptions = { onError: (error) => errors.push(error) };

async function sendJson(url: string, body: BodyInit, headers: object = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

describe("routing on Express", () => {
  test("gives handlers request and response, after the middleware before", async () => {
    const app = express();
    const authenticate: RequestHandler = (req, res, next) => {
      res.locals["user"] = req.get("x-user");
      next();
    };
    app.use(authenticate);
    const routes = routing(app, quiet);
    const authorized = routes.guard([Unauthorized], ({ host, fail }) => {
      const user: unknown = host.res.locals["user"];
      return { user: typeof user === "string" ? user : fail(Unauthorized) };
    });
    authorized.route(api.users.me, ({ user, host }) => `${user} ${host.req.ip}`);
    const { url } = await serve(app);
    const answer = await fetch(`${url}/v1/users/me`, { headers: { "x-user": "ada" } });
    expect(await answer.json()).toBe("ada 127.0.0.1");
    expect((await fetch(`${url}/v1/users/me`)).status).toBe(401);
  });

  test("leaves the project's own routes and its 404 as they are", async () => {
    const app = express();
    app.patch("/v1/users", (_req, res) => void res.send("before"));
    routing(app, quiet).route(api.users.list, () => []);
    app.get("/v1/own/:id", (req, res) => void res.send(req.params["id"]));
    app.delete("/v1/users/a/b", (_req, res) => void res.send("after"));
    app.get("/search", (req, res) => void res.send(`${req.url.length}`));
    app.use((_req, res) => void res.status(404).send("own 404"));
    const { url, port } = await serve(app);
    const text = async (path: string, method = "GET"): Promise<string> =>
      (await fetch(url + path, { method })).text();
    expect(await text("/v1/users", "PATCH")).toBe("before");
    expect(await text("/v1/own/%E2%82%AC")).toBe("€");
    expect(await text("/v1/users/a/b", "DELETE")).toBe("after");
    expect(await text("/v1/none")).toBe("own 404");
    expect(await text("/v1/users/")).toBe("own 404");
    // Longer than Bough's limit, and with a character that Bough refuses.
    expect(await text(`/search?${"x".repeat(9_000)}`)).toBe("9008");
    const odd = await exchangeRaw(port, "GET /search?a#b HTTP/1.1\r\nhost: h.test\r\n\r\n");
    expect(odd.status).toBe(200);
    expect(await text("/v1/users", "DELETE")).toContain("urn:bough:method-not-allowed");
  });

  test("stands where it was called", async () => {
    const app = express();
    const seen: string[] = [];
    const note =
      (name: string): RequestHandler =>
      (_req, _res, next) => {
        seen.push(name);
        next();
      };
    app.use(note("before"));
    routing(app, quiet).route(api.users.list, () => []);
    app.use(note("after"));
    const { url } = await serve(app);
    await fetch(`${url}/v1/users`);
    await fetch(`${url}/other`);
    expect(seen).toEqual(["before", "before", "after"]);
  });

  test("is not reached round a guard of a path by another spelling of it", async () => {
    const app = express();
    app.use("/v1/users/me", (_req, res) => void res.status(403).send("guarded"));
    const routes = routing(app, quiet);
    routes.route(api.users.user.find, ({ ids }) => ids.user);
    routes.route(api.users.me, () => "me");
    const { url } = await serve(app);
    const status = async (path: string): Promise<number> => (await fetch(url + path)).status;
    expect(await status("/v1/users/me")).toBe(403);
    expect(await status("/v1/users/ME")).toBe(403);
    expect(await status("/v1/users/%6de")).toBe(404);
    expect(await status("/v1/%75sers/me")).toBe(404);
    expect(await status("/v1/users/a%2Fb")).toBe(200);
  });

  test("skips a mount prefix by segments, whatever its case", async () => {
    const app = express();
    const router = express.Router();
    const inner = express.Router();
    app.use("/api/:tenant", router);
    router.use("/inner", inner);
    routing(inner, quiet).route(api.users.list, ({ urlOf, request, host }) => [
      urlOf(api.users.me),
      request.url,
      host.req.baseUrl,
    ]);
    const { url } = await serve(app);
    const answer = await fetch(`${url}/API/%41/inner/v1/users?x=1`);
    expect(await answer.json()).toEqual([
      "/API/%41/inner/v1/users/me",
      "http://localhost/API/%41/inner/v1/users?x=1",
      "/API/%41/inner",
    ]);
    expect((await fetch(`${url}/api/a/v1/users`)).status).toBe(404);
  });

  test("takes the path that middleware has rewritten", async () => {
    const app = express();
    app.use((req, _res, next) => {
      req.url = req.url.replace(/^\/de\//, "/");
      next();
    });
    routing(app, quiet).route(api.users.list, () => ["a"]);
    const { url } = await serve(app);
    expect(await (await fetch(`${url}/de/v1/users`)).json()).toEqual(["a"]);
  });
});

describe("headers", () => {
  test("of middleware stay, Vary and Set-Cookie add up, of others the handler's go first", async () => {
    const app = express();
    app.use(cors({ origin: "https://app.test", credentials: true }));
    app.use((_req, res, next) => {
      res.cookie("session", "1").set("x-both", "middleware").set("x-own", "middleware");
      next();
    });
    routing(app, quiet).route(api.cookie, ({ respond }) =>
      respond("a", { headers: { "set-cookie": "b=2", vary: "Accept", "x-both": "handler" } }),
    );
    const { port } = await serve(app);
    const answer = await exchangeRaw(port, "GET /v1/cookie HTTP/1.1\r\nhost: h.test\r\n\r\n");
    expect(linesOf(answer, "vary").join(", ")).toBe("Origin, Accept");
    expect(linesOf(answer, "set-cookie")).toEqual(["session=1; Path=/", "b=2"]);
    expect(linesOf(answer, "access-control-allow-origin")).toEqual(["https://app.test"]);
    expect([linesOf(answer, "x-both"), linesOf(answer, "x-own")]).toEqual([
      ["handler"],
      ["middleware"],
    ]);
  });

  test("of rejections too", async () => {
    const app = express();
    app.use(cors({ origin: "https://app.test" }));
    routing(app, quiet).route(api.users.list, () => []);
    const { url } = await serve(app);
    const answer = await fetch(`${url}/v1/users`, { method: "DELETE" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://app.test");
    expect(answer.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  });

  test("of a preflight are those of cors", async () => {
    const app = express();
    app.use(cors({ origin: "https://app.test", methods: ["PUT"] }));
    routing(app, quiet).route(api.users.list, () => []);
    const { url } = await serve(app);
    const answer = await fetch(`${url}/v1/users`, {
      method: "OPTIONS",
      headers: { origin: "https://app.test", "access-control-request-method": "PUT" },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-methods")).toBe("PUT");
  });

  test("are seen by middleware that waits for them", async () => {
    const app = express();
    const seen: unknown[] = [];
    app.disable("x-powered-by");
    app.use((_req, res, next) => {
      const { writeHead } = res;
      res.writeHead = function (this: typeof res, ...given: never) {
        seen.push(res.getHeader("content-type"));
        Reflect.apply(writeHead, res, given);
        return res;
      } as typeof writeHead;
      next();
    });
    routing(app, quiet).route(api.users.list, () => []);
    const { url } = await serve(app);
    await fetch(`${url}/v1/users`);
    expect(seen).toEqual(["application/json"]);
  });

  test("and the end of an early answer pass middleware that wraps `end`", async () => {
    const app = express();
    const seen: unknown[] = [];
    app.use((_req, res, next) => {
      const { end } = res;
      res.end = (...given: unknown[]) => {
        seen.push(...given);
        return Reflect.apply(end, res, given) as typeof res;
      };
      next();
    });
    routing(app, { ...quiet, limits: { body: 10 } }).route(api.users.create, ({ body }) => body);
    const { port } = await serve(app);
    const { status } = await exchangeRaw(
      port,
      "POST /v1/users HTTP/1.1\r\nhost: h.test\r\ncontent-type: application/json\r\n" +
        `content-length: 100000\r\n\r\n${"1".repeat(100_000)}`,
    );
    expect([status, seen.filter((value) => typeof value === "function")]).toEqual([413, []]);
  });
});

describe("middleware before", () => {
  const live = rootResource("live", {
    value: get("value").response<string>(),
    later: get("later").response<string>(),
    events: get("events").response(events<number>()),
  });

  /** Routes behind it; `state` counts the sequences that were ended. */
  async function behind(middleware: RequestHandler) {
    const app = express();
    app.use(middleware);
    const state = { ended: 0 };
    routing(app, quiet).route(live, {
      value: () => "value",
      later: async () => "later",
      async *events() {
        try {
          yield* [1, 2];
        } finally {
          state.ended++;
        }
      },
    });
    const { url } = await serve(app);
    return { url: `${url}/live`, state };
  }

  /** What answers, and how many generators have ended then. */
  const answers: readonly (readonly [name: string, ended: number])[] = [
    ["value", 0],
    ["later", 0],
    ["events", 1],
  ];

  test.each(answers)("has begun an answer, which is left to it: %s", async (name, ended) => {
    const { url, state } = await behind((_req, res, next) => {
      res.status(503).write("too ");
      setTimeout(() => res.end("late"), 50);
      next();
    });
    const answer = await fetch(`${url}/${name}`);
    expect([answer.status, await answer.text(), errors]).toEqual([503, "too late", []]);
    expect(state.ended).toBe(ended);
  });

  test.each(answers)(
    "throws at a head that leaves, which ends the connection: %s",
    async (name, ended) => {
      const { url, state } = await behind((_req, res, next) => {
        res.writeHead = () => {
          throw new Error("no head");
        };
        next();
      });
      await expect(fetch(`${url}/${name}`)).rejects.toBeInstanceOf(TypeError);
      expect(errors).toEqual([new Error("no head")]);
      expect(state.ended).toBe(ended);
    },
  );
});

describe("an exception", () => {
  const handled: ErrorRequestHandler = (error: Error, _req, res, _next) => {
    res.status(500).send(`handled ${error.message}`);
  };
  const passing: ExpressOptions = { ...quiet, passErrors: true };
  const throwing = (
    app: Express | express.Router,
    what: unknown = new Error("a"),
    options = passing,
  ): void => {
    routing(app, options).route(api.users.list, async () => {
      await Promise.resolve();
      throw what;
    });
  };
  const answer = async (app: Express, path = "/v1/users"): Promise<string> => {
    const { url } = await serve(app);
    const response = await fetch(url + path);
    expect(response.status).toBe(500);
    expect(errors.length).toBe(1);
    return response.text();
  };
  const PROBLEM = expect.stringContaining("urn:bough:internal-server-error");

  test("is a 500 problem, also where the project has an error handler", async () => {
    const app = express();
    throwing(app, new Error("a"), quiet);
    app.use(handled);
    expect(await answer(app)).toEqual(PROBLEM);
  });

  test("goes to the project's error handler with `passErrors`, after onError", async () => {
    const app = express();
    throwing(app);
    app.use(handled);
    expect(await answer(app)).toBe("handled a");
  });

  test("goes to Express with `passErrors`, if no error handler comes after the routes", async () => {
    const app = express();
    // Express would log it.
    app.set("env", "test");
    app.use(handled);
    throwing(app);
    app.use("/admin", handled);
    expect(await answer(app)).toContain("Error: a");
  });

  test("stays with Bough if middleware has ended the response", async () => {
    const app = express();
    const passed = vi.fn(handled);
    const routes = routing(app, passing).guard(async ({ host }) => {
      host.res.end("ended");
      await once(host.res, "close");
      throw new Error("too late");
    });
    routes.route(api.users.list, () => []);
    app.use(passed);
    const { url } = await serve(app);
    expect(await (await fetch(`${url}/v1/users`)).text()).toBe("ended");
    await expect.poll(() => errors.length).toBe(1);
    expect(passed).not.toHaveBeenCalled();
  });

  test("stays with Bough if `passErrors` is not a boolean: `routing` throws", () => {
    const options = { passErrors: handled } as object;
    expect(() => routing(express(), options)).toThrow(
      "routing: expected passErrors to be true or false, received",
    );
  });

  test("reaches a handler of a router or an application around", async () => {
    const router = express.Router();
    throwing(router);
    const app = express();
    app.use("/a", router, handled);
    expect(await answer(app, "/a/v1/users")).toBe("handled a");
    errors.length = 0;
    const inner = express();
    throwing(inner);
    const outer = express();
    outer.use("/b", inner);
    outer.use(handled);
    expect(await answer(outer, "/b/v1/users")).toBe("handled a");
  });

  test("that Express would take for a command is a 500 problem", async () => {
    const app = express();
    throwing(app, "route");
    app.use(handled);
    expect(await answer(app)).toEqual(PROBLEM);
  });

  test("has the headers of Bough's own cors where the project answers it", async () => {
    const app = express();
    routing(app, { ...passing, cors: { origins: ["https://app.test"] } }).route(
      api.users.list,
      () => {
        throw new Error("a");
      },
    );
    app.use(handled);
    const { url } = await serve(app);
    const { headers } = await fetch(`${url}/v1/users`, {
      headers: { origin: "https://app.test" },
    });
    expect(headers.get("access-control-allow-origin")).toBe("https://app.test");
    expect(headers.get("vary")).toBe("Origin");
  });

  test("of a guard goes the same way", async () => {
    const app = express();
    routing(app, passing)
      .guard(() => {
        throw new Error("guard");
      })
      .route(api.users.list, () => []);
    app.use(handled);
    expect(await answer(app)).toBe("handled guard");
  });

  test("does not abort the signal once it is answered", async () => {
    const app = express();
    let signal: AbortSignal | undefined;
    routing(app, passing).route(api.users.list, (call) => {
      ({ signal } = call);
      throw new Error("a");
    });
    app.use(handled);
    expect(await answer(app)).toBe("handled a");
    await new Promise((resolve) => setImmediate(resolve));
    expect(signal?.aborted).toBe(false);
  });
});

describe("a body", () => {
  function echo(...parsers: RequestHandler[]): Express {
    const app = express();
    parsers.forEach((parser) => app.use(parser));
    const routes = routing(app, { ...quiet, limits: { body: 300, idle: 100 } });
    routes.route(api.users.create, ({ body }) => body);
    routes.route(api.form, ({ body }) => body);
    routes.route(api.text, ({ body }) => body);
    routes.route(api.parts, ({ body }) => body);
    return app;
  }

  test("is read by Bough where no parser stands before, as strictly as ever", async () => {
    const { url } = await serve(echo());
    expect(await (await sendJson(`${url}/v1/users`, '{"a":1}')).json()).toEqual({ a: 1 });
    expect((await sendJson(`${url}/v1/users`, '{"a":1e400}')).status).toBe(400);
    expect((await sendJson(`${url}/v1/users`, `"${"a".repeat(400)}"`)).status).toBe(413);
  });

  test("is what a parser before has made of it, within the parser's limits", async () => {
    const { url } = await serve(echo(express.json()));
    expect(await (await sendJson(`${url}/v1/users`, '{"a":[1]}')).json()).toEqual({ a: [1] });
    const long = { a: "a".repeat(500) };
    expect(await (await sendJson(`${url}/v1/users`, JSON.stringify(long))).json()).toEqual(long);
    const zipped = await sendJson(`${url}/v1/users`, gzipSync('{"z":1}'), {
      "content-encoding": "gzip",
    });
    expect(await zipped.json()).toEqual({ z: 1 });
    const malformed = await sendJson(`${url}/v1/users`, "{");
    expect([malformed.status, malformed.headers.get("content-type")]).toEqual([
      400,
      "text/html; charset=utf-8",
    ]);
  });

  test("is the parser's value itself, whatever JSON could say of it", async () => {
    const revived = express.json({
      reviver: (_name, value: unknown) => (value === "now" ? new Date(0) : value),
    });
    const app = express().use(revived);
    const seen: unknown[] = [];
    routing(app, quiet).route(api.users.create, ({ body }) => seen.push(body));
    const { url } = await serve(app);
    expect((await sendJson(`${url}/v1/users`, '{"at":"now","n":1e400}')).status).toBe(200);
    expect(seen).toEqual([{ at: new Date(0), n: Infinity }]);
  });

  test("is refused with a key that sets a prototype, and where it is too deep", async () => {
    const { url } = await serve(echo(express.json()));
    const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
    for (const text of ['{"__proto__":{}}', '[{"constructor":{"prototype":{}}}]', nested(65)]) {
      expect((await sendJson(`${url}/v1/users`, text)).status).toBe(400);
    }
    expect((await sendJson(`${url}/v1/users`, nested(10_000))).status).toBe(400);
    expect((await sendJson(`${url}/v1/users`, nested(64))).status).toBe(200);
  });

  test("is still checked for its media type, its schema and its presence", async () => {
    const { url } = await serve(echo(express.json(), express.urlencoded()));
    const typed = async (contentType: string, body: string): Promise<number> =>
      (await sendJson(`${url}/v1/users`, body, { "content-type": contentType })).status;
    expect(await typed("application/x-www-form-urlencoded", "a=1")).toBe(415);
    expect(await typed("text/plain", "a")).toBe(415);
    expect(await typed("application/json", "")).toBe(400);
  });

  test("of another media type is not touched by a parser of JSON", async () => {
    const { url } = await serve(echo(express.json()));
    const text = await sendJson(`${url}/v1/text`, "a", { "content-type": "text/plain" });
    expect(await text.json()).toBe("a");
  });

  test("that a parser has read as bytes, as text or as a form is read on", async () => {
    const { url } = await serve(
      echo(express.raw({ type: "application/json" }), express.text(), express.urlencoded()),
    );
    expect((await sendJson(`${url}/v1/users`, '{"a":1e400}')).status).toBe(400);
    expect(await (await sendJson(`${url}/v1/users`, '{"a":1}')).json()).toEqual({ a: 1 });
    const text = await sendJson(`${url}/v1/text`, "ä", { "content-type": "text/plain" });
    expect(await text.json()).toBe("ä");
    const body = new URLSearchParams({ name: "a b&c" });
    const sent = await fetch(`${url}/v1/form`, { method: "POST", body });
    expect(await sent.json()).toEqual({ name: "a b&c" });
  });

  test("that a parser has read as nested fields is no form with objects in it", async () => {
    const { url } = await serve(echo(express.urlencoded({ extended: true })));
    const send = (body: string): Promise<Response> =>
      sendJson(`${url}/v1/form`, body, { "content-type": "application/x-www-form-urlencoded" });
    expect((await send("name[a]=b")).status).toBe(400);
    expect((await send("name[][a]=b")).status).toBe(400);
    expect(await (await send("name=a&other[a]=b")).json()).toEqual({ name: "a" });
  });

  test("that a parser has found empty is missing", async () => {
    const { port } = await serve(echo(express.json()));
    const { body } = await exchangeRaw(
      port,
      "POST /v1/users HTTP/1.1\r\nhost: h.test\r\ncontent-type: application/json\r\n" +
        "transfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    );
    expect(JSON.parse(body)).toMatchObject({ status: 400, errors: [{ message: "is missing" }] });
  });

  test("that somebody else has read is an error of the project's, and is told so", async () => {
    const { url } = await serve(
      echo(async (req, _res, next) => {
        for await (const chunk of req) {
          void chunk;
        }
        next();
      }),
    );
    expect((await sendJson(`${url}/v1/users`, "1")).status).toBe(500);
    expect(errors).toEqual([expect.any(HandlerError)]);
    expect(String(errors[0])).toContain("keep middleware that reads bodies off this endpoint");
    const body = new FormData();
    body.set("name", "a");
    expect((await fetch(`${url}/v1/parts`, { method: "POST", body })).status).toBe(500);
  });

  test("may be read from call.request by a guard, which leaves a copy", async () => {
    const app = express();
    routing(app, quiet)
      .guard(async ({ request }) => ({ text: await request.clone().text() }))
      .route(api.users.create, ({ body, text }) => [body, text]);
    const { url } = await serve(app);
    expect(await (await sendJson(`${url}/v1/users`, "1")).json()).toEqual([1, "1"]);
  });
});
