import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { naughtyStrings } from "../../../../test/support/chunks.ts";
import { filenameOf, formatContentDisposition } from "./content-disposition.ts";
import { isFieldValue } from "./header-value.ts";

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

describe("filenameOf", () => {
  // From the test cases at http://greenbytes.de/tech/tc2231/.
  test.each([
    ['attachment; filename="foo.html"', "foo.html"],
    ["attachment; filename=foo.html", "foo.html"],
    ['attachment; filename="f\\oo.html"', "foo.html"],
    ['attachment; filename="\\"quoting\\" tested.html"', '"quoting" tested.html'],
    ['Attachment; FILENAME="foo.html"', "foo.html"],
    ['attachment; foo="bar"; filename="foo.html"', "foo.html"],
    ['attachment; filename="foo-%41.html"', "foo-%41.html"],
    ["attachment; filename*=UTF-8''foo-%c3%a4-%e2%82%ac.html", "foo-ä-€.html"],
    ["attachment; filename*=utf-8'en'foo.html", "foo.html"],
    ["attachment; filename=\"foo-ae.html\"; filename*=UTF-8''foo-%c3%a4.html", "foo-ä.html"],
    ["attachment; filename*=UTF-8''foo-%c3%a4.html; filename=\"foo-ae.html\"", "foo-ä.html"],
    ["attachment; filename*=iso-8859-1''foo-%E4.html; filename=a", "a"],
    ['attachment; filename="foo-\u00e4.html"', "foo-ä.html"],
    ['attachment; filename="foo-\u00c3\u00a4.html"', "foo-ä.html"],
    ["inline", undefined],
    ["attachment; filename=foo bar.html", undefined],
    ["attachment; filename=a; filename=b", undefined],
    ['attachment; filename="foo.html', undefined],
    ['filename="foo.html"', undefined],
    ["", undefined],
    ['; filename="a"', undefined],
  ])("6266: reads %j", (header, filename) => {
    expect(filenameOf(header)).toBe(filename);
  });

  test.each([
    "%zz",
    "UTF-8''%zz",
    "UTF-8''%",
    "UTF-8''%c3",
    "UTF-8''a'b",
    "UTF-8'a",
    "UTF-8",
    "''a",
  ])("D9: %j in filename* is passed over", (value) => {
    expect(filenameOf(`attachment; filename*=${value}`)).toBeUndefined();
    expect(filenameOf(`attachment; filename*=${value}; filename=a`)).toBe("a");
  });

  test.each([
    ['attachment; filename="../../etc/passwd"', "passwd"],
    ['attachment; filename="C:\\\\a\\\\b.txt"', "b.txt"],
    ["attachment; filename*=UTF-8''..%2F..%5Cb.txt", "b.txt"],
    ['attachment; filename="."', undefined],
    ['attachment; filename=".."', undefined],
    ["attachment; filename*=UTF-8''a%2F", undefined],
  ])("6266 4.3: of a path in %j the last part counts", (header, filename) => {
    expect(filenameOf(header)).toBe(filename);
  });

  test("reads what was written: every name that is not a path", () => {
    const name = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(name, fc.constantFrom("attachment", "inline"), (text, type) => {
        const header = formatContentDisposition(text, type);
        expect(isFieldValue(header)).toBe(true);
        const plain = /^\.{1,2}$|[\p{Cc}\u2028\u2029/\\]/u.test(text) ? undefined : text;
        const read = filenameOf(header);
        if (plain !== undefined) expect(read ?? "").toBe(plain);
      }),
    );
  });

  test.each(naughtyStrings.filter((text) => /^[^\p{Cc}\u2028\u2029/\\]*$/u.test(text)))(
    "carries %j",
    (text) => {
      expect(filenameOf(formatContentDisposition(text)) ?? "").toBe(text === "." ? "_" : text);
    },
  );

  test("J2: never throws on 16 KiB", () => {
    for (const unit of [
      "'",
      '"',
      "%",
      ";",
      "\\",
      " ",
      "=",
      "a",
      "filename*=",
      "\u00ff",
      "/",
      ".",
    ]) {
      const hostile = unit.repeat(16_384 / unit.length);
      for (const prefix of [
        "",
        "a;filename=",
        'a;filename="',
        "a;filename*=",
        "a;filename*=UTF-8''",
      ]) {
        expect(() => filenameOf(prefix + hostile)).not.toThrow();
        expect(() => filenameOf(`${prefix}${hostile}"`)).not.toThrow();
      }
    }
  });

  test("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        filenameOf(text);
        filenameOf(`a; filename*=${text}`);
      }),
    );
  });
});
