// A client that leaves a stream is no error of the server's: what it reads ends, and `onError` hears nothing.
import { EventEmitter, on, once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { events, get, jsonLines, rootResource, stream } from "bough";
import { createClient } from "bough/client";
import { routing as onExpress } from "bough/express";
import { routing as onFastify } from "bough/fastify";
import { routing as onHono } from "bough/hono";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { createServer } from "bough/server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

const api = rootResource("v1", {
  emitted: get("emitted").response(events<number>()),
  lines: get("lines").response(jsonLines<number>()),
  waiting: get("waiting").response(stream("text/plain")),
  broken: get("broken").response(events<number>()),
});

const emitter = new EventEmitter();
const ended = vi.fn();
const onError = vi.fn();
const server = createServer({ onError });
server.route(api, {
  async *emitted({ signal }) {
    try {
      yield 0;
      for await (const [n] of on(emitter, "n", { signal })) {
        yield n as number;
      }
    } finally {
      ended();
    }
  },
  async *lines({ signal }) {
    const gone = new Promise((resolve) => signal.addEventListener("abort", resolve));
    try {
      yield 0;
      await gone;
    } finally {
      ended();
    }
  },
  waiting: () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Uint8Array.of(48));
      },
      cancel: () => ended(),
    }),
  async *broken({ signal }) {
    const gone = new Promise((resolve) => signal.addEventListener("abort", resolve));
    yield 0;
    await gone;
    ended();
    throw new Error("the handler's own");
  },
});

let listening: Listening;
beforeAll(async () => {
  listening = await listen(server);
});
afterAll(async () => listening.close({ grace: 0 }));
beforeEach(() => {
  ended.mockReset();
  onError.mockReset();
});

type Quiet = (call: { readonly signal: AbortSignal }) => AsyncGenerator<number>;
interface Opened {
  readonly url: string;
  readonly send?: (url: string, init: RequestInit) => Promise<Response>;
  readonly close: () => unknown;
}

const options = { onError };
type Where = "in memory" | "node" | "express" | "fastify" | "hono";
const open: Readonly<Record<Where, (quiet: Quiet) => Promise<Opened>>> = {
  "in memory": async (quiet) => {
    const other = createServer(options);
    other.route(api.emitted, quiet);
    return Promise.resolve({ url: "http://h.test", send: other.fetch, close: () => undefined });
  },
  node: async (quiet) => {
    const other = createServer(options);
    other.route(api.emitted, quiet);
    const { url, close } = await listen(other);
    return { url, close: () => close({ grace: 0 }) };
  },
  express: async (quiet) => {
    const app = express();
    onExpress(app, options).route(api.emitted, quiet);
    return opened(createHttpServer(app).listen(0, "127.0.0.1"));
  },
  fastify: async (quiet) => {
    const app = fastify({ forceCloseConnections: true });
    onFastify(app, options).route(api.emitted, quiet);
    return {
      url: await app.listen({ port: 0, host: "127.0.0.1" }),
      close: async () => app.close(),
    };
  },
  hono: async (quiet) => {
    const app = new Hono();
    onHono(app, options).route(api.emitted, quiet);
    return opened(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
  },
};

async function opened(http: Server): Promise<Opened> {
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

async function leave(path: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of path) {
    break;
  }
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1), 10_000);
  // What is reported is reported in the same turn, or the next.
  await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("a client that leaves", () => {
  const client = () => createClient({ baseUrl: listening.url });

  test("ends events that wait with the signal", async () => {
    await leave(await client().request(api.emitted).bodyOrThrow());
    expect(emitter.listenerCount("n")).toBe(0);
    expect(onError).not.toHaveBeenCalled();
  });

  test("ends lines whose handler returns", async () => {
    await leave(await client().request(api.lines).bodyOrThrow());
    expect(onError).not.toHaveBeenCalled();
  });

  test("cancels a stream", async () => {
    const body = await client().request(api.waiting).bodyOrThrow();
    await leave(body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>);
    expect(onError).not.toHaveBeenCalled();
  });

  test("leaves a handler's own error to be heard of", async () => {
    await leave(await client().request(api.broken).bodyOrThrow());
    await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1), 10_000);
    expect(onError.mock.calls[0]?.[0]).toEqual(new Error("the handler's own"));
  });
});

describe.each(["in memory", "node", "express", "fastify", "hono"] as const)(
  "a HEAD of events that nobody reads, %s",
  (where) => {
    test("ends what waits with the signal", async () => {
      const begun = vi.fn();
      const quiet = async function* ({ signal }: { signal: AbortSignal }): AsyncGenerator<number> {
        begun();
        try {
          for await (const [n] of on(emitter, "n", { signal })) {
            yield n as number;
          }
        } finally {
          ended();
        }
      };
      const { url, send = fetch, close } = await open[where](quiet);
      try {
        for (let count = 1; count <= 3; count++) {
          const response = await send(`${url}/v1/emitted`, { method: "HEAD" });
          expect([response.status, await response.text()]).toEqual([200, ""]);
          await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(count));
        }
        expect(begun).toHaveBeenCalledTimes(3);
        expect(emitter.listenerCount("n")).toBe(0);
        expect(onError).not.toHaveBeenCalled();
      } finally {
        await close();
      }
    });
  },
);
