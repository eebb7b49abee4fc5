// A client that leaves a stream is no error of the server's: what it reads ends, and `onError` hears nothing.
import { EventEmitter, on } from "node:events";
import { events, get, jsonLines, rootResource, stream } from "bough";
import { createClient } from "bough/client";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { createServer } from "bough/server";
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
