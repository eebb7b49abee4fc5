import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRange } from "./range.ts";

const huge = "9".repeat(400);

describe("parseRange", () => {
  test.each([
    ["bytes=0-499", { start: 0, end: 499 }],
    ["bytes=500-999", { start: 500, end: 999 }],
    ["bytes=-500", { start: 9500, end: 9999 }],
    ["bytes=9500-", { start: 9500, end: 9999 }],
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=-1", { start: 9999, end: 9999 }],
    ["bytes=0-", { start: 0, end: 9999 }],
    ["BYTES=1-2", { start: 1, end: 2 }],
    ["bytes=001-002", { start: 1, end: 2 }],
    ["bytes=9999-10000", { start: 9999, end: 9999 }],
    [`bytes=1-${huge}`, { start: 1, end: 9999 }],
    [`bytes=-${huge}`, { start: 0, end: 9999 }],
  ])("9110 14.1.2: %j is a range of 10,000 bytes", (header, expected) => {
    expect(parseRange(header, 10_000)).toEqual(expected);
  });

  test.each(["bytes=10000-", "bytes=10000-10001", "bytes=-0", "bytes=-000", `bytes=${huge}-`])(
    "9110 14.1.1: %j cannot be satisfied",
    (header) => {
      expect(parseRange(header, 10_000)).toBe("unsatisfiable");
    },
  );

  test.each([
    undefined,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=2-1",
    "bytes=9007199254740993-9007199254740992",
    `bytes=${huge}-${huge.slice(1)}`,
    "bytes=0-1,3-4",
    "bytes=0-1,",
    "bytes= 0-1",
    "bytes=0 -1",
    "bytes=0-1 ",
    "bytes=0-1\n",
    "bytes=+0-1",
    "bytes=0x0-1",
    "bytes=1e1-",
    "bytes=1.0-",
    "bytes=--1",
    "bytes=٠-١",
    "bytes=10-009",
    "items=0-1",
    "xbytes=0-1",
    "bytes 0-1",
  ])("9110 14.2: %j is answered with the whole", (header) => {
    expect(parseRange(header, 10_000)).toBe("whole");
  });

  test("of nothing there is no part", () => {
    expect(["bytes=0-", "bytes=0-0", "bytes=-0"].map((header) => parseRange(header, 0))).toEqual(
      Array.from({ length: 3 }, () => "unsatisfiable"),
    );
    expect(parseRange("bytes=-5", 0)).toBe("whole");
  });

  test("a range lies in the body", () => {
    const bound = fc.oneof(fc.constant(""), fc.bigInt({ min: 0n, max: 1n << 64n }).map(String));
    fc.assert(
      fc.property(bound, bound, fc.maxSafeNat(), (first, last, size) => {
        const range = parseRange(`bytes=${first}-${last}`, size);
        if (typeof range === "string") return;
        expect(0 <= range.start && range.start <= range.end && range.end < size).toBe(true);
      }),
    );
  });

  test("J2: never throws on 16 KiB", () => {
    for (const unit of ["9", "-", ",", "bytes=", "0-", "0"]) {
      const hostile = unit.repeat(16_384 / unit.length);
      for (const header of [hostile, `bytes=${hostile}`, `bytes=${hostile}-${hostile}`]) {
        expect(parseRange(header, 10)).toBeDefined();
      }
    }
  });
});
