import { describe, expect, test } from "vitest";
import { z } from "zod";
import { either } from "./either.ts";
import { jsonText } from "./json-text.ts";
import { list } from "./list.ts";
import { oneOf } from "./one-of.ts";
import { parameter } from "./parameter-make.ts";
import { integer, string } from "./parameter-types.ts";
import { listStyleOf, textsOf, writeTexts } from "./parameter-codec.ts";
import { Issue, type ParameterLike } from "./parameter.ts";

const flag = z.stringbool();

const read = (type: ParameterLike, text?: string): unknown =>
  textsOf(type).readLine(type, new Headers(text === undefined ? {} : { x: text }), "X");

describe("textsOf", () => {
  test("goes through a parameter type, there and back", () => {
    const type = list(integer());
    expect(writeTexts(type, [1, 2])).toEqual(["1", "2"]);
    expect(textsOf(type).writeQuery(type, "a b", [1, 2])).toBe("&a+b=1&a+b=2");
    expect(textsOf(type).writeQuery(type, "a", [])).toBe("");
    expect(textsOf(type).writeQuery(type, "a", ["x"])).toEqual(new Issue("must be an integer"));
    expect(textsOf(type).writeLine(type, "a", [1, 2])).toBe("1, 2");
    expect(read(type, "1,2")).toEqual([1, 2]);
    expect(read(type)).toEqual([]);
    expect(read(string())).toEqual(new Issue("is missing"));
    expect(writeTexts(string(), "\ud800")).toEqual(new Issue("must not contain a lone surrogate"));
  });

  test("goes through a zod codec, there and back", () => {
    expect(writeTexts(flag, true)).toEqual(["true"]);
    expect(textsOf(flag).writeQuery(flag, "a b", true)).toBe("&a+b=true");
    expect(textsOf(flag).writeLine(flag, "a", true)).toBe("true");
    expect(read(flag, "true")).toBe(true);
    expect(read(flag, "maybe")).toEqual(new Issue("is not valid"));
    for (const write of [
      (value: unknown) => writeTexts(flag, value),
      (value: unknown) => textsOf(flag).writeQuery(flag, "a", value),
      (value: unknown) => textsOf(flag).writeLine(flag, "a", value),
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
      expect(textsOf(odd).writeQuery(odd, "a", value)).toEqual(new Issue("is not valid"));
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

test.each([
  string(),
  oneOf("é"),
  either(integer(), oneOf("é")),
  parameter({ decode: (text) => text, encode: (value: string) => value }),
  list(string()),
])("Last-Event-ID is UTF-8 for each type whose text may not be ASCII: %#", (type) => {
  const value = "list" in type["~parameter"] ? ["é"] : "é";
  expect(textsOf(type).writeLine(type, "Last-Event-ID", value)).toBe("Ã©");
  expect(textsOf(type).writeLine(type, "X", value)).toBe("é");
});

test("Last-Event-ID is UTF-8 for JSON", () => {
  const json = jsonText();
  expect(textsOf(json).writeLine(json, "last-event-id", "é")).toBe('"Ã©"');
});

describe("listStyleOf", () => {
  test("is that of a list, and of nothing else", () => {
    expect(listStyleOf(list(string(), { style: "comma" }))).toMatchObject({ style: "comma" });
    expect([listStyleOf(string()), listStyleOf(flag)]).toEqual([undefined, undefined]);
  });
});
