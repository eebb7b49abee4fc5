/* oxlint-disable unicorn/no-thenable -- what has a `then` is what some of these tests are about */
import { type as arktype } from "arktype";
import { dynamicResource, failure, get, post, rootResource, string, type, type Codec } from "bough";
import { createServer, type ServerOptions, HandlerError } from "bough/server";
import type { ErrorCall, FetchServer } from "bough/types";
import * as valibot from "valibot";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";

const Busy = failure("busy", 503).body<{ readonly why: string }>();
const api = rootResource({
  read: get("read").response<unknown>().failure(Busy),
  send: post("send").request<unknown>().response(type<unknown>()).failure(Busy),
  typed: post("typed")
    .request(z.object({ n: z.string().transform(Number) }))
    .response(z.object({ text: z.string() })),
});

interface Heard {
  readonly error: unknown;
  readonly call: ErrorCall | undefined;
}

function serve(options: ServerOptions = {}): { server: FetchServer; heard: Heard[] } {
  const heard: Heard[] = [];
  const onError = (error: unknown, call: ErrorCall | undefined): void => {
    heard.push({ error, call });
  };
  return { server: createServer({ onError, ...options }), heard };
}

const send = (server: FetchServer, path: string, body: string): Promise<Response> =>
  server.fetch(`http://h${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });

const FAILED =
  '{"type":"urn:bough:internal-server-error","title":"Internal Server Error","status":500}';

describe("a request's schema", () => {
  const schemas = {
    zod: z.object({ n: z.string().transform(Number) }),
    "zod, async": z.object({ n: z.string().transform(async (text) => Number(text)) }),
    valibot: valibot.object({ n: valibot.pipe(valibot.string(), valibot.transform(Number)) }),
    "valibot, async": valibot.objectAsync({
      n: valibot.pipeAsync(
        valibot.string(),
        valibot.transformAsync(async (text) => Number(text)),
      ),
    }),
    arktype: arktype({ n: arktype("string").pipe(Number) }),
  };

  test.each(Object.entries(schemas))(
    "of %s gives its output, and its issues",
    async (_, request) => {
      const { server } = serve();
      const got: unknown[] = [];
      server.route(
        api.send,
        ({ body }) => {
          got.push(body);
          return null;
        },
        { request: request as never },
      );
      expect((await send(server, "/send", '{"n":"7"}')).status).toBe(200);
      expect(got).toEqual([{ n: 7 }]);
      const refused = await send(server, "/send", '{"n":7}');
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        type: "urn:bough:invalid-request",
        errors: [{ in: "body", pointer: "/n", message: expect.any(String) }],
      });
      expect(got).toHaveLength(1);
    },
  );

  test("that is declared is used, unless the route has one", async () => {
    const { server } = serve();
    server.route(api.typed, ({ body }) => ({ text: String(body.n + 1) }));
    expect(await (await send(server, "/typed", '{"n":"7"}')).json()).toEqual({ text: "8" });
    const other = serve().server;
    other.route(api.typed, ({ body }) => ({ text: body.n }), {
      request: z.object({ n: z.string().transform((text) => `${text}!`) }),
    });
    expect(await (await send(other, "/typed", '{"n":"7"}')).json()).toEqual({ text: "7!" });
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("secret");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("secret");
      },
    ],
    ["gives nothing", () => undefined],
    ["gives neither value nor issues", () => ({})],
    ["gives a promise of neither", async () => ({ issues: undefined })],
  ])("H2: that %s is a 500, and no handler runs", async (_, validate) => {
    const { server, heard } = serve();
    let ran = false;
    const request = { "~standard": { version: 1, vendor: "own", validate } };
    server.route(api.send, () => (ran = true), { request: request as never });
    const response = await send(server, "/send", "1");
    expect([response.status, await response.text()]).toEqual([500, FAILED]);
    expect(ran).toBe(false);
    expect(heard).toHaveLength(1);
  });

  test("H2: that refuses without an issue is a 400 that says so", async () => {
    const { server } = serve();
    const validate = (): object => ({ issues: [] });
    const request = { "~standard": { version: 1, vendor: "own", validate } };
    server.route(api.send, () => null, { request: request as never });
    const response = await send(server, "/send", "1");
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ in: "body", pointer: "", message: "is not valid" }] },
    ]);
  });

  test("H3: a hundred issues at most are told, within 8 KiB, and no value", async () => {
    const { server } = serve();
    const request = z.array(z.number());
    server.route(api.send, () => null, { request: request as never });
    const values = JSON.stringify(Array(500).fill("secret"));
    const response = await send(server, "/send", values);
    const text = await response.text();
    const { errors } = JSON.parse(text) as { errors: { pointer: string }[] };
    expect(errors.length).toBeGreaterThan(50);
    expect(errors.length).toBeLessThanOrEqual(100);
    expect(errors[1]?.pointer).toBe("/1");
    expect(text.length).toBeLessThan(9_000);
    expect(text).not.toContain("secret");
  });

  test("H3: of a thousand issues no more are looked at than are told", async () => {
    const { server } = serve();
    let asked = 0;
    const issue = {
      message: "no",
      get path() {
        asked++;
        return [asked];
      },
    };
    const validate = (): object => ({ issues: Array.from({ length: 1_000 }, () => issue) });
    const request = { "~standard": { version: 1, vendor: "own", validate } };
    server.route(api.send, () => null, { request: request as never });
    const response = await send(server, "/send", "1");
    expect(await response.json()).toHaveProperty("errors.length", 100);
    expect(asked).toBe(100);
  });

  test("H3: what is long is cut short", async () => {
    const { server } = serve();
    const key = "k".repeat(20_000);
    const validate = (): object => ({ issues: [{ message: "m".repeat(20_000), path: [key] }] });
    const request = { "~standard": { version: 1, vendor: "own", validate } };
    server.route(api.send, () => null, { request: request as never });
    const { errors } = (await (await send(server, "/send", "1")).json()) as { errors: unknown };
    expect(errors).toEqual([{ in: "body", pointer: "", message: "m".repeat(500) }]);
  });

  test("a JSON Pointer is escaped", async () => {
    const { server } = serve();
    const validate = (): object => ({
      issues: [{ message: "no", path: ["a/b", { key: "c~d" }, 0] }],
    });
    const request = { "~standard": { version: 1, vendor: "own", validate } };
    server.route(api.send, () => null, { request: request as never });
    expect(await (await send(server, "/send", "1")).json()).toMatchObject({
      errors: [{ in: "body", pointer: "/a~1b/c~0d/0", message: "no" }],
    });
  });
});

describe("limits", () => {
  test("of a route go before those of the server", async () => {
    const { server } = serve({ limits: { body: 4, depth: 1 } });
    server.route(api.send, ({ body }) => body, { limits: { body: 8 } });
    expect((await send(server, "/send", '"12345"')).status).toBe(200);
    expect((await send(server, "/send", '"1234567"')).status).toBe(413);
    expect((await send(server, "/send", "[[1]]")).status).toBe(400);
  });

  test("of a route's query names", async () => {
    const { server } = serve({ limits: { names: 2 }, strictParameters: true });
    server.route(api.read, () => 1);
    const response = await server.fetch("http://h/read?a&b&c");
    expect(await response.json()).toMatchObject({
      errors: [{ in: "query", message: "must have at most 2 names" }],
    });
  });
});

describe("strictParameters", () => {
  test("refuses every query name that is not declared", async () => {
    const { server } = serve({ strictParameters: true });
    server.route(api.read, () => 1);
    const response = await server.fetch("http://h/read?a=1&b&__proto__=1&a=2&%zz");
    expect(await response.json()).toMatchObject({
      status: 400,
      errors: ["a", "b", "__proto__", "%zz"].map((name) => ({
        in: "query",
        name,
        message: "is not declared",
      })),
    });
    expect((await server.fetch("http://h/read")).status).toBe(200);
  });
});

describe("a check of the project's own", () => {
  const Throwing = string().check({
    "~standard": {
      version: 1,
      vendor: "own",
      validate: (value: unknown) => {
        if (value === "throw") {
          throw new Error("secret");
        }
        return { value: value as string };
      },
    },
  });

  test("that throws for an id is a 500 that onError hears of", async () => {
    const { server, heard } = serve();
    const tree = rootResource({
      one: dynamicResource("id", Throwing, { find: get().response<unknown>() }),
    });
    server.route(tree.one.find, ({ ids }) => ids.id);
    expect((await server.fetch("http://h/x")).status).toBe(200);
    const response = await server.fetch("http://h/throw");
    expect([response.status, await response.text()]).toEqual([500, FAILED]);
    expect(heard).toEqual([
      { error: expect.objectContaining({ message: "secret" }), call: undefined },
    ]);
  });

  test.each(["?q=throw", "?q=throw&later"])(
    "that throws for a parameter is a 500: %s",
    async (query) => {
      const { server, heard } = serve();
      const tree = rootResource({
        find: get("find").parameters({ q: Throwing }).response<unknown>(),
      });
      server
        .guard(() => (query.includes("later") ? Promise.resolve({}) : {}) as object)
        .route(tree.find, ({ parameters }) => parameters.q);
      expect((await server.fetch(`http://h/find${query}`)).status).toBe(500);
      expect(heard).toHaveLength(1);
    },
  );
});

describe("a codec of the project's own", () => {
  const own: Codec = {
    mediaType: "application/own",
    encode: (value) => new TextEncoder().encode(`own ${JSON.stringify(value)}`),
    decode: (bytes) => {
      const text = new TextDecoder().decode(bytes);
      if (!text.startsWith("own ")) {
        throw new Error(`secret: ${text}`);
      }
      return JSON.parse(text.slice(4)) as unknown;
    },
  };

  test("reads and writes, and what it cannot read is a 400 in words of ours", async () => {
    const { server, heard } = serve({ codecs: [own] });
    server.route(api.send, ({ body }) => body);
    const call = (body: string): Promise<Response> =>
      server.fetch("http://h/send", {
        method: "POST",
        headers: { "content-type": "application/own" },
        body,
      });
    expect(await (await call("own 1")).text()).toBe("own 1");
    expect(await (await call("other")).json()).toMatchObject({
      status: 400,
      errors: [{ in: "body", pointer: "", message: "must be valid application/own" }],
    });
    expect(heard).toEqual([]);
  });
});

describe("an exception", () => {
  class Odd {
    get message(): string {
      throw new Error("getter");
    }
    get then(): never {
      throw new Error("getter");
    }
  }
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const kinds: [string, unknown][] = [
    ["an Error", new Error("secret")],
    ["text", "secret"],
    ["null", null],
    ["undefined", undefined],
    ["a frozen object", Object.freeze({ secret: 1 })],
    ["an object with throwing getters", new Odd()],
    ["a revoked proxy", revoked.proxy],
    ["a Response", new Response("secret", { status: 200 })],
    ["a symbol", Symbol("secret")],
    ["a function", () => "secret"],
    ["an object that looks like a failure", { name: "Failed", failure: Busy, data: {} }],
    ["a promise", Promise.resolve("secret")],
  ];

  test.each(kinds)("H1: of a handler: %s", async (_, thrown) => {
    for (const handler of [
      () => {
        throw thrown;
      },
      async () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
    ]) {
      const { server, heard } = serve();
      server.route(api.read, handler);
      const response = await server.fetch("http://h/read");
      expect([response.status, await response.text()]).toEqual([500, FAILED]);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(heard).toHaveLength(1);
      expect(Object.is(heard[0]?.error, thrown)).toBe(true);
      expect(heard[0]?.call?.endpoint).toBe(api.read);
      expect(heard[0]?.call?.request.url).toBe("http://h/read");
    }
  });

  test("H1: a promise that a handler throws, and that rejects, is no unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const hear = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", hear);
    const { server, heard } = serve();
    server.route(api.read, () => {
      throw Promise.reject(new Error("secret"));
    });
    const response = await server.fetch("http://h/read");
    expect([response.status, await response.text()]).toEqual([500, FAILED]);
    // Node tells of a rejection before it turns to timers.
    await new Promise((resolve) => setTimeout(resolve, 0));
    process.off("unhandledRejection", hear);
    expect(heard).toHaveLength(1);
    expect(unhandled).toEqual([]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("logger");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("logger");
      },
    ],
  ])("H6: an onError that %s changes nothing, and loses no error", async (_, onError) => {
    const told = vi.spyOn(console, "error").mockReturnValue(undefined);
    const unhandled: unknown[] = [];
    const hear = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", hear);
    // Says that it returns nothing, and returns a promise all the same.
    const { server } = serve({ onError: () => onError() as unknown as undefined });
    server.route(api.read, () => {
      throw new Error("secret");
    });
    const response = await server.fetch("http://h/read");
    expect([response.status, await response.text()]).toEqual([500, FAILED]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", hear);
    expect(unhandled).toEqual([]);
    expect(told.mock.calls).toEqual([
      ["bough: GET /read:", new Error("secret")],
      ["bough: GET /read:", new Error("logger")],
    ]);
    told.mockRestore();
  });

  test("goes to the console where there is no onError", async () => {
    const told: unknown[][] = [];
    const original = console.error;
    console.error = (...text: unknown[]) => void told.push(text);
    try {
      const server = createServer();
      const error = new Error("told");
      server.route(api.read, () => {
        throw error;
      });
      await server.fetch("http://h/read");
      expect(told).toEqual([["bough: GET /read:", error]]);
    } finally {
      console.error = original;
    }
  });
});

describe("what a handler returns", () => {
  test.each([
    ["a promise", Promise.resolve("x"), '"x"'],
    ["a thenable", { then: (resolve: (value: string) => void) => resolve("x") }, '"x"'],
    ["a value with a key then", { then: 1 }, '{"then":1}'],
    ["null", null, "null"],
    ["false", false, "false"],
    ["an empty text", "", '""'],
  ])("%s", async (_, returned, text) => {
    const { server } = serve();
    server.route(api.read, () => returned as never);
    expect(await (await server.fetch("http://h/read")).text()).toBe(text);
  });

  test("F2: a promise of a value with a key then", async () => {
    const { server } = serve();
    server.route(api.read, async () => ({ then: "x" }));
    expect(await (await server.fetch("http://h/read")).text()).toBe('{"then":"x"}');
  });

  test.each([
    [
      "throws at once",
      {
        then: () => {
          throw new Error("then");
        },
      },
    ],
    [
      "rejects",
      { then: (_: unknown, reject: (error: Error) => void) => reject(new Error("then")) },
    ],
    [
      "has a getter that throws",
      Object.defineProperty({}, "then", {
        get: () => {
          throw new Error("then");
        },
      }),
    ],
    [
      "answers twice",
      {
        then: (a: (v: number) => void, b: (e: Error) => void) => {
          b(new Error("then"));
          a(1);
        },
      },
    ],
  ])("a thenable that %s is a 500", async (_, returned) => {
    const { server, heard } = serve();
    server.route(api.read, () => returned as never);
    expect((await server.fetch("http://h/read")).status).toBe(500);
    expect(heard).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ message: "then" }) }),
    ]);
  });
});

describe("fail", () => {
  test("after the answer is decided goes to onError", async () => {
    const { server, heard } = serve();
    let late: () => unknown = () => undefined;
    server.route(api.read, ({ fail }) => {
      late = () => fail(Busy, { why: "late" });
      return "first";
    });
    expect(await (await server.fetch("http://h/read")).text()).toBe('"first"');
    expect(late).toThrow('answered with the failure "busy"');
    expect(heard).toHaveLength(1);
    expect(heard[0]?.error).toBeInstanceOf(HandlerError);
    expect(heard[0]?.error).toMatchObject({
      code: "late-failure",
      message: 'GET /read: fail("busy") was called after the response was decided',
    });
  });

  test("caught: what is returned counts", async () => {
    const { server, heard } = serve();
    server.route(api.read, ({ fail }) => {
      try {
        return fail(Busy, { why: "x" });
      } catch (error) {
        return error instanceof Error ? `${error.name}: ${error.message}` : "no error";
      }
    });
    const response = await server.fetch("http://h/read");
    expect([response.status, await response.json()]).toEqual([
      200,
      'Failed: answered with the failure "busy"',
    ]);
    expect(heard).toEqual([]);
  });
});

describe("a body", () => {
  test("that the stream breaks off is a 400 and no handler runs", async () => {
    const { server } = serve();
    let ran = false;
    server.route(api.send, () => (ran = true));
    const body = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode("1"));
        controller.error(new Error("cut"));
      },
    });
    const response = await server.fetch("http://h/send", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      duplex: "half",
    } as RequestInit);
    expect(await response.json()).toMatchObject({
      status: 400,
      errors: [{ in: "body", pointer: "", message: "did not arrive completely" }],
    });
    expect(ran).toBe(false);
  });
});
