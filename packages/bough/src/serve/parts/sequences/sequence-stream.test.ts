import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import { sequenceStream, type SequenceRules } from "./sequence-stream.ts";

const report = vi.fn();
const rules = (more: Partial<SequenceRules> = {}): SequenceRules => {
  report.mockReset();
  return {
    toText: (item) => `${String(item)};`,
    keepAlive: undefined,
    comment: "#",
    report,
    ...more,
  };
};
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> =>
  new Response(stream as never).text();

describe("sequenceStream", () => {
  test.each<[name: string, items: () => AsyncIterable<unknown> | Iterable<unknown>, text: string]>([
    ["a list", () => [1, 2], "1;2;"],
    ["nothing", () => [], ""],
    ["a set", () => new Set(["a"]), "a;"],
    [
      "a generator",
      async function* () {
        yield 1;
      },
      "1;",
    ],
  ])("writes %s", async (_name, items, text) => {
    expect(await textOf(await sequenceStream(items(), rules()))).toBe(text);
    expect(report).not.toHaveBeenCalled();
  });

  test("takes one item before it is read, and one for each read", async () => {
    let taken = 0;
    const stream = await sequenceStream(
      (function* () {
        for (;;) {
          yield taken++;
        }
      })(),
      rules(),
    );
    expect(taken).toBe(1);
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    expect(taken).toBe(2);
    await reader.cancel();
  });

  test.each([
    ["the sequence", (n: number) => n, 0],
    ["the writing of an item", undefined, 1],
  ])("rejects with what %s throws first, and ends it", async (_what, given, ended) => {
    const finished = vi.fn();
    const items = async function* (): AsyncGenerator<number> {
      try {
        if (given !== undefined) {
          throw new Error("first");
        }
        yield 1;
      } finally {
        finished();
      }
    };
    const toText = (): never => {
      throw new Error("first");
    };
    const made = sequenceStream(items(), rules(ended === 1 ? { toText } : {}));
    await expect(made).rejects.toThrow("first");
    await vi.waitFor(() => expect(finished).toHaveBeenCalledTimes(1));
    expect(report).not.toHaveBeenCalled();
  });

  test("breaks with what is thrown later, which is heard of once", async () => {
    const finished = vi.fn();
    const items = async function* (): AsyncGenerator<number> {
      try {
        yield 1;
        yield 2;
      } finally {
        finished();
      }
    };
    const toText = (item: unknown): string => {
      if (item === 2) {
        throw new Error("second");
      }
      return "1";
    };
    await expect(textOf(await sequenceStream(items(), rules({ toText })))).rejects.toThrow(
      "second",
    );
    await vi.waitFor(() => expect(finished).toHaveBeenCalledTimes(1));
    expect(report.mock.calls).toEqual([[new Error("second")]]);
  });

  test("is there before a slow first item, and comments while it is quiet", async () => {
    let come: (value: number) => void = () => undefined;
    const items = async function* (): AsyncGenerator<number> {
      yield await new Promise<number>((resolve) => {
        come = resolve;
      });
    };
    const reader = (await sequenceStream(items(), rules({ keepAlive: 5 }))).getReader();
    for (let count = 0; count < 3; count++) {
      expect(new TextDecoder().decode((await reader.read()).value)).toBe("#");
    }
    come(1);
    let text = "#";
    while (text === "#") {
      text = new TextDecoder().decode((await reader.read()).value);
    }
    expect(text).toBe("1;");
    expect((await reader.read()).done).toBe(true);
  });

  test("leaves nothing behind for each comment while it is quiet", async () => {
    const collect = collector();
    const quiet = { next: () => new Promise<never>(() => undefined) };
    const items = { [Symbol.asyncIterator]: () => quiet };
    const reader = (await sequenceStream(items, rules({ keepAlive: 0.1 }))).getReader();
    const heapAfter = async (comments: number): Promise<number> => {
      for (let count = 0; count < comments; count++) {
        await reader.read();
      }
      collect();
      return process.memoryUsage().heapUsed;
    };
    let before = await heapAfter(100);
    const growths: number[] = [];
    for (let round = 0; round < 3; round++) {
      const after = await heapAfter(1_000);
      growths.push(after - before);
      before = after;
    }
    // A kilobyte each would be a megabyte. What else the process keeps comes once.
    expect(Math.min(...growths)).toBeLessThan(400_000);
    await reader.cancel();
  });

  test.each([Infinity, 2 ** 31, Number.NaN])(
    "never comments within %d milliseconds",
    async (keepAlive) => {
      const items = async function* (): AsyncGenerator<number> {
        await new Promise((resolve) => setTimeout(resolve, 20));
        yield 1;
      };
      expect(await textOf(await sequenceStream(items(), rules({ keepAlive })))).toBe("1;");
    },
  );

  test("ends the sequence when its reader leaves, before the first read too", async () => {
    for (const reads of [0, 1]) {
      const finished = vi.fn();
      const items = async function* (): AsyncGenerator<number> {
        try {
          yield 1;
          yield 2;
        } finally {
          finished();
        }
      };
      const reader = (await sequenceStream(items(), rules())).getReader();
      for (let count = 0; count < reads; count++) {
        await reader.read();
      }
      await reader.cancel();
      await vi.waitFor(() => expect(finished).toHaveBeenCalledTimes(1));
    }
  });

  test("reports what a sequence throws when it is ended", async () => {
    const items = async function* (): AsyncGenerator<number> {
      try {
        yield 1;
      } finally {
        // oxlint-disable-next-line no-unsafe-finally -- what a handler may do
        throw new Error("at the end");
      }
    };
    const stream = await sequenceStream(items(), rules());
    await stream.cancel();
    await vi.waitFor(() => expect(report.mock.calls).toEqual([[new Error("at the end")]]));
  });
});
