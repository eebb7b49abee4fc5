import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distinctParameters, essenceOf, parseMediaType } from "./media-type.ts";

const read = (text: string): unknown => {
  const found = parseMediaType(text);
  return found && [found.essence, Object.fromEntries(found.parameters)];
};

describe("parseMediaType", () => {
  test.each([
    ["application/json", ["application/json", {}]],
    ["APPLICATION/JSON; charset=UTF-8", ["application/json", { charset: "utf-8" }]],
    ['Application/JSON; Charset="utf-8"', ["application/json", { charset: "utf-8" }]],
    ["application/json;charset=utf-16le", ["application/json", { charset: "utf-16le" }]],
    ["application/vnd.a+json \t;\t v=2", ["application/vnd.a+json", { v: "2" }]],
    ["text/plain;Format=Flowed", ["text/plain", { format: "Flowed" }]],
    ["multipart/form-data; boundary=----a'b", ["multipart/form-data", { boundary: "----a'b" }]],
    ['a/b;c="d;e, \\"f\\\\ é"', ["a/b", { c: 'd;e, "f\\ é' }]],
    ['a/b;c=""', ["a/b", { c: "" }]],
    ['a/b;c=" \t~\xff"', ["a/b", { c: " \t~\xff" }]],
    ["a/b;", ["a/b", {}]],
    ["a/b; ;c=d; ", ["a/b", { c: "d" }]],
  ])("N1, D1: %j is read", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    " application/json",
    "application/json ",
    "\tapplication/json",
    "application/json\ta",
    "application/json garbage",
    "application/json, text/plain",
    "application/json, application/json",
    "application/json/x",
    "application/json;charset",
    "application/json;charset=",
    "application/json;charset=;v=2",
    "application/json;charset:utf-8",
    'application/json;charset"utf-8"',
    "application/json;charset =utf-8",
    "application/json;charset= utf-8",
    "application/json;charset=utf-8 garbage",
    "application/json;charset=utf-8;charset=utf-16",
    'application/json;charset="utf-8',
    'application/json;charset="utf-8\\',
    'application/json;charset="utf-8\\"',
    'application/json;charset="a\u0000"',
    'application/json;charset="a\\\n"',
    'application/json;charset="a\x7f"',
    'application/json;charset="\\\x7f"',
    'application/json;charset="\u0100"',
    'application/json;charset="utf-8"x',
    "application/json;=x",
    "application/json;ü=x",
    "application/json\u0000",
    "application/",
    "/json",
    "/",
    "application",
    "",
    ";",
    "constructor",
    "__proto__",
  ])("D1: %j is no media type", (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });

  test("remembers what it read last, and nothing wrong", () => {
    for (const text of [
      "",
      "a/b",
      "a/b",
      "a/c",
      "",
      "broken",
      "broken",
      "application/json",
      "a/b",
    ]) {
      expect(parseMediaType(text)?.essence).toBe(text.includes("/") ? text : undefined);
    }
  });

  test("E2: a parameter may be named like a member of Object.prototype", () => {
    const parameters = parseMediaType("a/b;__proto__=c;toString=d")?.parameters;
    expect([...(parameters ?? [])]).toEqual([
      ["__proto__", "c"],
      ["tostring", "d"],
    ]);
    expect(parseMediaType("a/b")?.parameters.get("constructor")).toBeUndefined();
  });

  test.each([";", '"', " ", "\\", ",", "a", "/", "=", ";a=b", ';a="', '\\"', "; "])(
    "J2: 16 KiB of %j finishes",
    (unit) => {
      const hostile = unit.repeat(16_384 / unit.length);
      for (const prefix of ["", "a/b", "a/b;c=", 'a/b;c="']) {
        const found = parseMediaType(prefix + hostile);
        expect(found === undefined || typeof found.essence === "string").toBe(true);
      }
    },
  );

  test("never throws, and what it reads is lower-case", () => {
    const unit = fc.constantFrom(
      "a",
      "B",
      "/",
      ";",
      "=",
      '"',
      "\\",
      " ",
      "\t",
      ",",
      "\u0000",
      "é",
      "😀",
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const found = parseMediaType(text);
        if (found) expect(found.essence).toBe(found.essence.toLowerCase());
      }),
    );
  });

  test("reads back any value that was quoted", () => {
    const value = fc.string({
      unit: fc.constantFrom("a", '"', "\\", " ", "\t", ";", ",", "=", "é"),
    });
    fc.assert(
      fc.property(value, (text) => {
        const quoted = `a/b;c="${text.replace(/["\\]/g, "\\$&")}"`;
        expect(parseMediaType(quoted)?.parameters.get("c")).toBe(text);
      }),
    );
  });
});

describe("essenceOf", () => {
  test("is cheap and lenient", () => {
    const texts = ["Application/JSON; charset=utf-8", " text/HTML ", "a/b ;c", "", ";", "nonsense"];
    expect(texts.map(essenceOf)).toEqual([
      "application/json",
      "text/html",
      "a/b",
      "",
      "",
      "nonsense",
    ]);
  });

  test("agrees with parseMediaType where that reads anything", () => {
    const unit = fc.constantFrom("a", "B", "/", ";", "=", " ", "c");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const found = parseMediaType(text);
        if (found) expect(essenceOf(text)).toBe(found.essence);
      }),
    );
  });
});

test("distinctParameters: all but the charset", () => {
  const type = parseMediaType("text/csv;header=present;charset=utf-8;q=1");
  expect(type && distinctParameters(type)).toEqual([
    ["header", "present"],
    ["q", "1"],
  ]);
});
