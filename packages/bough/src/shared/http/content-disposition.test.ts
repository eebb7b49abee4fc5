import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { naughtyStrings } from "../../../../../test/support/chunks.ts";
import { formatContentDisposition } from "./content-disposition.ts";
import { isFieldValue } from "./header-value.ts";

// The name as a browser reads it: `filename*` takes precedence over `filename` (RFC 6266 4.3).
function nameIn(header: string): string {
  const [, extended] = /filename\*=UTF-8''(.*)$/.exec(header) ?? [];
  const [, simple = ""] = /filename="((?:[^"\\]|\\.)*)"/.exec(header) ?? [];
  return extended === undefined ? simple.replace(/\\(.)/g, "$1") : decodeURIComponent(extended);
}

describe("formatContentDisposition", () => {
  test.each([
    ["plans.pdf", 'attachment; filename="plans.pdf"'],
    ['the "plans".pdf', 'attachment; filename="the \\"plans\\".pdf"'],
    ["a;b=c, d.txt", 'attachment; filename="a;b=c, d.txt"'],
    ["€ rates.txt", "attachment; filename=\"_ rates.txt\"; filename*=UTF-8''%E2%82%AC%20rates.txt"],
    [
      "naïve'(*).txt",
      "attachment; filename=\"na_ve'(*).txt\"; filename*=UTF-8''na%C3%AFve%27%28%2A%29.txt",
    ],
    ["😀!~", "attachment; filename=\"_!~\"; filename*=UTF-8''%F0%9F%98%80!~"],
    ["50%41.txt", "attachment; filename=\"50_41.txt\"; filename*=UTF-8''50%2541.txt"],
    ["%4A%4b.txt", "attachment; filename=\"_4A_4b.txt\"; filename*=UTF-8''%254A%254b.txt"],
    ["50%.txt", 'attachment; filename="50%.txt"'],
    ["../../etc/passwd", 'attachment; filename=".._.._etc_passwd"'],
    ["C:\\a\\b", 'attachment; filename="C:_a_b"'],
    ["a\r\nX: y\0\u007f\u0085\u2028", 'attachment; filename="a__X: y____"'],
    ["..", 'attachment; filename="__"'],
    [".", 'attachment; filename="_"'],
    [".profile", 'attachment; filename=".profile"'],
    ["a\ud800\ud800", "attachment; filename=\"a__\"; filename*=UTF-8''a%EF%BF%BD%EF%BF%BD"],
    ["", "attachment"],
  ])("6266: writes %j", (filename, header) => {
    expect(formatContentDisposition(filename)).toBe(header);
  });

  test("may be inline", () => {
    expect(formatContentDisposition("a.txt", "inline")).toBe('inline; filename="a.txt"');
  });
});

describe("a file name in the header", () => {
  test("reads what was written: every name that is not a path", () => {
    const name = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(name, fc.constantFrom("attachment", "inline"), (text, type) => {
        const header = formatContentDisposition(text, type);
        expect(isFieldValue(header)).toBe(true);
        const plain = /^\.{1,2}$|[\p{Cc}\u2028\u2029/\\]/u.test(text) ? undefined : text;
        if (plain !== undefined) expect(nameIn(header)).toBe(plain);
      }),
    );
  });

  test.each(naughtyStrings.filter((text) => /^[^\p{Cc}\u2028\u2029/\\]*$/u.test(text)))(
    "carries %j",
    (text) => {
      expect(nameIn(formatContentDisposition(text))).toBe(text === "." ? "_" : text);
    },
  );
});
