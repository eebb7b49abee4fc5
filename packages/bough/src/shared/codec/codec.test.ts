import { describe, expect, test } from "vitest";
import { type Codec, DecodeError } from "./codec.ts";

describe("Codec", () => {
  test("fits in three lines, without the limits", () => {
    const reversed = {
      mediaType: "text/reversed",
      encode: (value: unknown) => [...String(value)].reverse().join(""),
      decode: (bytes: Uint8Array) => [...new TextDecoder().decode(bytes)].reverse().join(""),
    };
    const codec: Codec = reversed;
    const bytes = new TextEncoder().encode(String(codec.encode("abc")));
    expect(codec.decode(bytes, { depth: 1 })).toBe("abc");
  });
});

describe("DecodeError", () => {
  test("names itself and where the fault is", () => {
    const error = new DecodeError("must be valid JSON", "/a/0");
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code, error.message, error.pointer]).toEqual([
      "DecodeError",
      "undecodable",
      "must be valid JSON",
      "/a/0",
    ]);
    expect(new DecodeError("must be valid JSON").pointer).toBe("");
  });
});
