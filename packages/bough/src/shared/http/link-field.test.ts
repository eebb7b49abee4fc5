import { describe, expect, test } from "vitest";
import { linkTo } from "./link-field.ts";

describe("linkTo (RFC 8288 3)", () => {
  test.each([
    ['</a?page=2>; rel="next"', "/a?page=2"],
    ["<?page=3>;rel=next", "?page=3"],
    ['<b>; rel="prev", <c>; rel="next"', "c"],
    ['<b>;rel="last NEXT"; title="x"', "b"],
    ["<b> ; REL = Next", "b"],
    ['<b>; title="a, <x>; rel=\\"next\\"", <c>; rel=next', "c"],
    ["<https://a.test/x,y;z>; rel=next", "https://a.test/x,y;z"],
    ["<b>; crossorigin; rel=next", "b"],
    ["<b>; rel=prev; rel=next", undefined],
    ['<b>; rel=next; anchor="/other"', undefined],
    ["<b>; rel=next; anchor=/other, <c>; rel=next", "c"],
    ['<b>; rel="nextish next-page"', undefined],
    ["<b>", undefined],
    ["<b", undefined],
    ["b>; rel=next", undefined],
    ["", undefined],
    ["<>; rel=next", ""],
    ['<b>; rel="next', undefined],
    ["<b>; rel*=UTF-8''next", undefined],
    ["<b> junk; rel=next", undefined],
  ])("of %s is %s", (field, target) => {
    expect(linkTo("next", field)).toBe(target);
  });

  test("takes linear time", () => {
    for (const field of [
      `<a>${" ".repeat(200_000)}`,
      `<a>${"; x".repeat(100_000)}`,
      `<a>${';a="'.repeat(100_000)}`,
      `<a>; rel="${"\\".repeat(200_001)}`,
      "<".repeat(200_000),
      "<a>".repeat(100_000),
    ]) {
      expect(linkTo("next", field)).toBeUndefined();
    }
  });
});
