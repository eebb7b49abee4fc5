import { describe, expect, test } from "vitest";
import { z } from "zod";
import { integer, list, string } from "./parameter-types.ts";
import { listStyleOf, readTexts, writeTexts } from "./parameter-texts.ts";
import { Issue } from "./parameter.ts";

const flag = z.stringbool();

describe("writeTexts and readTexts", () => {
  test("go through a parameter type, there and back", () => {
    const type = list(integer());
    expect(writeTexts(type, [1, 2])).toEqual(["1", "2"]);
    expect(readTexts(type, ["1", "2"])).toEqual([1, 2]);
    expect(readTexts(type, undefined)).toEqual([]);
    expect(readTexts(string(), undefined)).toEqual(new Issue("is missing"));
    expect(writeTexts(string(), "\ud800")).toEqual(
      new Issue("has a lone surrogate, which no URL carries"),
    );
  });

  test("go through a zod codec, there and back", () => {
    expect(writeTexts(flag, true)).toEqual(["true"]);
    expect(readTexts(flag, ["true"])).toBe(true);
    expect(readTexts(flag, ["maybe"])).toEqual(new Issue("is refused"));
    expect(writeTexts(flag, "true")).toEqual(new Issue("is refused"));
    expect(writeTexts(flag, undefined)).toEqual(new Issue("is missing"));
  });

  test("want a codec's text once", () => {
    expect(readTexts(flag, undefined)).toEqual(new Issue("is missing"));
    expect(readTexts(flag, [])).toEqual(new Issue("is missing"));
    expect(readTexts(flag, ["true", "false"])).toEqual(new Issue("stands more than once"));
  });

  test("refuse for a codec that throws, or answers later", () => {
    const throws = z.codec(z.string(), z.string(), {
      decode: () => {
        throw new Error("secret");
      },
      encode: async (value) => Promise.resolve(value),
    });
    expect(readTexts(throws, ["x"])).toEqual(new Issue("is refused"));
    expect(writeTexts(throws, "x")).toEqual(new Issue("is refused"));
  });
});

describe("listStyleOf", () => {
  test("is that of a list, and of nothing else", () => {
    expect(listStyleOf(list(string(), { style: "comma" }))).toMatchObject({ style: "comma" });
    expect([listStyleOf(string()), listStyleOf(flag)]).toEqual([undefined, undefined]);
  });
});
