import { describe, expect, test } from "vitest";
import { encodedContent, measured } from "./fetch-exchange.ts";

describe("measured", () => {
  test.each([
    ["", 0],
    ["abc", 3],
    ["é", 2],
    ["€", 3],
    ["😀", 4],
    ["\ud800", 3],
    ["€".repeat(5_461), 16_383],
  ])("leaves short text as it is, and counts its bytes %#", (content, length) => {
    expect(measured(content)).toEqual({ content, length });
  });

  test.each(["€".repeat(5_462), "a".repeat(20_000)])("encodes long text %#", (text) => {
    const content = new TextEncoder().encode(text);
    expect(measured(text)).toEqual({ content, length: content.byteLength });
  });

  test("keeps bytes", () => {
    const content = Uint8Array.of(1, 2);
    expect(measured(content).content).toBe(content);
    expect(measured(content).length).toBe(2);
  });
});

describe("encodedContent", () => {
  test("encodes text, and keeps all else", () => {
    const bytes = Uint8Array.of(1, 2);
    expect(encodedContent("é")).toEqual(Uint8Array.of(0xc3, 0xa9));
    expect(encodedContent(bytes)).toBe(bytes);
    expect(encodedContent(null)).toBeNull();
  });
});
