import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeQueryComponent } from "../../shared/http/percent.ts";
import { writeTexts } from "./parameter-codec.ts";
import { list } from "./list.ts";
import { integer, string } from "./parameter-types.ts";
import { Issue } from "./parameter.ts";
import { decodeQueryParameter } from "./query.ts";

describe("a query parameter", () => {
  test("is decoded once", () => {
    expect(decodeQueryParameter(string(), ["a+b%2B%252B"])).toBe("a b+%2B");
  });

  test("C2: with a broken escape is refused", () => {
    for (const raw of ["%zz", "%C0%AF", "%", "a%E9"]) {
      expect(decodeQueryParameter(string(), [raw])).toEqual(
        new Issue("must not have a broken escape"),
      );
    }
    expect(decodeQueryParameter(list(string()), ["a", "%"])).toEqual(
      new Issue("must not have a broken escape"),
    );
  });

  test("C1: twice is refused where it is not a list", () => {
    expect(decodeQueryParameter(string(), ["1", "2"])).toEqual(
      new Issue("is given more than once"),
    );
    expect(decodeQueryParameter(list(string()), ["1", "2"])).toEqual(["1", "2"]);
  });

  test("C3: absent, empty and there are three things", () => {
    expect(decodeQueryParameter(string().optional(), undefined)).toBeUndefined();
    expect(decodeQueryParameter(string().optional(), [""])).toBe("");
    expect(decodeQueryParameter(string().default("d"), undefined)).toBe("d");
    expect(decodeQueryParameter(string(), undefined)).toEqual(new Issue("is missing"));
    expect(decodeQueryParameter(integer(), [""])).toEqual(new Issue("must be an integer"));
  });
});

describe("a comma list", () => {
  const type = list(string(), { style: "comma" });

  test("U15: is split before it is decoded, so that an escaped comma stays inside", () => {
    expect(decodeQueryParameter(type, ["a%2Cb,c"])).toEqual(["a,b", "c"]);
    expect(decodeQueryParameter(type, ["a,,b"])).toEqual(["a", "", "b"]);
  });

  test("stands once", () => {
    expect(decodeQueryParameter(type, ["a", "b"])).toEqual(new Issue("is given more than once"));
  });

  test("absent is [], empty is one empty text", () => {
    expect(decodeQueryParameter(type, undefined)).toEqual([]);
    expect(decodeQueryParameter(type, [""])).toEqual([""]);
    expect(decodeQueryParameter(list(integer(), { style: "comma" }), [""])).toEqual(
      new Issue("must be an integer"),
    );
  });

  test("C6: as long as a target may be is read in linear time", () => {
    expect(decodeQueryParameter(type, [",".repeat(16_384)])).toHaveLength(16_385);
  });

  test("gives back what was written, in both styles", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), fc.boolean(), (values, comma) => {
        const style = comma ? "comma" : "repeat";
        const both = list(string({ nul: true }), { style });
        const texts = (writeTexts(both, values) as string[]).map(encodeQueryComponent);
        const raw = texts.length === 0 ? undefined : comma ? [texts.join(",")] : texts;
        expect(decodeQueryParameter(both, raw)).toEqual(values);
      }),
    );
  });
});
