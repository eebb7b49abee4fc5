import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { rootResource } from "../declare/tree/resource.ts";
import { get } from "../declare/endpoint/verbs.ts";
import type { Fetch } from "./client-options.ts";
import { createClient } from "./create-client.ts";

const api = rootResource("v1", { read: get().response<number>(), none: get("none") });

/** A promise that never comes to anything. */
const forever = <T>(): Promise<T> => new Promise(() => {});

/** A body that begins, stops, and tells whether it was given up. */
function stalled() {
  const state = { cancelled: false };
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("1")),
    pull: () => forever<void>(),
    cancel: () => {
      state.cancelled = true;
    },
  });
  const response = new Response(body, { headers: { "content-type": "application/json" } });
  return { state, response };
}

/** The usual fetch: rejects with the signal's reason. */
const obedient: Fetch = (_url, { signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });

describe("an abort", () => {
  test.each([
    ["a fetch that obeys", obedient],
    ["a fetch that does not", () => forever<Response>()],
  ])("rejects with the signal's reason, unwrapped: %s", async (_what, fetch) => {
    for (const reason of ["text", new RangeError("x"), null, 0]) {
      const controller = new AbortController();
      const pending = createClient({ fetch }).request(api.read, { signal: controller.signal });
      controller.abort(reason);
      await expect(pending).rejects.toBe(reason);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    }
  });

  test("without a reason is an AbortError; init.signal is one too", async () => {
    const controller = new AbortController();
    const pending = createClient({ fetch: obedient }).request(api.read, {
      init: { signal: controller.signal },
    });
    controller.abort();
    await expect(pending).rejects.toBe(controller.signal.reason);
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  });

  test("before the call sends nothing", async () => {
    const fetch = vi.fn(obedient);
    const headers = vi.fn(() => ({}));
    const signal = AbortSignal.abort("before");
    const client = createClient({ fetch, headers });
    await expect(client.request(api.read, { signal })).rejects.toBe("before");
    expect(headers).not.toHaveBeenCalled();
    expect(fetch).not.toHaveBeenCalled();
  });

  test("while the client's headers are asked for sends nothing", async () => {
    const fetch = vi.fn(obedient);
    const controller = new AbortController();
    const headers = async () => {
      controller.abort("meanwhile");
      return Promise.resolve({});
    };
    const client = createClient({ fetch, headers });
    await expect(client.request(api.read, { signal: controller.signal })).rejects.toBe("meanwhile");
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  test("L4: covers the body, which is given up", async () => {
    const { state, response } = stalled();
    const controller = new AbortController();
    const pending = createClient({ fetch: async () => Promise.resolve(response) }).request(
      api.read,
      {
        signal: controller.signal,
      },
    );
    setTimeout(() => controller.abort("late"), 5);
    await expect(pending).rejects.toBe("late");
    expect(state.cancelled).toBe(true);
  });

  test("L3: gives up an answer that comes after it", async () => {
    const { state, response } = stalled();
    const controller = new AbortController();
    const { promise, resolve } = deferred<Response>();
    const pending = createClient({ fetch: () => promise }).request(api.read, {
      signal: controller.signal,
    });
    controller.abort("early");
    await expect(pending).rejects.toBe("early");
    resolve(response);
    await new Promise((later) => {
      setTimeout(later, 0);
    });
    expect(state.cancelled).toBe(true);
  });

  test("after the end changes nothing, and leaves no listener", async () => {
    const controller = new AbortController();
    const client = createClient({ fetch: async () => Promise.resolve(Response.json(1)) });
    const { signal } = controller;
    expect(await client.request(api.read, { signal }).bodyOrThrow()).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    controller.abort();
  });
});

describe("a timeout", () => {
  const error = {
    name: "TimeoutError",
    code: "timeout",
    timeout: 5,
    method: "GET",
    url: "http://localhost/v1",
    message: "GET http://localhost/v1: no complete response within 5 ms",
  };

  test("rejects with TimeoutError, and aborts the fetch", async () => {
    const fetch = vi.fn(obedient);
    const client = createClient({ fetch });
    await expect(client.request(api.read, { timeout: 5 })).rejects.toMatchObject(error);
    expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true);
  });

  test("L4: covers the body", async () => {
    const { state, response } = stalled();
    const client = createClient({ timeout: 5, fetch: async () => Promise.resolve(response) });
    await expect(client.request(api.read)).rejects.toMatchObject(error);
    expect(state.cancelled).toBe(true);
  });

  test("of the call goes before the client's; Infinity is none", async () => {
    vi.useFakeTimers();
    try {
      const client = createClient({
        timeout: 1,
        fetch: async () => Promise.resolve(Response.json(1)),
      });
      const set = vi.spyOn(globalThis, "setTimeout");
      await client.request(api.read, { timeout: Infinity });
      expect(set).not.toHaveBeenCalled();
      await client.request(api.read, { timeout: 50 });
      expect(set.mock.calls[0]?.[1]).toBe(50);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });
});

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
