import { describe, expect, test } from "vitest";
import { escapeTag, parseEntityTags } from "./entity-tag.ts";

const strong = (...opaque: string[]): object[] =>
  opaque.map((one) => ({ isWeak: false, opaque: one }));

describe("RFC 9110 8.8.3: entity tags", () => {
  test.each<[string, unknown]>([
    ["*", "*"],
    [" * ", "*"],
    ['"a"', strong("a")],
    ['""', strong("")],
    ['"a", "b"', strong("a", "b")],
    ['"a","b"', strong("a", "b")],
    ['\t"a"\t,,  , "b" ,', strong("a", "b")],
    ['"a,b"', strong("a,b")],
    ['W/"a"', [{ isWeak: true, opaque: "a" }]],
    ['W/"a", "b"', [{ isWeak: true, opaque: "a" }, ...strong("b")]],
    ['"!#~\u0080\u00ff"', strong("!#~\u0080\u00ff")],
    ['"\\"', strong("\\")],
  ])("reads %j", (header, tags) => {
    expect(parseEntityTags(header)).toEqual(tags);
  });

  test.each([
    "",
    " ",
    ",",
    "a",
    '"a',
    'a"',
    "'a'",
    '"a" "b"',
    '"a"b',
    'w/"a"',
    'W / "a"',
    'W/ "a"',
    '"a b"',
    '"a\u007f"',
    '*, "a"',
    '"a", *',
    "**",
    '"a";q=1',
  ])("refuses %j", (header) => {
    expect(parseEntityTags(header)).toBeUndefined();
  });

  test("reads long lists in linear time", () => {
    expect(parseEntityTags('"a",'.repeat(100_000))).toHaveLength(100_000);
    expect(parseEntityTags(`${" ".repeat(500_000)}x`)).toBeUndefined();
    expect(parseEntityTags(`"${"a".repeat(500_000)}`)).toBeUndefined();
  });
});

test.each([
  ["3", "3"],
  ["2026-01-31T12:00:00.000Z", "2026-01-31T12:00:00.000Z"],
  ["ab+/=_-!$&'()*,:?@#~", "ab+/=_-!$&'()*,:?@#~"],
  ['a"b', "a%22b"],
  ["a;b", "a%3Bb"],
  ["50%", "50%25"],
  [" \t", "%20%09"],
  ["é€😀", "%C3%A9%E2%82%AC%F0%9F%98%80"],
  ["", ""],
])("escapes %j as %j", (text, escaped) => {
  expect(escapeTag(text)).toBe(escaped);
  expect(parseEntityTags(`"${escaped}"`)).toEqual(strong(escaped));
  expect(decodeURIComponent(escaped)).toBe(text);
});
