// What does not hear of an abort, or hands out answers that are read already: the call and its
// reader end all the same.
import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { collect } from "../../../../test/support/chunks.ts";
import { answerAt, READ_BIT_BY_BIT, streamed } from "../../../../test/support/streamed-answers.ts";
import { rootResource } from "../declare/tree/resource.ts";
import type { ClientOptions } from "./client-options.ts";
import { createClient } from "./create-client.ts";
import { TimeoutError } from "./call-error.ts";

const api = rootResource(streamed);

const listening = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

/** A client whose fetch has never heard of signals; its answers wait after their text. */
function deaf(options: ClientOptions = {}) {
  const state = { asked: 0, cancelled: 0 };
  const waits = createGate();
  const answer = (url: string): Response => {
    const [type, text] = answerAt(url);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel() {
        state.cancelled++;
      },
    });
    return new Response(body, { headers: { "content-type": type } });
  };
  const fetch = async (url: string): Promise<Response> => {
    state.asked++;
    await waits.opened;
    return answer(url);
  };
  return { client: createClient({ fetch, ...options }), state, open: waits.open, answer };
}

function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe.each(READ_BIT_BY_BIT)("a fetch that ignores its signal: %s", (name) => {
  test("an abort ends its reader, and the answer", async () => {
    const { client, state, open } = deaf();
    open();
    const controller = new AbortController();
    const { signal } = controller;
    const body = await client.request(api[name], { signal }).bodyOrThrow();
    setTimeout(() => controller.abort("enough"), 5);
    await expect(collect<unknown>(body)).rejects.toBe("enough");
    expect([listening(signal), state.cancelled]).toEqual([0, 1]);
  });

  test("what it answers after the call has ended is given up", async () => {
    const { client, state, open } = deaf();
    await expect(client.request(api[name], { timeout: 1 })).rejects.toBeInstanceOf(TimeoutError);
    open();
    await vi.waitFor(() => expect(state.cancelled).toBe(1));
  });
});

test("bytes that a fetch reads on after an abort are given up", async () => {
  const { client, state, open } = deaf();
  open();
  const controller = new AbortController();
  const { signal } = controller;
  setTimeout(() => controller.abort("enough"), 5);
  await expect(client.request(api.bytes, { signal })).rejects.toBe("enough");
  await vi.waitFor(() => expect(state.cancelled).toBe(1));
});

test.each(READ_BIT_BY_BIT)(
  "what nobody has begun to read is given up by its response: %s",
  async (name) => {
    for (const options of [{}, { signal: new AbortController().signal }]) {
      const { client, state, open } = deaf();
      open();
      const { response } = await client.request(api[name], options);
      await response.body?.cancel();
      expect(state.cancelled).toBe(1);
    }
  },
);

describe("events that come back", () => {
  const broken = (): Response =>
    new Response(
      new ReadableStream(
        {
          start(controller) {
            controller.enqueue(new TextEncoder().encode("id: 1\ndata: 1\n\n"));
          },
          pull: (controller) => controller.error(new TypeError("terminated")),
        },
        { highWaterMark: 0 },
      ),
      { headers: { "content-type": "text/event-stream" } },
    );

  test.each<[name: string, again: () => Promise<Response>, options: ClientOptions]>([
    ["where the fetch does not answer", async () => new Promise<never>(() => undefined), {}],
    [
      "in the pause of a retry",
      async () => Promise.resolve(new Response("", { status: 503 })),
      { retry: { attempts: 9, delay: 60_000 } },
    ],
  ])("an abort ends their reader %s", async (_name, again, options) => {
    let asked = 0;
    const client = createClient({
      reconnect: { delay: 0 },
      ...options,
      fetch: async () => (asked++ === 0 ? broken() : again()),
    });
    const controller = new AbortController();
    const { signal } = controller;
    const body = await client.request(api.events, { signal }).bodyOrThrow();
    const reading = collect<unknown>(body);
    reading.catch(() => undefined);
    await vi.waitFor(() => expect(asked).toBe(2));
    controller.abort("enough");
    await expect(reading).rejects.toBe("enough");
    expect(listening(signal)).toBe(0);
  });

  test("are not asked for after an abort, and what still comes is given up", async () => {
    const { answer, state } = deaf();
    const gate = createGate();
    let asked = 0;
    const client = createClient({
      baseUrl: "http://localhost",
      reconnect: { delay: 20 },
      around: async ({ url }) => {
        if (asked++ === 0) {
          return broken();
        }
        await gate.opened;
        return answer(url);
      },
    });
    const read = async (until: number): Promise<void> => {
      const controller = new AbortController();
      const body = await client.request(api.events, { signal: controller.signal }).bodyOrThrow();
      const reading = collect<unknown>(body);
      reading.catch(() => undefined);
      await vi.waitFor(() => expect(asked).toBe(until));
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort("enough");
      await expect(reading).rejects.toBe("enough");
    };
    await read(1);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(asked).toBe(1);
    asked = 0;
    await read(2);
    gate.open();
    await vi.waitFor(() => expect(state.cancelled).toBe(1));
  });
});

test.each([...READ_BIT_BY_BIT, "bytes"] as const)(
  "a body that other code reads is no answer: %s",
  async (name) => {
    for (const take of [
      (response: Response) => response.body?.getReader(),
      async (response: Response) => {
        const reader = response.body?.getReader();
        await reader?.read();
        reader?.releaseLock();
      },
    ]) {
      const client = createClient({
        limits: { body: 100 },
        fetch: async (url) => {
          const [type, text] = answerAt(url);
          const response = new Response(text, { headers: { "content-type": type } });
          await take(response);
          return response;
        },
      });
      const { signal } = new AbortController();
      await expect(client.request(api[name], { signal })).rejects.toMatchObject({
        name: "TransportError",
        cause: new TypeError("other code is already reading the response body"),
      });
      expect(listening(signal)).toBe(0);
    }
  },
);
