// Requests through ports: what the platforms' ports have in common, and what only some tell.
/* oxlint-disable unicorn/require-post-message-target-origin -- a port has no origins */
import { EventEmitter } from "node:events";
import { MessageChannel } from "node:worker_threads";
import { get, jsonLines, post, rootResource, stream } from "bough";
import { createClient, portFetch, TransportError } from "bough/client";
import { createServer, servePort } from "bough/server";
import type { Port, PortOptions } from "bough/types";
import { afterEach, describe, expect, test, vi } from "vitest";

const api = rootResource("v1", {
  echo: post("echo").request<unknown>().response<unknown>(),
  numbers: get("numbers").response(jsonLines<number>()),
  upload: post("upload").request(stream()).response<number>(),
  copy: post("copy").request(stream()).response(stream()),
  slow: get("slow").response<string>(),
  refuse: post("refuse").request(stream()).response<string>(),
});

/** A server whose handlers tell what they do. */
function serverOf() {
  const told = { produced: 0, left: 0, ended: false, signals: [] as AbortSignal[] };
  const errors: unknown[] = [];
  const server = createServer({ onError: (error) => errors.push(error) });
  server.route(api.echo, ({ body }) => body);
  server.route(api.numbers, async function* () {
    try {
      for (;;) yield told.produced++;
    } finally {
      told.ended = true;
    }
  });
  server.route(api.upload, async ({ body }) => {
    let size = 0;
    for await (const chunk of body) size += chunk.length;
    return size;
  });
  server.route(api.copy, ({ body }) => body);
  server.route(api.slow, ({ signal }) => {
    told.signals.push(signal);
    return new Promise<string>((resolve) =>
      signal.addEventListener("abort", () => {
        told.left++;
        resolve("too late");
      }),
    );
  });
  server.route(api.refuse, () => "refused");
  return { server, told, errors };
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Two objects that send to each other as a pair of ports does; JSON only, as an extension's `runtime.Port`. */
function pairOf(
  deliver: (to: EventEmitter, message: unknown) => void,
): [EventEmitter, EventEmitter] {
  const [one, two] = [new EventEmitter(), new EventEmitter()];
  const connect = (from: EventEmitter, to: EventEmitter): void => {
    Object.assign(from, {
      postMessage: (message: unknown) => queueMicrotask(() => deliver(to, message)),
    });
  };
  connect(one, two);
  connect(two, one);
  return [one, two];
}

function channel(): [Port, Port] {
  const { port1, port2 } = new MessageChannel();
  closers.push(() => port1.close());
  return [port1, port2];
}

const kinds: readonly (readonly [name: string, options: PortOptions, open: () => [Port, Port]])[] =
  [
    ["a MessagePort", {}, channel],
    [
      "an extension's runtime.Port",
      { bytes: "base64" },
      () => {
        const [one, two] = pairOf((to, message) =>
          to.emit("message", JSON.parse(JSON.stringify(message)), to),
        );
        const portOf = (of: EventEmitter): Port =>
          Object.assign(of, {
            on: undefined,
            onMessage: {
              addListener: (listener: (message: unknown) => void) =>
                of.addListener("message", listener),
              removeListener: (listener: (message: unknown) => void) =>
                of.removeListener("message", listener),
            },
          });
        return [portOf(one), portOf(two)];
      },
    ],
    [
      "Electron's MessagePortMain",
      {},
      () =>
        pairOf((to, data) => to.emit("message", { data: structuredClone(data) })) as [never, never],
    ],
    [
      "Node's Worker, whose listeners get the message itself",
      {},
      () => pairOf((to, data) => to.emit("message", structuredClone(data))) as [never, never],
    ],
    [
      "an onMessage that takes a listener",
      {},
      () => {
        const [one, two] = pairOf((to, data) => to.emit("message", structuredClone(data)));
        const portOf = (of: EventEmitter): Port =>
          Object.assign(of, {
            onMessage: (listener: (message: unknown) => void) => {
              of.addListener("message", listener);
              return () => of.removeListener("message", listener);
            },
            on: undefined,
          });
        return [portOf(one), portOf(two)];
      },
    ],
  ];

/** A client whose server is at the other end of a port. */
function connected([near, far]: [Port, Port] = channel(), options: PortOptions = {}) {
  const served = serverOf();
  const fetch = portFetch(near, options);
  const port = servePort(far, served.server, options);
  closers.push(fetch.close, port.close);
  return { ...served, fetch, port, near, far, client: createClient({ fetch }) };
}

/** A stream that counts what was taken of it. */
function counted(chunks: number, size = 1) {
  const told = { taken: 0, cancelled: false };
  const content = new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        told.taken < chunks
          ? controller.enqueue(new Uint8Array(size).fill(told.taken++))
          : controller.close(),
      cancel: () => {
        told.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { content, told };
}

/** Waits until all messages on their way have come. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe.each(kinds)("through %s", (_name, options, open) => {
  test("a call gets its response", async () => {
    const { client } = connected(open(), options);
    expect(await client.request(api.echo, { a: ["é", 1] }).bodyOrThrow()).toEqual({ a: ["é", 1] });
  });

  test("bytes stream both ways, in pieces", async () => {
    const { client } = connected(open(), options);
    const sent = Uint8Array.from({ length: 600_000 }, (_, at) => at % 251);
    const received = await client.request(api.copy, new Blob([sent]).stream()).bodyOrThrow();
    const content = Buffer.from(await new Response(received).arrayBuffer());
    expect(content.equals(sent)).toBe(true);
  });

  test("the listeners go with close", async () => {
    const [near, far] = open();
    const { fetch, port } = connected([near, far], options);
    fetch.close();
    port.close();
    for (const end of [near, far]) {
      const { listenerCount } = end as unknown as Partial<EventEmitter>;
      expect(listenerCount?.call(end, "message")).toBe(0);
    }
  });
});

describe("back-pressure", () => {
  test("a response is produced as it is read", async () => {
    const { client, told } = connected();
    const numbers = await client.request(api.numbers).bodyOrThrow();
    const iterator = numbers[Symbol.asyncIterator]();
    for (let count = 0; count < 10; count++) {
      expect((await iterator.next()).value).toBe(count);
      await settled();
      expect(told.produced).toBeLessThanOrEqual(count + 5);
    }
    await iterator.return?.();
    await vi.waitUntil(() => told.ended);
  });

  test("a request is read as the handler reads it", async () => {
    const { fetch, server } = connected();
    const { content, told } = counted(1000);
    let go = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    const upload = post("v1/later").request(stream()).response<number>();
    const later = rootResource({ upload });
    server.route(later.upload, async ({ body }) => {
      await waiting;
      let size = 0;
      for await (const chunk of body) size += chunk.length;
      return size;
    });
    const pending = createClient({ fetch }).request(later.upload, content).bodyOrThrow();
    await settled();
    expect(told.taken).toBeLessThanOrEqual(5);
    go();
    expect(await pending).toBe(1000);
  });

  test("a chunk beyond the credits breaks the request", async () => {
    const { port1, port2 } = new MessageChannel();
    closers.push(() => port1.close());
    const { server } = serverOf();
    const errors: unknown[] = [];
    const greedy = rootResource({ greedy: post().request(stream()).response<number>() });
    server.route(greedy.greedy, async ({ body, signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await new Response(body).arrayBuffer().catch((error: unknown) => errors.push(error));
      return 0;
    });
    servePort(port2, server);
    const head = { bough: 1, id: "1" };
    port1.postMessage({
      ...head,
      type: "request",
      method: "POST",
      url: "http://h.test/",
      headers: [["content-type", "application/octet-stream"]],
      body: true,
    });
    for (let count = 0; count < 100; count++) {
      port1.postMessage({ ...head, type: "chunk", bytes: new Uint8Array(1) });
    }
    await vi.waitUntil(() => errors.length > 0);
  });
});

describe("an abort", () => {
  test("of a call reaches the handler", async () => {
    const { client, told } = connected();
    const controller = new AbortController();
    const pending = client.request(api.slow, { init: { signal: controller.signal } }).bodyOrThrow();
    await vi.waitUntil(() => told.signals.length > 0);
    controller.abort(new Error("enough"));
    await expect(pending).rejects.toThrow("enough");
    await vi.waitUntil(() => told.left === 1);
  });

  test("before the call sends nothing", async () => {
    const { fetch, near } = connected();
    const post = vi.spyOn(near, "postMessage");
    const reason = new Error("never mind");
    await expect(
      fetch("http://h.test/v1/slow", { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(post).not.toHaveBeenCalled();
  });

  test("of a response stream ends the handler's sequence", async () => {
    const { client, told } = connected();
    for await (const number of await client.request(api.numbers).bodyOrThrow()) {
      if (number === 3) break;
    }
    await vi.waitUntil(() => told.ended);
  });

  test("of a request stream breaks the handler's body", async () => {
    const { client, errors } = connected();
    const broken = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error("the disk is gone")),
    });
    await expect(client.request(api.upload, broken).bodyOrThrow()).rejects.toThrow(
      "the disk is gone",
    );
    await settled();
    expect(errors).toEqual([]);
  });

  test("by a server that does not read a body cancels its source", async () => {
    const { client } = connected();
    const { content, told } = counted(1000);
    expect(await client.request(api.refuse, content).bodyOrThrow()).toBe("refused");
    await vi.waitUntil(() => told.cancelled);
    expect(told.taken).toBeLessThanOrEqual(5);
  });
});

describe("close", () => {
  const failed = (of: Promise<unknown>, message: string) =>
    expect(of).rejects.toMatchObject({ name: "TransportError", cause: { message } });

  test("of the client fails its calls, and the handlers end", async () => {
    const { client, fetch, told } = connected();
    const pending = client.request(api.slow).bodyOrThrow();
    await vi.waitUntil(() => told.signals.length > 0);
    fetch.close();
    await failed(pending, "portFetch was closed");
    await failed(client.request(api.slow).bodyOrThrow(), "portFetch was closed");
    await vi.waitUntil(() => told.left === 1);
  });

  test("of the server fails the calls of the client", async () => {
    const { client, port, told } = connected();
    const numbers = await client.request(api.numbers).bodyOrThrow();
    const pending = client.request(api.slow).bodyOrThrow();
    await vi.waitUntil(() => told.signals.length > 0);
    port.close();
    await failed(pending, "the server was closed");
    await failed(client.request(api.slow).bodyOrThrow(), "the server was closed");
    const reading = (async () => {
      for await (const _ of numbers) void _;
    })();
    await expect(reading).rejects.toThrow(TransportError);
  });

  test.each(["near", "far"] as const)(
    "of the port itself, at the %s end, fails all",
    async (end) => {
      const { client, told, ...ports } = connected();
      const pending = client.request(api.slow).bodyOrThrow();
      await vi.waitUntil(() => told.signals.length > 0);
      (ports[end] as unknown as { close(): void }).close();
      await failed(pending, "the port is closed");
      await failed(client.request(api.slow).bodyOrThrow(), "the port is closed");
      await vi.waitUntil(() => told.left === 1);
    },
  );

  test("of an extension's port is heard by onDisconnect, and a refused message closes it, too", async () => {
    const onMessage = new EventEmitter();
    const onDisconnect = new EventEmitter();
    const listened = (of: EventEmitter) => ({
      addListener: (listener: () => void) => of.on("event", listener),
      removeListener: (listener: () => void) => of.off("event", listener),
    });
    const runtimePort = {
      postMessage: vi.fn(),
      onMessage: listened(onMessage),
      onDisconnect: listened(onDisconnect),
    };
    const pending = createClient({ fetch: portFetch(runtimePort) })
      .request(api.slow)
      .bodyOrThrow();
    onDisconnect.emit("event", runtimePort);
    await failed(pending, "the port is closed");
    const refused = new Error("Attempting to use a disconnected port object");
    runtimePort.postMessage.mockImplementation(() => {
      throw refused;
    });
    await failed(
      createClient({ fetch: portFetch(runtimePort) })
        .request(api.slow)
        .bodyOrThrow(),
      refused.message,
    );
  });
});

describe("a worker's error", () => {
  const failing = (error: Event) => {
    const worker = Object.assign(new EventTarget(), { postMessage: () => undefined });
    const fetch = portFetch(worker);
    closers.push(fetch.close);
    const pending = fetch("http://h.test/");
    worker.dispatchEvent(error);
    return { fetch, pending };
  };

  test("fails the calls if its script does not load", async () => {
    const { pending } = failing(new Event("error"));
    await expect(pending).rejects.toThrow(new TypeError("the worker's script did not load"));
  });

  test("of its code changes nothing, because it goes on", async () => {
    const { fetch, pending } = failing(Object.assign(new Event("error"), { message: "oops" }));
    fetch.close();
    await expect(pending).rejects.toThrow(new TypeError("portFetch was closed"));
  });
});

describe("a server whose Request cannot stream, as in Firefox", () => {
  test("reads the body first", async () => {
    class WithoutStreams extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        const isStream = init?.body instanceof ReadableStream;
        super(input, isStream ? { ...init, body: "[object ReadableStream]" } : init);
      }
    }
    vi.stubGlobal("Request", WithoutStreams);
    try {
      const { fetch } = connected();
      const headers = { "content-type": "application/octet-stream" };
      const body = new Uint8Array(600_000);
      const url = "http://h.test/v1/upload";
      const response = await fetch(url, { method: "POST", headers, body });
      expect(await response.json()).toBe(600_000);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe("two clients on one port", () => {
  test("get their own responses, and one leaves without the other", async () => {
    const { client, near } = connected();
    const other = portFetch(near);
    const second = createClient({ fetch: other });
    expect(
      await Promise.all(
        [1, 2, 3, 4].map((n) => (n % 2 ? client : second).request(api.echo, n).bodyOrThrow()),
      ),
    ).toEqual([1, 2, 3, 4]);
    other.close();
    expect(await client.request(api.echo, 5).bodyOrThrow()).toBe(5);
  });
});

describe("messages that are not valid", () => {
  const head = {
    bough: 1,
    id: "1",
    type: "request",
    method: "POST",
    url: "http://h.test/v1/copy",
    body: true,
  };
  const headers = [["content-type", "application/octet-stream"]];
  const messages: readonly unknown[] = [
    null,
    undefined,
    7,
    "text",
    [],
    {},
    { data: { bough: 1 } },
    { bough: 1 },
    { bough: 1, id: {}, type: "request" },
    { bough: 1, id: "0", type: "chunk", bytes: new Uint8Array(1) },
    head,
    { ...head, headers: 7 },
    { ...head, headers: [["a"]] },
    { ...head, headers: [["a b", "c"]] },
    { ...head, headers, url: undefined },
    { ...head, headers, url: "/v1" },
    { ...head, headers, url: { toString: 1 } },
    { ...head, headers, method: "TRACE" },
    { ...head, headers, method: null },
    { ...head, headers, method: "GET" },
    { ...head, id: "__proto__", headers, body: 1 },
  ];
  const later: readonly object[] = [
    { type: "chunk" },
    { type: "chunk", bytes: "no base64!" },
    { type: "chunk", bytes: [1, 2] },
    { type: "end", bytes: 1 },
    { type: "more", count: -1 },
    { type: "stop" },
    { type: "request" },
    { type: "toString" },
    { type: null },
    {},
  ];

  test("leave the server running", async () => {
    const { client, near, errors } = connected();
    for (const message of messages) near.postMessage(message);
    for (const [index, message] of later.entries()) {
      const id = `later-${index}`;
      near.postMessage({ ...head, headers, id });
      near.postMessage({ bough: 1, id, ...message });
      near.postMessage({ bough: 1, id, ...message });
    }
    await settled();
    expect(await client.request(api.echo, "still here").bodyOrThrow()).toBe("still here");
    expect(errors).toEqual([]);
  });

  test("fail the call whose response they are", async () => {
    const answers: readonly object[] = [
      { type: "response" },
      { type: "response", status: 99, headers: [] },
      { type: "response", status: 200, headers: 7 },
      { type: "response", status: 204, headers: [], body: true },
      { type: "abort" },
      { type: "chunk", bytes: null },
      { type: "end" },
      { type: "unheard-of" },
    ];
    for (const answer of answers) {
      const [near, far] = channel();
      const hear = (event: { data: { id: string } }): void => {
        far.postMessage({ bough: 1, id: event.data.id, ...answer });
      };
      (far as unknown as MessagePort).addEventListener("message", hear as never);
      (far as unknown as MessagePort).start();
      await expect(portFetch(near)("http://h.test/")).rejects.toThrow(TypeError);
    }
  });
});

describe("what is no port", () => {
  test.each([
    [{ postMessage: () => undefined }],
    [{ addEventListener: () => undefined }],
    [undefined],
  ])("%o is refused", (port) => {
    const expected = "expected a port with postMessage and addEventListener or onMessage";
    expect(() => portFetch(port as never)).toThrow(`portFetch: ${expected}`);
    expect(() => servePort(port as never, createServer())).toThrow(`servePort: ${expected}`);
  });

  test("nor is a server without fetch", () => {
    expect(() => servePort(channel()[0], {} as never)).toThrow(
      "servePort: got no server; pass what createServer() returned",
    );
  });

  test("an unknown form of bytes is refused", () => {
    expect(() => portFetch(channel()[0], { bytes: "hex" as never })).toThrow(
      'portFetch: bytes must be "base64", or left out',
    );
  });
});
