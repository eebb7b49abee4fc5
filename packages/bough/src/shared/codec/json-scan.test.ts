import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanJson } from "./json.ts";

const integer = "must not have an integer that JavaScript would change: send it as a string";
const tooLarge = "must not have a number that is too large";
const twice = "must not have the same key twice";

describe("scanJson", () => {
  test.each([
    ["9007199254740993", integer, ""],
    ["9007199254740994000001", integer, ""],
    ["1152921504606846976", integer, ""],
    ["1000000000000000000000", integer, ""],
    ["-9007199254740993", integer, ""],
    ['{"a":[1,2.5,{"b":9007199254740993}]}', integer, "/a/2/b"],
    ["[[],{},[0],1e400]", tooLarge, "/3"],
    ["[-1E+400]", tooLarge, "/0"],
    ["[1,1e309]", tooLarge, "/1"],
    [`[${"9".repeat(400)}]`, tooLarge, "/0"],
    ['{"a/b~c":{"\\u0064":1e400}}', tooLarge, "/a~1b~0c/d"],
    ['{"a":"1e400, \\"[{","b":1e400}', tooLarge, "/b"],
    ['{"a":{"b":1},"c":[],"d":[{}, 1e400]}', tooLarge, "/d/1"],
  ])("D8: finds the number in %s", (text, message, pointer) => {
    expect(scanJson(text, false)).toEqual({ message, pointer });
  });

  test.each([
    "9007199254740991",
    "-9007199254740991",
    "9007199254740992",
    "-9007199254740992",
    "1152921504606847000",
    "100000000000000000000",
    "9007199254740993.5",
    "9007199254740993.0",
    "9e99",
    "1e21",
    "1E21",
    "-0",
    "1e-400",
    "0.1234567890123456789",
    '["9007199254740993","\\\\","\\""]',
    '{"9007199254740993":null,"a":true}',
    "[]",
    '""',
    " \n\t[ 1 , 2 ] ",
  ])("D8: finds nothing in %s", (text) => {
    expect(scanJson(text, true)).toBeUndefined();
  });

  test.each([
    ['{"a":1,"a":1}', "/a"],
    ['{"a":1,"\\u0061":2}', "/a"],
    ['[{"b":{"c":1,"d":{},"c":[]}}]', "/0/b/c"],
    ['{"__proto__":1,"__proto__":2}', "/__proto__"],
    ['{"":1,"":2}', "/"],
  ])("D8: finds the key that comes twice in %s, where asked", (text, pointer) => {
    expect(scanJson(text, true)).toEqual({ message: twice, pointer });
    expect(scanJson(text, false)).toBeUndefined();
  });

  test("D8: one key in two objects is not twice", () => {
    expect(scanJson('[{"a":{"a":1}},{"a":"a","b":"a"},"a","a"]', true)).toBeUndefined();
  });

  test("H3: a pointer that is too long to be of use is left out", () => {
    const key = "k".repeat(2000);
    expect(scanJson(`{"${key}":1e400}`, false)).toEqual({ message: tooLarge, pointer: "" });
  });

  test("finds nothing in what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => scanJson(JSON.stringify(value), true) === undefined),
    );
  });

  test("points at the member that is at fault", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.string(), (value, key) => {
        const text = JSON.stringify([value, { [key]: [null, "mark"] }]).replace(
          /"mark"\]\}\]$/,
          "1e400]}]",
        );
        const pointer = `/1/${key.replaceAll("~", "~0").replaceAll("/", "~1")}/1`;
        expect(scanJson(text, false)).toEqual({ message: tooLarge, pointer });
      }),
    );
  });

  test("J2: 500,000 levels and long strings finish", () => {
    expect(scanJson("[".repeat(500_000) + "]".repeat(500_000), true)).toBeUndefined();
    expect(scanJson(`"${'\\"'.repeat(500_000)}"`, true)).toBeUndefined();
  });
});
