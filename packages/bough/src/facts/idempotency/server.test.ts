import {
  bearer,
  anonymous,
  body,
  bytes,
  dynamicResource,
  failure,
  integer,
  list,
  noBody,
  patch,
  plainText,
  post,
  rootResource,
  string,
  type,
} from "bough";
import { errorFormat, form } from "bough/existing";
import { authenticate, createServer, memoryStore, RouteError } from "bough/server";
import type { ServerOptions } from "bough/server";
import type { StoredResponse, FetchServer, IdempotencyStore } from "bough/types";
import { afterEach, describe, expect, test, vi } from "vitest";

const User = bearer("user");
const Full = failure("full", 409)
  .body<{ readonly seats: number }>()
  .headers({ "x-tries": integer() });
const Bare = failure(410).body<{ readonly why: string }>();

interface Order {
  readonly item: string;
  readonly count?: number;
}
const api = rootResource({
  create: post("orders")
    .security(User, anonymous)
    .parameters({ dry: integer().optional(), tag: list(string()) })
    .request<Order>()
    .response(type<{ readonly id: number }>(), { status: 201, headers: { location: string() } })
    .failure(Full, Bare)
    .idempotent(),
  maybe: post("maybe").request<Order>().response<number>().idempotent({ required: false }),
  text: post("text").request(plainText()).response(plainText()).idempotent(),
  file: post("file").request(bytes()).response(bytes()).idempotent(),
  form: post("form")
    .request(form({ name: string(), count: integer() }))
    .response<number>()
    .idempotent(),
  cancel: post("cancel").response(noBody).idempotent(),
  order: dynamicResource("order", integer(), {
    change: patch().request<Order>().response<number>().idempotent(),
  }),
});

const KEY = "5f0c7a52-9f5e-4f0e-8f43-0d3a8a8d8a11";

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly key?: string | undefined;
  readonly user?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server whose handlers count, and a function that calls it. */
function shop(
  {
    store = memoryStore(),
    ...options
  }: { store?: IdempotencyStore; wait?: number; keepErrors?: boolean; scope?: () => string } = {},
  given: ServerOptions = {},
) {
  const errors: unknown[] = [];
  const server = createServer({ onError: (error) => errors.push(error), ...given });
  let count = 0;
  const order: { act: (call: never) => unknown } = { act: () => undefined };
  const act = async (call: unknown): Promise<number> => {
    count += 1;
    await order.act(call as never);
    return count;
  };
  const app = server.secured([authenticate(User, (name) => ({ name }))]);
  const members = app.idempotent({
    store,
    scope: ({ principal }) => principal.name,
    ...options,
  });
  members.route(api.create, async (call) => {
    const id = await act(call);
    return call.respond({ id }, { headers: { location: `/orders/${id}` } });
  });
  members.route(api.maybe, act);
  members.route(api.text, async (call) => `${call.body} ${await act(call)}`);
  members.route(api.file, async (call) => {
    await act(call);
    return new Blob([new Uint8Array([0, 255, count])]);
  });
  members.route(api.form, act);
  members.route(api.cancel, async (call) => void (await act(call)));
  members.route(api.order.change, act);
  const send = async ({
    path = "/orders",
    method = "POST",
    key = KEY,
    user,
    body = { item: "tea" },
    headers = {},
  }: Sent = {}) => {
    const isText = typeof body === "string" || body instanceof Uint8Array;
    const response = await server.fetch(`http://shop.test${path}`, {
      method,
      headers: {
        ...(body !== null && { "content-type": "application/json" }),
        ...(key !== "" && { "idempotency-key": key }),
        ...(user !== undefined && { authorization: `Bearer ${user}` }),
        ...headers,
      },
      ...(body !== null && { body: isText ? (body as string) : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      told: response.headers.get("idempotency-status"),
      headers: response.headers,
      text: await response.text(),
    };
  };
  return { server, send, order, errors, count: () => count };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a repeated call", () => {
  test("gets the response of the first one, and the handler runs once", async () => {
    const { send, count } = shop();
    const first = await send();
    expect(first).toMatchObject({ status: 201, told: "stored", text: '{"id":1}' });
    const again = await send();
    expect(again).toMatchObject({ status: 201, told: "replayed", text: '{"id":1}' });
    expect(again.headers.get("location")).toBe("/orders/1");
    expect(again.headers.get("content-type")).toBe("application/json");
    expect(count()).toBe(1);
    expect(await send({ key: crypto.randomUUID() })).toMatchObject({ told: "stored" });
  });

  test.each([
    ["/text", { "content-type": "text/plain" }, "hi", "hi 1"],
    ["/file", { "content-type": "a/b" }, new Uint8Array([1]), "\u0000\ufffd\u0001"],
    ["/form", { "content-type": "application/x-www-form-urlencoded" }, "name=a&count=1", "1"],
    ["/cancel", {}, null, ""],
  ])("of %s is the same", async (path, headers, body, text) => {
    const { send, count } = shop();
    const first = await send({ path, headers, body });
    expect(first).toMatchObject({ told: "stored", text });
    const again = await send({ path, headers, body });
    expect(again).toMatchObject({ status: first.status, told: "replayed", text });
    expect(count()).toBe(1);
  });

  test("is the same request if only its JSON is written otherwise", async () => {
    const { send } = shop();
    const body = '{"item":"tea","count":1.0}';
    expect(await send({ user: "ada", body })).toMatchObject({ told: "stored" });
    const other = ' {"count":1, "item":"te\\u0061"}';
    expect(await send({ user: "ada", body: other })).toMatchObject({ told: "replayed" });
  });

  test.each<[string, Sent, Sent]>([
    ["another body", {}, { body: { item: "milk" } }],
    ["another parameter", { path: "/orders?dry=1" }, { path: "/orders?dry=2" }],
    ["another list", { path: "/orders?tag=a&tag=b" }, { path: "/orders?tag=b&tag=a" }],
    ["another id", { path: "/1", method: "PATCH" }, { path: "/2", method: "PATCH" }],
  ])("with %s is a 422", async (_, first, second) => {
    const { send, count } = shop();
    expect(await send(first)).toMatchObject({ told: "stored" });
    const reused = await send(second);
    expect(reused).toMatchObject({ status: 422, told: "reused" });
    expect(JSON.parse(reused.text)).toMatchObject({ type: "urn:bough:idempotency-key-reused" });
    expect(count()).toBe(1);
  });

  test("of a codec is the same request only if its bytes are the same", async () => {
    // Values without own members, and values that JSON writes alike.
    class Hidden {
      readonly #text: string;
      constructor(text: string) {
        this.#text = text;
      }
      get text(): string {
        return this.#text;
      }
    }
    const decoders: readonly ((text: string) => unknown)[] = [
      (text) => new URL(`https://h/${text}`),
      (text) => new TextEncoder().encode(text).buffer,
      (text) => new Hidden(text),
      (text) => Object.create({ text }) as unknown,
      (text) => Object.defineProperty({}, "text", { value: text }),
      (text) => ({ [Symbol.for("text")]: text }),
      (text) => (text === "a" ? Number.NaN : Number.POSITIVE_INFINITY),
      (text) => (text === "a" ? [undefined] : []),
      (text) => (text === "a" ? new Set(["x"]) : ["x"]),
    ];
    for (const decode of decoders) {
      const codec = {
        mediaType: "text/x-odd" as const,
        encode: String,
        decode: (bytes: Uint8Array): unknown => decode(new TextDecoder().decode(bytes)),
      };
      const tree = rootResource({
        pay: post().request(body(codec)).response<number>().idempotent(),
      });
      const server = createServer();
      let runs = 0;
      server.idempotent({ store: memoryStore(), scope: () => "all" }).route(tree.pay, () => ++runs);
      const pay = async (sent: string): Promise<[number, string | null]> => {
        const headers = { "idempotency-key": "a", "content-type": "text/x-odd" };
        const init = { method: "POST", headers, body: sent };
        const { status, headers: got } = await server.fetch("http://h/", init);
        return [status, got.get("idempotency-status")];
      };
      expect([await pay("a"), await pay("a"), await pay("b")]).toEqual([
        [200, "stored"],
        [200, "replayed"],
        [422, "reused"],
      ]);
    }
  });

  test("waits for the first one", async () => {
    const { send, order, count } = shop();
    order.act = () => new Promise((done) => setTimeout(done, 50));
    const both = await Promise.all([send(), send()]);
    // Hashes are made by other threads, so either call may be the first one.
    expect(new Set(both.map(({ told }) => told))).toEqual(new Set(["replayed", "stored"]));
    expect(count()).toBe(1);
  });

  test("is a 409 if the first one takes too long", async () => {
    const { send, order } = shop({ wait: 0 });
    const [begun, finished] = [deferred<void>(), deferred<void>()];
    order.act = () => {
      begun.resolve();
      return finished.promise;
    };
    const first = send();
    await begun.promise;
    const second = await send();
    expect(second).toMatchObject({ status: 409, told: "in-progress" });
    expect(second.headers.get("retry-after")).toBe("1");
    expect(JSON.parse(second.text)).toMatchObject({
      type: "urn:bough:idempotency-key-in-progress",
    });
    finished.resolve();
    expect(await first).toMatchObject({ status: 201, told: "stored" });
  });

  test("gets a declared failure again, with its data and headers", async () => {
    const { send, order } = shop();
    order.act = ({ fail }: { fail: (...given: unknown[]) => never }) =>
      fail(Full, { seats: 0 }, { detail: "no seat", headers: { "x-tries": 2 } });
    const first = await send();
    const again = await send();
    expect(first).toMatchObject({ status: 409, told: "stored" });
    expect(again).toMatchObject({ status: 409, told: "replayed", text: first.text });
    expect(again.headers.get("x-tries")).toBe("2");
    expect(JSON.parse(again.text)).toMatchObject({ seats: 0, detail: "no seat" });
  });

  test("gets a 500 again, and runs again with keepErrors: false", async () => {
    for (const keepErrors of [true, false]) {
      const { send, order, errors, count } = shop({ keepErrors });
      const broken = new Error("broken");
      order.act = () => Promise.reject(broken);
      expect(await send()).toMatchObject({ status: 500, told: null });
      expect(errors).toEqual([broken]);
      order.act = () => undefined;
      const again = await send();
      expect(again.status).toBe(keepErrors ? 500 : 201);
      expect(again.told).toBe(keepErrors ? "replayed" : "stored");
      expect(count()).toBe(keepErrors ? 1 : 2);
    }
  });

  test("passes the guards again", async () => {
    const server = createServer();
    let isOpen = true;
    const Closed = failure("closed", 403);
    const own = rootResource({ add: post().response<number>().failure(Closed).idempotent() });
    server
      .guard([Closed], ({ fail }) => (isOpen ? {} : fail(Closed)))
      .idempotent({ store: memoryStore(), scope: () => "all" })
      .route(own.add, () => 1);
    const add = (): Promise<Response> =>
      server.fetch("http://h/", { method: "POST", headers: { "idempotency-key": "a" } });
    expect((await add()).status).toBe(200);
    isOpen = false;
    expect((await add()).status).toBe(403);
  });
});

describe("a failure that is rolled back", () => {
  const rows = rootResource({ add: post().response<number>().failure(Bare).idempotent() });

  /** A table whose transaction rolls back if its function rejects, and a store. */
  function table(store: IdempotencyStore) {
    const server = createServer({ onError: () => undefined });
    let kept: number[] = [];
    let acts: (fail: (failure: typeof Bare, data: { why: string }) => never) => number = () => 1;
    server
      .around(
        async (_call, next) => {
          const before = kept;
          try {
            return await next();
          } catch (error) {
            kept = before;
            throw error;
          }
        },
        { rollBack: true },
      )
      .idempotent({ store, scope: () => "all" })
      .route(rows.add, ({ fail }) => {
        kept = [...kept, kept.length];
        return acts((failure, data) => fail(failure, data));
      });
    const add = async (): Promise<unknown> => {
      const headers = { "idempotency-key": "a" };
      const { status, headers: got } = await server.fetch("http://h/", { method: "POST", headers });
      return [status, got.get("idempotency-status"), kept.length];
    };
    return { add, acts: (next: typeof acts) => (acts = next) };
  }

  test("keeps no key, so that the call runs again", async () => {
    // A store in the transaction: it keeps what `execute` resolves to.
    const responses = new Map<string, StoredResponse>();
    const plain: IdempotencyStore = {
      async run({ key }, execute) {
        const response = responses.get(key) ?? (await execute());
        responses.set(key, response);
        return response;
      },
    };
    for (const store of [memoryStore(), plain]) {
      const { add, acts } = table(store);
      acts((fail) => fail(Bare, { why: "full" }));
      expect([await add(), await add()]).toEqual([
        [410, null, 0],
        [410, null, 0],
      ]);
      acts(() => {
        throw new Error("broken");
      });
      expect(await add()).toEqual([500, null, 0]);
      acts(() => 1);
      expect(await add()).toEqual([200, "stored", 1]);
      expect(await add()).toEqual([200, "replayed", 1]);
    }
  });
});

describe("a key", () => {
  test.each([
    ["", "is missing"],
    ["a".repeat(256), "must be one key"],
    ['""', "must be one key"],
    ["a b", "must be one key"],
    ["gr\u00fcn", "must be one key"],
    ['"a";p=1', "must be one key"],
    ['"a\\"b"', "must be one key"],
    ['"a', "must be one key"],
    ['"a", "b"', "must be one key"],
    ["a, b", "must be one key"],
  ])("of %j is a 400", async (key, message) => {
    const { send, count } = shop();
    const refused = await send({ key, user: "ada" });
    expect(refused).toMatchObject({ status: 400, told: null });
    expect(JSON.parse(refused.text)).toMatchObject({
      errors: [
        { in: "header", name: "idempotency-key", message: expect.stringContaining(message) },
      ],
    });
    expect(count()).toBe(0);
  });

  test.each(["a", "a".repeat(255), "a;p=1,b", "\\!'(~"])("of %j is one", async (key) => {
    const { send } = shop();
    expect(await send({ key, user: "ada" })).toMatchObject({ told: "stored" });
  });

  test("is the same quoted and bare", async () => {
    const { send } = shop();
    expect(await send({ key: '"a-1"', user: "ada" })).toMatchObject({ told: "stored" });
    expect(await send({ key: "a-1", user: "ada" })).toMatchObject({ told: "replayed" });
    expect(await send({ key: "A-1", user: "ada" })).toMatchObject({ told: "stored" });
  });

  test("may be left out if it is not required", async () => {
    const { send, count } = shop();
    const path = "/maybe";
    expect(await send({ path, key: "" })).toMatchObject({ status: 200, told: null });
    expect(await send({ path, key: "" })).toMatchObject({ status: 200, told: null });
    expect(await send({ path, key: "a" })).toMatchObject({ status: 400 });
    expect(count()).toBe(2);
  });

  test("belongs to a scope and an endpoint", async () => {
    const { send } = shop();
    for (const user of ["ada", "bob"]) {
      expect(await send({ key: "a", user })).toMatchObject({ told: "stored" });
    }
    const path = "/maybe";
    expect(await send({ path })).toMatchObject({ told: "stored" });
    expect(await send()).toMatchObject({ told: "stored" });
  });

  test("of nobody is a UUID", async () => {
    const { send } = shop();
    const refused = await send({ key: "a" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("must be a UUID");
    expect(await send({ key: KEY.toUpperCase() })).toMatchObject({ told: "stored" });
  });

  test.each([
    ["", '""'],
    [1, "1"],
  ])("whose scope is %j is a 500", async (scope, text) => {
    const { send, errors } = shop({ scope: () => scope as string });
    expect(await send({ user: "ada" })).toMatchObject({ status: 500, told: null });
    expect(errors).toEqual([
      expect.objectContaining({
        code: "invalid-scope",
        message: expect.stringContaining(`the scope of idempotent() is ${text}`),
      }),
    ]);
  });

  test("reaches a store as a hash, with the call", async () => {
    const asked: object[] = [];
    const store: IdempotencyStore = {
      run: (request, execute) => {
        asked.push(request);
        return execute();
      },
    };
    const { send } = shop({ store });
    await send({ key: "a", user: "ada" });
    expect(asked).toEqual([
      expect.objectContaining({
        key: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
        scope: "ada",
        endpoint: "POST /orders",
        fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
        call: expect.objectContaining({ principal: { name: "ada" } }),
      }),
    ]);
  });
});

describe("a store", () => {
  const failing = (run: IdempotencyStore["run"]): IdempotencyStore => ({ run });

  test("that throws is a 500, before the handler and after it", async () => {
    const broken = new Error("store");
    const before = shop({ store: failing(() => Promise.reject(broken)) });
    expect(await before.send()).toMatchObject({ status: 500, told: null });
    expect([before.errors, before.count()]).toEqual([[broken], 0]);
    const after = shop({
      store: failing(async (_, execute) => {
        await execute();
        throw broken;
      }),
    });
    expect(await after.send()).toMatchObject({ status: 500, told: null });
    expect([after.errors, after.count()]).toEqual([[broken], 1]);
    const atOnce = shop({
      store: failing(() => {
        throw broken;
      }),
    });
    expect(await atOnce.send()).toMatchObject({ status: 500 });
  });

  test("that never answers is a 503, and can no longer run the handler", async () => {
    const asked = deferred<() => Promise<unknown>>();
    const { send, errors, count } = shop({
      store: failing((_, execute) => {
        asked.resolve(execute);
        return new Promise(() => undefined);
      }),
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const sent = send();
    const late = await asked.promise;
    await vi.advanceTimersByTimeAsync(10_000);
    const answered = await sent;
    expect(answered).toMatchObject({ status: 503, told: null });
    expect(answered.headers.get("retry-after")).toBe("1");
    expect(errors).toEqual([expect.objectContaining({ name: "StoreUnavailable" })]);
    await expect(late()).rejects.toThrow("has not responded for 10 seconds");
    expect(count()).toBe(0);
  });

  test("that never keeps a response is a 503, however long the handler took", async () => {
    const kept = deferred<void>();
    const { send, order, count } = shop({
      store: failing(async (_, execute) => {
        await execute();
        kept.resolve();
        return new Promise(() => undefined);
      }),
    });
    const acting = deferred<void>();
    order.act = () => {
      acting.resolve();
      return new Promise((done) => setTimeout(done, 60_000));
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const sent = send();
    await acting.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    await kept.promise;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await sent).toMatchObject({ status: 503 });
    expect(count()).toBe(1);
  });

  test("runs a handler once, even if it asks twice", async () => {
    const { send, count } = shop({
      store: failing(async (_, execute) => {
        await execute();
        return execute();
      }),
    });
    expect(await send()).toMatchObject({ status: 201, told: "stored" });
    expect(count()).toBe(1);
  });

  test("is inside the arounds before it, and outside of those after it", async () => {
    const seen: string[] = [];
    const own = rootResource({ add: post().response<number>().idempotent() });
    const server = createServer();
    const noted =
      (name: string) =>
      async <T>(_: unknown, next: () => Promise<T>): Promise<T> => {
        seen.push(name);
        return next();
      };
    server
      .around(noted("outer"))
      .idempotent({ store: memoryStore(), scope: () => "all" })
      .around(noted("inner"))
      .route(own.add, () => 1);
    for (let times = 0; times < 2; times += 1) {
      await server.fetch("http://h/", { method: "POST", headers: { "idempotency-key": "a" } });
    }
    expect(seen).toEqual(["outer", "inner", "outer"]);
  });
});

describe("memoryStore", () => {
  test("forgets a key after its lifetime", async () => {
    const { send } = shop({ store: memoryStore({ lifetime: 1_000 }) });
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await send()).toMatchObject({ told: "stored" });
    vi.advanceTimersByTime(999);
    expect(await send()).toMatchObject({ told: "replayed" });
    vi.advanceTimersByTime(1);
    expect(await send()).toMatchObject({ told: "stored" });
  });

  test("keeps thousands of keys, and refuses more of one scope until one expires", async () => {
    const { send } = shop({ store: memoryStore({ perScope: 2_000, lifetime: 30_000 }) });
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let key = 0; key < 2_000; key += 1) {
      expect(await send({ key: `k${key}`, user: "ada" })).toMatchObject({ told: "stored" });
    }
    vi.advanceTimersByTime(10_000);
    const full = await send({ key: "more", user: "ada" });
    expect(full).toMatchObject({ status: 503, told: null });
    expect(full.headers.get("retry-after")).toBe("20");
    expect(await send({ key: "k0", user: "ada" })).toMatchObject({ told: "replayed" });
    expect(await send({ key: "more", user: "bob" })).toMatchObject({ told: "stored" });
    vi.advanceTimersByTime(20_000);
    expect(await send({ key: "more", user: "ada" })).toMatchObject({ told: "stored" });
  });

  test("refuses new keys when it has no more bytes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { send } = shop({ store: memoryStore({ bytes: 600, bytesPerScope: 600 }) });
    expect(await send({ key: "a", user: "ada" })).toMatchObject({ told: "stored" });
    const full = await send({ key: "b", user: "bob" });
    expect([full.status, full.headers.get("retry-after")]).toEqual([503, "86400"]);
    expect(await send({ key: "a", user: "ada" })).toMatchObject({ told: "replayed" });
  });

  test("leaves nine tenths of its bytes to others than one caller, known or anonymous", async () => {
    for (const user of ["ada", undefined]) {
      const { send, count } = shop({ store: memoryStore({ bytes: 100_000 }) });
      const all = await Promise.all(
        Array.from({ length: 40 }, () =>
          send({ key: crypto.randomUUID(), ...(user !== undefined && { user }) }),
        ),
      );
      const refused = all.filter(({ status }) => status === 503);
      expect(count()).toBe(40 - refused.length);
      expect(refused.length).toBeGreaterThan(20);
      expect(await send({ key: "b", user: "bob" })).toMatchObject({ told: "stored" });
    }
  });

  test("has room for each response before its handler runs, and keeps no more than its bytes", async () => {
    const store = memoryStore({ bytes: 40_000, bytesPerScope: 40_000 });
    const run = (key: string, execute: () => Promise<StoredResponse>) =>
      store.run(
        { key, scope: "ada", endpoint: "POST /", fingerprint: "f", call: {} as never },
        execute,
      );
    const response = (size: number) => ({ status: 200, headers: [], body: "x".repeat(size) });
    const first = deferred<StoredResponse>();
    const second = deferred<StoredResponse>();
    const running = [run("a", () => first.promise), run("b", () => second.promise)];
    // Both have reserved bytes, so there is room again when they end.
    const early = run("c", () => Promise.reject(new Error("it ran")));
    await expect(early).rejects.toMatchObject({ name: "StoreUnavailable", retryAfter: 1 });
    first.resolve(response(100));
    second.resolve(response(50_000));
    const [, large] = await Promise.all(running);
    expect(large).toEqual(response(50_000));
    expect(await run("a", () => Promise.reject(new Error("it ran")))).toEqual(response(100));
    expect(await run("b", () => Promise.reject(new Error("it ran")))).toMatchObject({
      status: 500,
      body: null,
      rejection: { detail: expect.stringContaining("too large to keep") as string },
    });
    expect(await run("c", () => Promise.resolve(response(1)))).toEqual(response(1));
  });

  test("says nothing about a later time if there is never room", async () => {
    const { send } = shop({ store: memoryStore({ bytes: 100 }) });
    const full = await send();
    expect([full.status, full.headers.get("retry-after")]).toEqual([503, null]);
  });

  test("forgets what a handler threw if it is not kept", async () => {
    const { send, order } = shop({ store: memoryStore({ perScope: 1 }), keepErrors: false });
    order.act = () => Promise.reject(new Error("broken"));
    expect(await send({ key: "a", user: "ada" })).toMatchObject({ status: 500 });
    order.act = () => undefined;
    expect(await send({ key: "b", user: "ada" })).toMatchObject({ told: "stored" });
  });

  test.each([
    { lifetime: -1 },
    { perScope: 1.5 },
    { bytes: "1" },
    { bytesPerScope: -1 },
    { size: 1 },
  ])("refuses the options %j", (options) => {
    expect(() => memoryStore(options as object)).toThrow(/^memoryStore: /);
  });
});

describe("an error format", () => {
  interface Told {
    readonly error: { readonly code: string | number; readonly data?: unknown };
  }
  const own = rootResource(
    { errors: errorFormat(type<Told>(), { code: "error.code", data: "error.data" }) },
    { create: post("orders").response<number>().failure(Full).idempotent() },
  );

  function serve(): { server: FetchServer; send: () => Promise<Response> } {
    const server = createServer();
    let language = 0;
    server.errors(own, ({ code, data }) => ({
      error: { code, ...(data === undefined ? {} : { data }), at: (language += 1) },
    }));
    server
      .idempotent({ store: memoryStore(), scope: () => "all", wait: 0 })
      .route(own.create, ({ fail }) => fail(Full, { seats: 0 }, { headers: { "x-tries": 1 } }));
    const headers = { "idempotency-key": "a" };
    return { server, send: () => server.fetch("http://h/orders", { method: "POST", headers }) };
  }

  test("is written anew, and keeps the status of the key", async () => {
    const { send } = serve();
    const first = await send();
    expect(first.headers.get("idempotency-status")).toBe("stored");
    expect(await first.json()).toEqual({ error: { code: "full", data: { seats: 0 }, at: 1 } });
    const again = await send();
    expect(again.headers.get("idempotency-status")).toBe("replayed");
    expect(again.headers.get("x-tries")).toBe("1");
    expect(await again.json()).toEqual({ error: { code: "full", data: { seats: 0 }, at: 2 } });
  });
});

describe("a page of another origin", () => {
  test("may send the key and read the status", async () => {
    const { server, send } = shop({}, { cors: { origins: ["https://page.test"] } });
    const origin = "https://page.test";
    const preflight = await server.fetch("http://shop.test/orders", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toContain("idempotency-key");
    for (const told of ["stored", "replayed"]) {
      const sent = await send({ headers: { origin } });
      expect(sent.told).toBe(told);
      expect(sent.headers.get("access-control-expose-headers")).toContain("idempotency-status");
      expect(sent.headers.get("access-control-allow-origin")).toBe(origin);
    }
  });
});

describe("route", () => {
  const store = memoryStore();
  const scope = (): string => "all";
  const own = rootResource({ add: post().response<number>().idempotent() });
  interface Loose {
    route(...given: unknown[]): void;
  }

  test("refuses an idempotent endpoint without a store, or with two", () => {
    const server = createServer();
    expect(() => (server as unknown as Loose).route(own.add, () => 1)).toThrow(
      new RouteError(
        "POST /",
        "declares .idempotent(), but its view keeps no responses",
        "route it on server.idempotent({ store: memoryStore(), scope: ({ principal }) => principal.id })",
      ),
    );
    const twice = server.idempotent({ store, scope }).idempotent({ store, scope });
    expect(() => twice.route(own.add, () => 1)).toThrow("has two views of idempotent");
  });

  test("leaves other endpoints of such a view alone", async () => {
    const other = rootResource({ add: post().response<number>() });
    const run = vi.fn<IdempotencyStore["run"]>();
    const server = createServer();
    server.idempotent({ store: { run }, scope }).route(other.add, () => 1);
    const headers = { "idempotency-key": "a b" };
    expect((await server.fetch("http://h/", { method: "POST", headers })).status).toBe(200);
    expect(run).not.toHaveBeenCalled();
  });

  test.each([
    [store, "idempotent: received a store: pass { store: memoryStore(), scope }"],
    [{ scope }, "idempotent: store is missing: idempotent({ store, scope })"],
    [{ store }, "idempotent: scope is missing: idempotent({ store, scope })"],
    [
      { store: {}, scope },
      "idempotent: expected store to be a store, such as memoryStore(), received an object (Object)",
    ],
    [{ store, scope, wait: -1 }, "idempotent: expected wait to be a number from 0, received -1"],
    [
      { store, scope, key: 1 },
      'idempotent: unknown option "key": the options are store, scope, wait, keepErrors',
    ],
  ])("%#: the view refuses wrong options", (options, message) => {
    expect(() => createServer().idempotent(options as { store: never; scope: never })).toThrow(
      new TypeError(message),
    );
  });
});
