// Platforms whose signals and streams are not those of the standards: React Native's signals have
// no reasons, and node-fetch's answers are streams of Node's.
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { collect } from "../../../../test/support/chunks.ts";
import { answerAt, READ_BIT_BY_BIT, streamed } from "../../../../test/support/streamed-answers.ts";
import { noBody } from "../declare/body/body.ts";
import { rootResource } from "../declare/tree/resource.ts";
import { get } from "../declare/endpoint/verbs.ts";
import type { ClientOptions } from "./client-options.ts";
import { createClient } from "./create-client.ts";
import { TransportError } from "./call-error.ts";
import { xhrFetch } from "./xhr-fetch.ts";

const api = rootResource({
  ...streamed,
  value: get("value").response<number[]>(),
  nothing: get("nothing").response(noBody),
});

const nameOf = (url: string): string => new URL(url).pathname.slice(1);
const contentAt = (url: string): readonly [type: string, text: string] =>
  nameOf(url) === "value" ? ["application/json", "[1, 2]"] : answerAt(url);
const answer = (url: string, body?: BodyInit): Response => {
  const [type, text] = contentAt(url);
  return new Response(body ?? text, { headers: { "content-type": type } });
};

describe("where signals have no reason", () => {
  /** A signal as React Native has it. */
  class BareSignal {
    aborted = false;
    readonly listeners: Set<() => void> = new Set();
    addEventListener(_type: "abort", listener: () => void): void {
      this.listeners.add(listener);
    }
    removeEventListener(_type: "abort", listener: () => void): void {
      this.listeners.delete(listener);
    }
  }
  class BareController {
    readonly signal: AbortSignal = new BareSignal() as unknown as AbortSignal;
    abort(): void {
      const signal = this.signal as unknown as BareSignal;
      const listeners = signal.aborted ? [] : signal.listeners;
      signal.aborted = true;
      for (const listener of listeners) {
        listener();
      }
    }
  }
  const listening = (signal: AbortSignal): number =>
    (signal as unknown as BareSignal).listeners.size;

  beforeEach(() => {
    vi.stubGlobal("AbortController", BareController);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const client = createClient({ fetch: async (url) => Promise.resolve(answer(url)) });
  const silent = createClient({ fetch: async () => new Promise(() => undefined) });

  test.each([{ timeout: 60_000 }, { signal: true }])(
    "calls are answered, with %j",
    async (given) => {
      const { signal } = new AbortController();
      const options = { ...given, signal: given.signal ? signal : undefined };
      expect(await client.request(api.value, options).bodyOrThrow()).toEqual([1, 2]);
      expect(await client.request(api.bytes, options).bodyOrThrow()).toHaveLength(2);
      for (const name of ["lines", "events"] as const) {
        const items = await client.request(api[name], options).bodyOrThrow();
        expect(await collect<number>(items)).toEqual([1, 2]);
      }
      expect(listening(signal)).toBe(0);
    },
  );

  test("a call that takes too long is a TimeoutError", async () => {
    await expect(silent.request(api.value, { timeout: 1 })).rejects.toMatchObject({
      name: "TimeoutError",
      message: "GET http://localhost/value: no complete response within 1 ms",
    });
  });

  test("one that is aborted rejects with an AbortError", async () => {
    const controller = new AbortController();
    const pending = silent.request(api.value, { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: "AbortError", message: "aborted" });
    await expect(client.request(api.value, { signal: controller.signal })).rejects.toBeInstanceOf(
      Error,
    );
  });

  test("so do its items, and nothing more comes of them", async () => {
    for (const name of ["lines", "events"] as const) {
      const controller = new AbortController();
      const items = await client.request(api[name], { signal: controller.signal }).bodyOrThrow();
      const seen: number[] = [];
      const reading = async (): Promise<void> => {
        for await (const item of items) {
          seen.push(item);
          controller.abort();
        }
      };
      await expect(reading()).rejects.toMatchObject({ name: "AbortError" });
      expect(seen).toEqual([1]);
    }
  });

  test("xhrFetch says why it sends nothing", async () => {
    const signal = Object.assign(new BareSignal(), { aborted: true, reason: "enough" });
    await expect(
      xhrFetch("http://localhost/", {
        signal: signal as unknown as AbortSignal,
        onProgress: () => undefined,
      }),
    ).rejects.toBe("enough");
  });
});

describe("a fetch whose answers are streams of Node's", () => {
  const state = { ended: 0 };
  const nodes = (options: ClientOptions = {}, status = 200) =>
    createClient({
      fetch: async (url) => {
        const source = Readable.from([Buffer.from(contentAt(url)[1])]);
        source.on("close", () => state.ended++);
        const { headers } = answer(url);
        return Promise.resolve({
          status: nameOf(url) === "nothing" ? 204 : status,
          ok: status < 300,
          headers,
          body: source,
          arrayBuffer: async () =>
            new Response(await source.toArray().then(Buffer.concat)).arrayBuffer(),
        } as unknown as Response);
      },
      ...options,
    });

  test("is read", async () => {
    const client = nodes();
    expect(await client.request(api.value).bodyOrThrow()).toEqual([1, 2]);
    expect(await client.request(api.bytes).bodyOrThrow()).toEqual(Uint8Array.of(49, 50));
    for (const name of ["lines", "events"] as const) {
      const items = await client.request(api[name]).bodyOrThrow();
      expect(await collect<number>(items)).toEqual([1, 2]);
    }
    const body = await client.request(api.stream).bodyOrThrow();
    expect(await new Response(body).text()).toBe("12");
  });

  test("who leaves it ends it", async () => {
    for (const name of ["lines", "events"] as const) {
      state.ended = 0;
      for await (const _ of await nodes().request(api[name]).bodyOrThrow()) {
        break;
      }
      await vi.waitFor(() => expect(state.ended).toBe(1));
    }
  });

  test("may be given up: without a body, or to be asked again", async () => {
    expect((await nodes().request(api.nothing)).status).toBe(204);
    const retry = { attempts: 1, delay: 0 };
    await expect(nodes({ retry }, 503).request(api.value)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
      status: 503,
    });
  });
});

describe("an answer made by hand of something else than bytes", () => {
  const odd = createClient({
    reconnect: { attempts: 0 },
    fetch: async (url) =>
      Promise.resolve(
        answer(
          url,
          new ReadableStream({
            start(controller) {
              controller.enqueue(contentAt(url)[1]);
              controller.close();
            },
          }),
        ),
      ),
  });

  test("is no complete response", async () => {
    await expect(odd.request(api.value)).rejects.toBeInstanceOf(TransportError);
    const broken = {
      name: "TransportError",
      cause: new TypeError(
        "a chunk of the response must be a Uint8Array, received a value of type string",
      ),
    };
    await expect(odd.request(api.bytes)).rejects.toMatchObject(broken);
    for (const name of READ_BIT_BY_BIT) {
      const body = await odd.request(api[name]).bodyOrThrow();
      await expect(collect<unknown>(body)).rejects.toMatchObject(broken);
    }
  });
});
