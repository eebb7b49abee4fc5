import { afterEach, describe, expect, test, vi } from "vitest";
import { sizedStream } from "./fetch-exchange.ts";

const HEADERS = ["content-type", "text/plain", "content-length", "3"];

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a stream whose length is known", () => {
  const lengths: number[] = [];
  class Fixed extends TransformStream<Uint8Array, Uint8Array> {
    constructor(length: number) {
      super();
      lengths.push(length);
    }
  }
  const stream = (): ReadableStream<Uint8Array> => new Blob(["abc"]).stream();

  test("is itself where its runtime needs no more", () => {
    const given = stream();
    expect(sizedStream(given, HEADERS)).toBe(given);
  });

  test("goes through one of its runtime's", async () => {
    vi.stubGlobal("FixedLengthStream", Fixed);
    const given = stream();
    const sized = sizedStream(given, HEADERS);
    expect(sized).not.toBe(given);
    expect(await new Response(sized as BodyInit).text()).toBe("abc");
    expect(lengths).toEqual([3]);
    const unknown = stream();
    expect(sizedStream(unknown, HEADERS.slice(0, 2))).toBe(unknown);
    const named = ["access-control-expose-headers", "content-length", "vary", "Origin"];
    expect(sizedStream(unknown, named)).toBe(unknown);
  });

  test("breaks with its source, and is left with its reader", async () => {
    vi.stubGlobal("FixedLengthStream", Fixed);
    const broken = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error("broken")),
    });
    await expect(sizedStream(broken, HEADERS).getReader().read()).rejects.toThrow("broken");
    const reason = await new Promise((resolve) => {
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel: resolve,
      });
      void sizedStream(endless, HEADERS).cancel("left");
    });
    expect(reason).toBe("left");
  });
});
