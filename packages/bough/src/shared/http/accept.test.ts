import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { negotiate, parseAccept, qualityOf } from "./accept.ts";
import { parseMediaType } from "./media-type.ts";

const quality = (accept: string, mediaType: string): number =>
  qualityOf(
    parseMediaType(mediaType) ?? { essence: "", parameters: new Map() },
    parseAccept(accept),
  );

describe("parseAccept", () => {
  test("reads types, parameters and weights", () => {
    expect(parseAccept('Text/*;q=0.3,a/b;C="d,e";q=1.000 , */*')).toEqual([
      { type: "text", subtype: "*", parameters: new Map(), q: 0.3 },
      { type: "a", subtype: "b", parameters: new Map([["c", "d,e"]]), q: 1 },
      { type: "*", subtype: "*", parameters: new Map(), q: 1 },
    ]);
  });

  test("reads a weight wherever it stands, with what follows it", () => {
    expect(parseAccept("a/b;q=0.5;c=d")).toEqual([
      { type: "a", subtype: "b", parameters: new Map([["c", "d"]]), q: 0.5 },
    ]);
  });

  test.each(["0", "0.", "0.0", "0.000", "0.5", "0.123", "1", "1.", "1.0", "1.000", ".2"])(
    "N9: q=%s is a weight",
    (weight) => {
      expect(parseAccept(`a/b;q=${weight}`).map(({ q }) => q)).toEqual([Number(weight)]);
    },
  );

  test.each([
    "0.1234",
    "1.001",
    "2",
    "-1",
    "1e0",
    "",
    ".",
    "0.1.",
    "NaN",
    "Infinity",
    "00",
    "01",
    "٣",
  ])("N9: q=%s is none, and its member is ignored", (weight) => {
    expect(parseAccept(`a/b;q=${weight}, c/d`).map(({ type }) => type)).toEqual(["c"]);
  });

  test.each([
    "a",
    "*",
    "*/json",
    "/",
    "a/",
    "a b/c",
    "a/b c",
    "a/b;c",
    'a/b;c="\\',
    "a/b;q=1;q=1",
    "",
  ])("N9: the broken range %j is ignored", (member) => {
    expect(parseAccept(member)).toEqual([]);
  });

  test.each([",", ";", '"', " ", "\\", "a/b,", "a/b;", '",', "\\,", "*/*;q=0,", 'a/b;c="'])(
    "J2: 16 KiB of %j finishes",
    (unit) => {
      for (const prefix of ["", "a/b;", 'a/b;c="', "a/b;c="]) {
        const ranges = parseAccept(prefix + unit.repeat(16_384 / unit.length));
        expect(ranges.length).toBeLessThanOrEqual(16_384 / 4 + 1);
      }
    },
  );
});

describe("qualityOf", () => {
  const example =
    "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5";

  test.each([
    ["text/plain;format=flowed", 1],
    ["text/plain", 0.7],
    ["text/html", 0.3],
    ["image/jpeg", 0.5],
    ["text/plain;format=fixed", 0.4],
    ["text/html;level=3", 0.3],
  ])("N7: most specific range decides q: %s", (mediaType, expected) => {
    expect(quality(example, mediaType)).toBe(expected);
  });

  test.each([
    ["text/*;q=0.7, text/plain;q=0.3", "text/plain", 0.3],
    ["text/*;q=0, */*", "text/plain", 0],
    ["text/plain;level=1;level2=2;q=0.2, text/plain;level=1", "text/plain;level=1;level2=2", 0.2],
  ])("N7: of %j the most specific decides, even where it gives less", (accept, type, expected) => {
    expect(quality(accept, type)).toBe(expected);
  });

  test("is 0 where no range matches", () => {
    expect(quality("text/plain;format=flowed, */*;a=b", "text/plain")).toBe(0);
    expect(quality("", "text/plain")).toBe(0);
  });

  test("of two equal ranges the more generous counts", () => {
    expect(quality("a/b;q=0.2, a/b;q=0.6", "a/b")).toBe(0.6);
    expect(quality("a/b;q=0.6, a/b;q=0.2", "a/b")).toBe(0.6);
  });

  test("a range that asks for UTF-8 matches what names no charset", () => {
    expect(quality("application/json; charset=UTF-8", "application/json")).toBe(1);
    expect(quality("application/json; charset=latin1", "application/json")).toBe(0);
    expect(quality("text/csv;charset=utf-8", "text/csv;charset=latin1")).toBe(0);
  });
});

describe("negotiate", () => {
  const available = ["application/json", "text/csv", "application/cbor"];

  test.each([
    ["N6: absent", undefined, 0],
    ["N6: empty", "", 0],
    ["anything", "*/*", 0],
    ["the first by name", "application/json", 0],
    ["the first by name, then others", "application/json, text/plain, */*", 0],
    ["the first as the beginning of another name", "application/jsonx, text/csv", 1],
    ["the first with a weight", "application/json;q=0.1, text/csv", 1],
    ["a type that another begins like", "app/json, text/csv;q=0.1", 1],
    ["any of a type that another begins like", "app/*, text/csv;q=0.1", 1],
    ["another", "Application/CBOR", 2],
    ["highest q", "application/json;q=0.5, text/csv;q=0.9", 1],
    ["ties by order of what is available", "text/csv, application/cbor", 1],
    ["a wildcard subtype", "text/*", 1],
    ["N8: q=0 on the only one", "text/csv;q=0", -1],
    ["N8: q=0 takes one out of a wildcard", "application/json;q=0, */*", 1],
    ["N8: nothing at all", "*/*;q=0", -1],
    ["none of them", "text/html", -1],
    ["N9: a broken member beside a good one", "text/csv;q=9, application/cbor;q=0.1", 2],
    ["N9: nothing but broken members", "json;;, q=7", 0],
    ["a browser", "text/html,application/xml;q=0.9,*/*;q=0.8", 0],
    ["old Java", "text/html, image/gif, *; q=.2, */*; q=.2", 0],
    ["E2: a prototype's name", "constructor/__proto__", -1],
  ])("%s", (_, accept, expected) => {
    expect(negotiate(accept, available)).toBe(expected);
  });

  test("finds nothing among nothing", () => {
    expect([undefined, "", "*/*", "a/b", ","].map((accept) => negotiate(accept, []))).toEqual([
      -1, -1, -1, -1, -1,
    ]);
  });

  test("passes over an available text that is no media type", () => {
    expect(negotiate("*/*, a/b", ["nonsense", "a/b"])).toBe(1);
  });

  test("never throws, and answers an index or -1", () => {
    const unit = fc.constantFrom(
      "a/b",
      "*/*",
      ";",
      "q=",
      "0.5",
      ",",
      '"',
      "\\",
      " ",
      "text/csv",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.string({ unit }), (accept) => {
        expect([-1, 0, 1, 2]).toContain(negotiate(accept, available));
      }),
    );
  });
});
