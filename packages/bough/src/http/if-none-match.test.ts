import { describe, expect, test } from "vitest";
import { hasTag } from "./if-none-match.ts";

describe("RFC 9110 13.1.2: If-None-Match", () => {
  test.each([
    [undefined, false],
    ["", false],
    ["*", true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['"b,a", "c"', false],
    ["a", false],
    ['"aa"', false],
  ])("%j", (header, has) => {
    expect(hasTag(header, '"a"')).toBe(has);
  });
});
