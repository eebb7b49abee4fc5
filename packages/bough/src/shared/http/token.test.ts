import { describe, expect, test } from "vitest";
import { tokenEnd } from "./header-value.ts";

describe("tokenEnd", () => {
  test("knows exactly the characters of RFC 9110 5.6.2", () => {
    const found = Array.from({ length: 0x200 }, (_, code) => String.fromCharCode(code))
      .filter((character) => tokenEnd(character, 0, 1) === 1)
      .join("");
    expect(found).toBe(
      "!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~",
    );
  });

  test("stops at the first other character and at the end given", () => {
    expect(tokenEnd("text/plain", 0, 10)).toBe(4);
    expect(tokenEnd("text/plain", 5, 10)).toBe(10);
    expect(tokenEnd("text/plain", 5, 7)).toBe(7);
    expect(tokenEnd("text/plain", 4, 10)).toBe(4);
  });
});
