import { describe, expect, test } from "vitest";
import { isIdempotent, isKnownMethod, isSafe } from "./method.ts";

const rows: readonly [method: string, safe: boolean, idempotent: boolean, known: boolean][] = [
  ["GET", true, true, true],
  ["HEAD", true, true, true],
  ["OPTIONS", true, true, true],
  ["QUERY", true, true, true],
  ["PUT", false, true, true],
  ["DELETE", false, true, true],
  ["POST", false, false, true],
  ["PATCH", false, false, true],
  ["TRACE", false, false, false],
  ["CONNECT", false, false, false],
  ["TRACK", false, false, false],
];

describe("method", () => {
  test.each(rows)(
    "M21: %s is safe %s, idempotent %s, known %s",
    (method, safe, idempotent, known) => {
      expect([isSafe(method), isIdempotent(method), isKnownMethod(method)]).toEqual([
        safe,
        idempotent,
        known,
      ]);
    },
  );

  test("M8: another case is another method", () => {
    expect(["Get", "get", "patch", "Query"].filter(isKnownMethod)).toEqual([]);
  });

  test("A11: names of Object.prototype are no methods", () => {
    expect(
      ["constructor", "__proto__", "toString", "hasOwnProperty", ""].filter(isKnownMethod),
    ).toEqual([]);
  });
});
