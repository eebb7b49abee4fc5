import { describe, expect, test } from "vitest";
import { z } from "zod";
import { list } from "./list.ts";
import { integer, string } from "./parameter-types.ts";
import { listStyleOf, textsOf, writeTexts } from "./parameter-codec.ts";
import { Issue, type ParameterLike } from "./parameter.ts";

const flag = z.stringbool();

const read = (type: ParameterLike, text?: string): unknown =>
  textsOf(type).readLine(new Headers(text === undefined ? {} : { x: text }), "X");

describe("textsOf", () => {
  test("goes through a parameter type, there and back", () => {
    const type = list(integer());
    expect(writeTexts(type, [1, 2])).toEqual(["1", "2"]);
    expect(textsOf(type).writeQuery("a b", [1, 2])).toBe("&a+b=1&a+b=2");
    expect(textsOf(type).writeQuery("a", [])).toBe("");
    expect(textsOf(type).writeQuery("a", ["x"])).toEqual(new Issue("must be an integer"));
    expect(textsOf(type).writeLine("a", [1, 2])).toBe("1, 2");
    expect(read(type, "1,2")).toEqual([1, 2]);
    expect(read(type)).toEqual([]);
    expect(read(string())).toEqual(new Issue("is missing"));
    expect(writeTexts(string(), "\ud800")).toEqual(new Issue("must not contain a lone surrogate"));
  });

  test("goes through a zod codec, there and back", () => {
    expect(writeTexts(flag, true)).toEqual(["true"]);
    expect(textsOf(flag).writeQuery("a b", true)).toBe("&a+b=true");
    expect(textsOf(flag).writeLine("a", true)).toBe("true");
    expect(read(flag, "true")).toBe(true);
    expect(read(flag, "maybe")).toEqual(new Issue("is not valid"));
    for (const write of [
      (value: unknown) => writeTexts(flag, value),
      (value: unknown) => textsOf(flag).writeQuery("a", value),
      (value: unknown) => textsOf(flag).writeLine("a", value),
    ]) {
      expect(write("true")).toEqual(new Issue("is not valid"));
      expect(write(undefined)).toEqual(new Issue("is missing"));
    }
    expect(read(flag)).toEqual(new Issue("is missing"));
  });

  test("refuses a codec's text that no URL carries, and what is no text", () => {
    const odd = z.codec(z.any(), z.any(), { decode: (text) => text, encode: (value) => value });
    for (const value of ["\ud800", 1, null]) {
      expect(writeTexts(odd, value)).toEqual(new Issue("is not valid"));
      expect(textsOf(odd).writeQuery("a", value)).toEqual(new Issue("is not valid"));
    }
  });

  test("refuses for a codec that throws, or answers later", () => {
    const throws = z.codec(z.string(), z.string(), {
      decode: () => {
        throw new Error("secret");
      },
      encode: async (value) => Promise.resolve(value),
    });
    expect(read(throws, "x")).toEqual(new Issue("is not valid"));
    expect(writeTexts(throws, "x")).toEqual(new Issue("is not valid"));
  });
});

describe("listStyleOf", () => {
  test("is that of a list, and of nothing else", () => {
    expect(listStyleOf(list(string(), { style: "comma" }))).toMatchObject({ style: "comma" });
    expect([listStyleOf(string()), listStyleOf(flag)]).toEqual([undefined, undefined]);
  });
});
