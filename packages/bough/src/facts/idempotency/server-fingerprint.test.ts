import { isDeepStrictEqual } from "node:util";
import { post, rootResource } from "bough";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fingerprintOf } from "./server-fingerprint.ts";

const { pay: endpoint } = rootResource({ pay: post("pay").request<unknown>() });
const of = (body: unknown): Promise<string> =>
  fingerprintOf({ endpoint, ids: {}, parameters: {}, "~exchange": {} } as never, body);

describe("the fingerprint of a body", () => {
  test("is the same for equal JSON, and another for any other", async () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    await fc.assert(
      fc.asyncProperty(value, value, async (one, other) => {
        const isSame =
          isDeepStrictEqual(one, other) || JSON.stringify(one) === JSON.stringify(other);
        expect((await of(one)) === (await of(other))).toBe(isSame);
        const reversed = JSON.parse(JSON.stringify(one), (_name, part: unknown) =>
          typeof part === "object" && part !== null && !Array.isArray(part)
            ? Object.fromEntries(Object.entries(part).toReversed())
            : part,
        ) as unknown;
        expect(await of(reversed)).toBe(await of(one));
      }),
    );
  });

  test("tells apart what JSON writes alike", async () => {
    const bytes = new TextEncoder().encode("a");
    const all = [null, undefined, "null", Number.NaN, Infinity, 1, "1", 1n, bytes, "#61"];
    const lists = [[], [undefined], [null], [[]], {}, { a: undefined }, { a: null }];
    const found = await Promise.all([...all, ...lists].map(of));
    expect(new Set(found).size).toBe(found.length);
  });

  test.each([
    ["a URL", new URL("https://h")],
    ["an ArrayBuffer", new ArrayBuffer(1)],
    ["a Date", new Date(0)],
    ["a Map", new Map()],
    [
      "an instance of a class",
      new (class {
        readonly own = 1;
      })(),
    ],
    ["an object with an inherited member", Object.create({ a: 1 })],
    ["a symbol", Symbol("a")],
    ["a function", () => 1],
  ])("is refused for %s that a parser of the app has made", async (_name, value) => {
    await expect(of({ list: [value] })).rejects.toThrow(
      /^idempotent: a parser of the app has put .+ into the body/,
    );
  });
});
