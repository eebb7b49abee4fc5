// One signal for many calls whose answers stream on: each listens to it only while it lasts.
import { getEventListeners, once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { collect } from "../../../../test/support/chunks.ts";
import { answerAt, READ_BIT_BY_BIT, streamed } from "../../../../test/support/streamed-answers.ts";
import { stream } from "../bodies/binary/declared.ts";
import { integer } from "../declare/parameter/parameter-types.ts";
import { rootResource } from "../declare/tree/resource.ts";
import { get, post } from "../declare/endpoint/verbs.ts";
import { createClient } from "./create-client.ts";
import { InvalidResponseError, TransportError } from "./call-error.ts";

const api = rootResource({
  ...streamed,
  upload: post("upload").request(stream()),
  numbered: get("numbered").response(stream("a/b"), { headers: { "x-n": integer() } }),
});

/** A client of answers that end, break, or never end, after their text. */
function answering(end: "ends" | "breaks" | "waits", text?: string) {
  const state = { cancelled: 0, signal: undefined as AbortSignal | null | undefined };
  const client = createClient({
    reconnect: { attempts: 0 },
    fetch: async (url, init) => {
      state.signal = init.signal;
      const [type, whole] = answerAt(url);
      const chunks = [text ?? whole];
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const chunk = chunks.shift();
            if (chunk !== undefined) {
              controller.enqueue(new TextEncoder().encode(chunk));
            } else if (end === "ends") {
              controller.close();
            } else if (end === "breaks") {
              controller.error(new TypeError("terminated"));
            } else {
              await new Promise(() => undefined);
            }
          },
          cancel() {
            state.cancelled++;
          },
        },
        { highWaterMark: 0 },
      );
      return Promise.resolve(new Response(body, { headers: { "content-type": type } }));
    },
  });
  return { client, state };
}

const listening = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

describe.each(READ_BIT_BY_BIT)("an answer that streams: %s", (name) => {
  test("1,000 calls on one signal, read to their ends, leave no listener", async () => {
    const { client } = answering("ends");
    const { signal } = new AbortController();
    for (let count = 0; count < 1_000; count++) {
      const body = await client.request(api[name], { signal }).bodyOrThrow();
      expect(listening(signal)).toBe(1);
      for await (const _ of body) {
        expect(listening(signal)).toBe(1);
      }
      expect(listening(signal)).toBe(0);
    }
  });

  test("none is left by one that its reader leaves", async () => {
    const { client, state } = answering("waits");
    const { signal } = new AbortController();
    for (let count = 1; count <= 10; count++) {
      for await (const _ of await client.request(api[name], { signal }).bodyOrThrow()) {
        break;
      }
      expect([listening(signal), state.cancelled]).toEqual([0, count]);
    }
  });

  test("none is left by one that its reader leaves before it begins", async () => {
    const { client, state } = answering("waits");
    const { signal } = new AbortController();
    const body = await client.request(api[name], { signal }).bodyOrThrow();
    await body[Symbol.asyncIterator]().return?.();
    expect([listening(signal), state.cancelled]).toEqual([0, 1]);
  });

  test("none is left by one that breaks", async () => {
    const { client } = answering("breaks");
    const { signal } = new AbortController();
    const body = await client.request(api[name], { signal }).bodyOrThrow();
    await expect(collect<unknown>(body)).rejects.toBeInstanceOf(TransportError);
    expect(listening(signal)).toBe(0);
  });

  test("an abort counts as long as it streams", async () => {
    const { client, state } = answering("waits");
    const controller = new AbortController();
    const { signal } = controller;
    const ended = await client.request(api[name], { signal }).bodyOrThrow();
    for await (const _ of ended) {
      break;
    }
    const before = state.signal;
    await client.request(api[name], { signal });
    controller.abort("enough");
    expect(state.signal?.reason).toBe("enough");
    expect(before?.aborted).toBe(false);
  });
});

test.each(["lines", "events"] as const)(
  "after an abort nothing more comes of: %s",
  async (name) => {
    const { client, state } = answering("ends");
    const controller = new AbortController();
    const body = await client.request(api[name], { signal: controller.signal }).bodyOrThrow();
    const seen: number[] = [];
    const reading = async (): Promise<void> => {
      for await (const item of body) {
        seen.push(item);
        controller.abort(new Error("enough"));
      }
    };
    await expect(reading()).rejects.toThrow("enough");
    expect(seen).toEqual([1]);
    expect(state.cancelled).toBe(1);
  },
);

test("an abort still counts for events of which another reader leaves before it begins", async () => {
  const { client } = answering("waits");
  const controller = new AbortController();
  const { signal } = controller;
  const { messages } = await client.request(api.events, { signal }).bodyOrThrow();
  const reader = messages[Symbol.asyncIterator]();
  expect((await reader.next()).value).toMatchObject({ data: 1 });
  await reader.next();
  const waiting = reader.next();
  const leaving = reader.return?.();
  await Promise.resolve();
  expect(listening(signal)).toBe(1);
  controller.abort("enough");
  await expect(waiting).rejects.toBe("enough");
  await leaving;
  expect(listening(signal)).toBe(0);
});

describe("a stream that comes back by retries", () => {
  // Each of its answers has one event and breaks, and each second call has no answer.
  const returning = (delay: () => number) => {
    const state = { calls: 0, signal: undefined as AbortSignal | null | undefined };
    const client = createClient({
      reconnect: { delay: 0 },
      retry: { attempts: 1, delay },
      fetch: async (_url, { signal }) => {
        state.signal = signal;
        if (++state.calls % 2 === 0) {
          throw new TypeError("failed");
        }
        const text = new TextEncoder().encode(`id: ${state.calls}\ndata: ${state.calls}\n\n`);
        const body = new ReadableStream<Uint8Array>(
          {
            start: (controller) => controller.enqueue(text),
            pull: (controller) => controller.error(new TypeError("terminated")),
          },
          { highWaterMark: 0 },
        );
        return Promise.resolve(
          new Response(body, { headers: { "content-type": "text/event-stream" } }),
        );
      },
    });
    return { client, state };
  };

  test("listens no more often for it", async () => {
    const { client, state } = returning(() => 0);
    const { signal } = new AbortController();
    const counts: number[] = [];
    for await (const _ of await client.request(api.events, { signal }).bodyOrThrow()) {
      counts.push(listening(state.signal as AbortSignal));
      if (counts.length === 30) {
        break;
      }
    }
    expect(new Set(counts).size).toBe(1);
    expect(listening(signal)).toBe(0);
  });

  test("ends by an abort while it waits for one", async () => {
    const controller = new AbortController();
    const { client, state } = returning(() => {
      setTimeout(() => controller.abort("enough"));
      return 60_000;
    });
    const { signal } = controller;
    const body = await client.request(api.events, { signal }).bodyOrThrow();
    await expect(collect<unknown>(body)).rejects.toBe("enough");
    expect(state.calls).toBe(2);
    expect(listening(signal)).toBe(0);
  });
});

describe("an answer whose platform has no stream of it", () => {
  const whole = (given?: string) =>
    createClient({
      fetch: async (url) => {
        const [type, text] = answerAt(url);
        const response = new Response(given ?? text, { headers: { "content-type": type } });
        return Object.defineProperty(response, "body", { value: undefined });
      },
    });

  test("streams all the same", async () => {
    const read = async (name: "lines" | "events"): Promise<number[]> =>
      collect<number>(await whole().request(api[name]).bodyOrThrow());
    expect(await read("lines")).toEqual([1, 2]);
    expect(await read("events")).toEqual([1, 2]);
    const body = await whole().request(api.stream).bodyOrThrow();
    expect(await new Response(body).text()).toBe("12");
  });

  test("may be empty", async () => {
    const body = await whole("").request(api.stream).bodyOrThrow();
    expect(await collect(body)).toEqual([]);
  });
});

test("an item that is none leaves no listener", async () => {
  const { signal } = new AbortController();
  for (const [name, text] of [
    ["lines", "{\n"],
    ["events", "data: {\n\n"],
  ] as const) {
    const { client, state } = answering("waits", text);
    const body = await client.request(api[name], { signal }).bodyOrThrow();
    await expect(collect(body)).rejects.toBeInstanceOf(InvalidResponseError);
    expect([listening(signal), state.cancelled]).toEqual([0, 1]);
  }
});

test("one that is refused for its headers is given up", async () => {
  const { client, state } = answering("waits");
  const { signal } = new AbortController();
  await expect(client.request(api.numbered, { signal })).rejects.toBeInstanceOf(
    InvalidResponseError,
  );
  expect([listening(signal), state.cancelled]).toEqual([0, 1]);
});

test("one that is there as a whole leaves none when the call ends", async () => {
  const { client } = answering("ends");
  const { signal } = new AbortController();
  expect(await client.request(api.bytes, { signal }).bodyOrThrow()).toHaveLength(2);
  expect(listening(signal)).toBe(0);
});

test("a connection that is reset ends the source of what is sent", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => setTimeout(() => socket.resetAndDestroy(), 20));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { port } = server.address() as AddressInfo;
    let ended = false;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield new Uint8Array(1024);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        ended = true;
      }
    };
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}` });
    await expect(client.request(api.upload, endless())).rejects.toThrow(TransportError);
    await vi.waitFor(() => expect(ended).toBe(true));
  } finally {
    server.close();
  }
});
