import { describe, expect, test } from "vitest";
import { after, isThenable, rescued } from "./later.ts";

// What some query builders are.
class Thenable {
  // oxlint-disable-next-line unicorn/no-thenable -- it is what is tested
  then(resolve: (value: number) => void): void {
    resolve(1);
  }
}
const thenable = new Thenable();

describe("after", () => {
  test("goes on at once with a value", () => {
    expect(after(1, (value) => value + 1)).toBe(2);
  });

  test("goes on with what a promise, or what behaves as one, resolves to", async () => {
    const later = after(Promise.resolve(1), (value) => value + 1);
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe(2);
    expect(await after(thenable as unknown as PromiseLike<number>, (value) => value + 1)).toBe(2);
  });

  test("throws what the next step throws", async () => {
    const broken = (): never => {
      throw new Error("broken");
    };
    expect(() => after(1, broken)).toThrow("broken");
    await expect(after(Promise.resolve(1), broken)).rejects.toThrow("broken");
  });
});

describe("rescued", () => {
  test("leaves a value alone", async () => {
    const value: unknown = {};
    expect(
      rescued(
        () => value,
        () => 2,
      ),
    ).toBe(value);
    expect(
      await rescued(
        async () => 1,
        () => 2,
      ),
    ).toBe(1);
  });

  test("puts a value in place of what is thrown or rejected", async () => {
    const error = new Error("broken");
    const rescue = (caught: unknown): unknown[] => [caught];
    const throws = (): unknown[] => {
      throw error;
    };
    expect(rescued(throws, rescue)).toEqual([error]);
    expect(await rescued(async () => throws(), rescue)).toEqual([error]);
  });
});

test.each([
  [Promise.resolve(), true],
  [thenable, true],
  [{}, false],
  [null, false],
  [undefined, false],
  ["then", false],
])("isThenable of %o", (value, expected) => {
  expect(isThenable(value)).toBe(expected);
});
