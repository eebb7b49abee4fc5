import { AsyncLocalStorage } from "node:async_hooks";
import {
  bytes,
  dynamicResource,
  events,
  failure,
  get,
  integer,
  post,
  rootResource,
  stream,
  type,
} from "bough";
import { createServer, type ServerOptions } from "bough/server";
import type { Observed, ObservedRequest, FetchServer, Observer } from "bough/types";
import { describe, expect, test, vi } from "vitest";

const Taken = failure("taken", 409);

const api = rootResource("v1", {
  users: dynamicResource("user", integer(), {
    read: get().response<string>(),
  }),
  create: post("create").request<{ n: number }>().response<string>().failure(Taken),
  empty: get("empty"),
  broken: get("broken").response<string>(),
  unrouted: get("unrouted"),
  chunks: get("chunks").response(stream("text/plain")),
  cut: get("cut").response(stream("text/plain")),
  events: get("events").response(events<number>()),
  file: get("file").response(bytes("text/plain")),
  slow: get("slow").response<string>(),
});

const context = new AsyncLocalStorage<string>();

async function* chunks(fault?: Error): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("one");
  if (fault !== undefined) {
    throw fault;
  }
  yield new TextEncoder().encode("three");
}

interface Observing {
  readonly server: FetchServer;
  readonly requests: ObservedRequest[];
  readonly seen: Observed[];
}

function observed(options: ServerOptions = {}): Observing {
  const requests: ObservedRequest[] = [];
  const seen: Observed[] = [];
  const server = createServer({
    onError: () => undefined,
    observe: async (request, next) => {
      requests.push(request);
      seen.push(await next());
    },
    ...options,
  });
  server.route(api.users.read, ({ ids }) => `user ${ids.user}`);
  server.route(api.create, ({ body, fail }) => (body.n > 1 ? fail(Taken) : "é"));
  server.route(api.empty, () => undefined);
  server.route(api.broken, () => {
    throw new Error("secret");
  });
  server.route(api.chunks, () => chunks());
  server.route(api.cut, () => chunks(new Error("cut")));
  server.route(api.events, async function* () {
    yield 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield 2;
  });
  server.route(api.file, () => new Blob(["0123456789"]));
  server.route(
    api.slow,
    ({ signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve("late"))),
  );
  return { server, requests, seen };
}

const sent = (server: FetchServer, target: string, init?: RequestInit): Promise<Response> =>
  server.fetch(`http://h.test${target}`, init);
const posted = (body: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body,
});

async function seenOf(target: string, init?: RequestInit): Promise<Observed> {
  const { server, seen } = observed();
  const response = await sent(server, target, init);
  await response.text().catch(() => undefined);
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  return seen[0] as Observed;
}

describe("an observer", () => {
  test.each<[string, RequestInit | undefined, Partial<Observed>]>([
    ["/v1/1", undefined, { endpoint: api.users.read, status: 200, bytes: 8 }],
    ["/v1/1", { method: "HEAD" }, { endpoint: api.users.read, status: 200, bytes: 0 }],
    ["/v1/create", posted('{"n":1}'), { endpoint: api.create, status: 200, bytes: 4 }],
    [
      "/v1/create",
      posted('{"n":2}'),
      { endpoint: api.create, status: 409, failure: Taken, rejection: undefined },
    ],
    [
      "/v1/create",
      posted('{"n"'),
      { endpoint: api.create, status: 400, rejection: "urn:bough:invalid-request" },
    ],
    [
      "/v1/create",
      { method: "POST", body: "a" },
      { endpoint: api.create, status: 415, rejection: "urn:bough:unsupported-media-type" },
    ],
    ["/v1/empty", undefined, { endpoint: api.empty, status: 204, bytes: 0 }],
    ["/v1/chunks", undefined, { endpoint: api.chunks, status: 200, bytes: 8 }],
    ["/v1/chunks", { method: "HEAD" }, { endpoint: api.chunks, status: 200, bytes: 0 }],
    ["/v1/events", undefined, { endpoint: api.events, status: 200, bytes: 18 }],
    [
      "/v1/file",
      { headers: { range: "bytes=0-3" } },
      { endpoint: api.file, status: 206, bytes: 4, rejection: undefined },
    ],
    [
      "/v1/file",
      { headers: { range: "bytes=90-" } },
      { endpoint: api.file, status: 416, rejection: "urn:bough:range-not-satisfiable" },
    ],
    [
      "/v1/a/b/c",
      undefined,
      { endpoint: undefined, status: 404, rejection: "urn:bough:not-found" },
    ],
    [
      "/v1/create",
      undefined,
      { endpoint: undefined, status: 405, rejection: "urn:bough:method-not-allowed" },
    ],
    [
      `/v1/${"a".repeat(9_000)}`,
      undefined,
      { endpoint: undefined, status: 414, rejection: "urn:bough:uri-too-long" },
    ],
    ["/v1/%zz", undefined, { status: 400, rejection: "urn:bough:invalid-request" }],
    [
      "/v1/unrouted",
      undefined,
      { endpoint: api.unrouted, status: 501, rejection: "urn:bough:not-implemented" },
    ],
    ["/v1/create", { method: "OPTIONS" }, { endpoint: undefined, status: 204, bytes: 0 }],
  ])("sees how %s %j was answered", async (target, init, expected) => {
    const seen = await seenOf(target, init);
    expect(seen).toMatchObject({ outcome: "answered", error: undefined, ...expected });
    expect(Object.keys(seen).toSorted()).toEqual([
      "bytes",
      "deprecated",
      "endpoint",
      "error",
      "failure",
      "outcome",
      "rejection",
      "status",
    ]);
  });

  test("sees the error behind a 500", async () => {
    const seen = await seenOf("/v1/broken");
    expect(seen).toMatchObject({
      endpoint: api.broken,
      status: 500,
      rejection: "urn:bough:internal-server-error",
      error: new Error("secret"),
      outcome: "answered",
    });
  });

  test("sees a stream that breaks, and its error", async () => {
    expect(await seenOf("/v1/cut")).toMatchObject({
      endpoint: api.cut,
      status: 200,
      error: new Error("cut"),
      bytes: 3,
      outcome: "broken",
    });
  });

  test("sees a client that leaves before the answer", async () => {
    const { server, seen } = observed();
    const controller = new AbortController();
    const request = sent(server, "/v1/slow", { signal: controller.signal });
    controller.abort();
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    expect(seen).toMatchObject([
      { endpoint: api.slow, status: undefined, bytes: 0, outcome: "left" },
    ]);
    await request;
  });

  test("sees a client that leaves a stream", async () => {
    const { server, seen } = observed();
    const { body } = await sent(server, "/v1/chunks");
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await vi.waitFor(() =>
      expect(seen).toMatchObject([{ status: 200, bytes: 3, outcome: "left" }]),
    );
  });

  test("gets method, target and headers of the request", async () => {
    const { server, requests } = observed();
    await sent(server, "/v1/1?a=%20b", { headers: { "X-Id": "é" } });
    const [request] = requests;
    expect([request?.method, request?.target]).toEqual(["GET", "/v1/1?a=%20b"]);
    expect([request?.header("X-ID"), request?.header("x-none")]).toEqual(["é", undefined]);
  });

  test("gets endpoint, route and connection of the request", async () => {
    const { server, requests } = observed({ basePath: "/api" });
    await server.fetch("https://h.test:8443/api/v1/7?a=1");
    await server.fetch("http://h.test/api/v1/create");
    expect(requests).toMatchObject([
      {
        endpoint: api.users.read,
        route: "/api/v1/{user}",
        scheme: "https",
        authority: "h.test:8443",
        httpVersion: undefined,
      },
      { endpoint: undefined, route: undefined, scheme: "http", authority: "h.test" },
    ]);
  });

  test("sees a rejection that its root writes in a format of its own", async () => {
    const seen: Observed[] = [];
    const server = createServer({ observe: async (_, next) => void seen.push(await next()) });
    const own = rootResource("own", { rejections: type<string>() }, { read: get() });
    server.rejections(own, ({ status }) => `status ${status}`);
    server.route(own.read, () => undefined);
    const response = await sent(server, "/own/none");
    expect(await response.json()).toBe("status 404");
    expect(seen).toMatchObject([{ status: 404, rejection: "urn:bough:not-found", bytes: 12 }]);
  });

  test("sees the answer that an around has put in place of a failure", async () => {
    const seen: Observed[] = [];
    const server = createServer({
      observe: async (_, next) => void seen.push(await next()),
    });
    let runs = 0;
    server
      .around(async (_call, next) => {
        const first = await next();
        return first.status === 409 ? next() : first;
      })
      .route(api.create, ({ fail }) => (runs++ === 0 ? fail(Taken) : "b"));
    await sent(server, "/v1/create", posted('{"n":1}'));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    expect(seen).toMatchObject([{ status: 200, failure: undefined }]);
  });

  test("sees preflights of CORS", async () => {
    const { server, seen } = observed({ cors: { origins: ["https://a.test"] } });
    const headers = { origin: "https://a.test", "access-control-request-method": "POST" };
    const response = await sent(server, "/v1/create", { method: "OPTIONS", headers });
    expect(response.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
    expect(seen).toMatchObject([{ status: 204, outcome: "answered" }]);
  });

  test("is not in the way of a context of each request", async () => {
    const seen: Observed[] = [];
    const server = createServer<{ env: string }>({
      observe: async (_, next) => void seen.push(await next()),
    });
    server.route(api.broken, ({ env }) => env);
    const response = await server.handle(new Request("http://h.test/v1/broken"), { env: "x" });
    expect(await response.json()).toBe("x");
    expect(seen).toMatchObject([{ status: 200, bytes: 3 }]);
  });
});

describe("the async context of an observer", () => {
  const observe: Observer = ({ header }, next) => context.run(String(header("x-id")), next);
  const server = createServer({ observe });
  const guarded = server
    .guard(async () => ({ inGuard: context.getStore() }))
    .around(async (_, next) => {
      around.push(context.getStore());
      return next();
    });
  const around: unknown[] = [];
  const contexts = rootResource("c", {
    plain: post("plain").request<number>().response(type<unknown>()),
    events: get("events").response(events()),
    stream: get("stream").response(stream("text/plain")),
  });
  guarded.route(contexts.plain, async ({ inGuard }) => {
    const before = context.getStore();
    await new Promise((resolve) => setTimeout(resolve, 1));
    return [inGuard, before, context.getStore()];
  });
  guarded.route(contexts.events, async function* () {
    yield context.getStore();
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield context.getStore();
  });
  guarded.route(contexts.stream, async function* () {
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield new TextEncoder().encode(context.getStore());
  });
  const headers = { "x-id": "a" };

  test("reaches guards, arounds and handlers", async () => {
    const response = await sent(server, "/c/plain", {
      ...posted("1"),
      headers: { ...headers, "content-type": "application/json" },
    });
    expect(await response.json()).toEqual(["a", "a", "a"]);
    expect(around).toEqual(["a"]);
  });

  test.each([
    ["events", 'data: "a"\n\ndata: "a"\n\n'],
    ["stream", "a"],
  ])("reaches a sequence of %s", async (name, text) => {
    const response = await sent(server, `/c/${name}`, { headers });
    expect(await response.text()).toBe(text);
  });
});

describe("the function that an observer gives to next", () => {
  test("is called at the end, before next resolves", async () => {
    const steps: string[] = [];
    const observe: Observer = async (_, next) => {
      const { status } = await next((seen) => steps.push(`ended with ${seen.status}`));
      steps.push(`resolved with ${status}`);
    };
    const { server } = observed({ observe: [observe, observe] });
    await sent(server, "/v1/1");
    await vi.waitFor(() => expect(steps).toHaveLength(4));
    expect(steps.slice(0, 2)).toEqual(["ended with 200", "ended with 200"]);
  });

  test("is called at once if the request has ended", async () => {
    const ended = vi.fn();
    let late: () => unknown = () => undefined;
    const observe: Observer = async (_, next) => {
      late = () => next(ended);
      await next();
    };
    const { server } = observed({ observe });
    await sent(server, "/v1/1");
    late();
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 200 }));
  });

  test("may throw, and onError gets the error", async () => {
    const onError = vi.fn();
    const error = new Error("ended");
    const observe: Observer = (_, next) =>
      next(() => {
        throw error;
      });
    const { server } = observed({ observe, onError });
    expect((await sent(server, "/v1/1")).status).toBe(200);
    expect(onError.mock.calls).toEqual([[error, undefined]]);
  });
});

describe("several observers", () => {
  test("run in order, each inside the one before", async () => {
    const steps: string[] = [];
    const named =
      (name: string): Observer =>
      async (_, next) => {
        steps.push(`${name} begins in ${context.getStore()}`);
        const { status } = await context.run(name, next);
        steps.push(`${name} has ${status}`);
      };
    const { server } = observed({ observe: [named("a"), named("b")] });
    await sent(server, "/v1/1");
    await vi.waitFor(() => expect(steps).toHaveLength(4));
    expect(steps.slice(0, 2)).toEqual(["a begins in undefined", "b begins in a"]);
    expect(steps.slice(2).toSorted()).toEqual(["a has 200", "b has 200"]);
  });

  test("may be none", async () => {
    const { server } = observed({ observe: [] });
    expect((await sent(server, "/v1/1")).status).toBe(200);
  });
});

describe("an observer that misbehaves", () => {
  const late =
    "observe: next() was not called in time; call it before the observer returns or awaits";
  const seen: Promise<Observed>[] = [];

  test.each<[string, Observer, unknown[]]>([
    [
      "throws",
      () => {
        throw new Error("a");
      },
      [new Error("a")],
    ],
    [
      "throws after next",
      (_, next) => {
        void next();
        throw new Error("b");
      },
      [new Error("b")],
    ],
    [
      "rejects",
      async (_, next) => {
        await next();
        throw new Error("c");
      },
      [new Error("c")],
    ],
    [
      "rejects before next",
      () => Promise.reject(new Error("d")),
      [new TypeError(late), new Error("d")],
    ],
    ["never calls next", () => undefined, [new TypeError(late)]],
    ["never settles", () => new Promise(() => undefined), [new TypeError(late)]],
    [
      "calls next twice",
      async (_, next) => {
        const both = [next(), next()];
        seen.push(...both);
        await Promise.all(both);
      },
      [new TypeError("observe: next() was called twice; call it once")],
    ],
    [
      "calls next too late",
      async (_, next) => {
        await Promise.resolve();
        seen.push(next());
      },
      [new TypeError(late)],
    ],
  ])("that %s changes no answer", async (_, observe, errors) => {
    seen.length = 0;
    const reported: unknown[] = [];
    const runs = vi.fn(() => "user 1");
    const server = createServer({ observe, onError: (error) => void reported.push(error) });
    server.route(api.users.read, runs);
    const response = await sent(server, "/v1/1");
    expect([response.status, await response.json()]).toEqual([200, "user 1"]);
    expect(runs).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(reported).toHaveLength(errors.length));
    expect(reported).toEqual(errors);
    for (const { status } of await Promise.all(seen)) {
      expect(status).toBe(200);
    }
  });

  test("leaves the observers inside it", async () => {
    const inner: Observed[] = [];
    const { server } = observed({
      observe: [
        () => {
          throw new Error("a");
        },
        async (_, next) => void inner.push(await next()),
      ],
    });
    expect((await sent(server, "/v1/1")).status).toBe(200);
    await vi.waitFor(() => expect(inner).toMatchObject([{ status: 200 }]));
  });
});
