import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { naughtyStrings } from "../../../../../test/support/chunks.ts";
import { formatFormDataDisposition, parseFormDataDisposition } from "./form-data-disposition.ts";

describe("formatFormDataDisposition", () => {
  test.each([
    [{ name: "a" }, 'form-data; name="a"'],
    [{ name: "", filename: "" }, 'form-data; name=""; filename=""'],
    [{ name: 'a"b\r\nc', filename: '"\n' }, 'form-data; name="a%22b%0D%0Ac"; filename="%22%0A"'],
    [{ name: "é\\\0;" }, 'form-data; name="é\\\0;"'],
    [{ name: "%", filename: "%0a%20" }, 'form-data; name="%"; filename="%0a%20"'],
  ])("HTML: writes %j", (disposition, header) => {
    expect(formatFormDataDisposition({ filename: undefined, ...disposition })).toBe(header);
  });

  test.each([
    [{ name: "a\ud800" }, "the name of a part has a lone surrogate"],
    [{ name: "a", filename: "\udc00" }, "the file name has a lone surrogate"],
    [{ name: "%22" }, "the name of a part contains %22, which a form cannot carry as it is"],
    [
      { name: "", filename: "a%0D" },
      "the file name contains %0D, which a form cannot carry as it is",
    ],
  ])("refuses %j", (disposition, message) => {
    expect(() => formatFormDataDisposition({ filename: undefined, ...disposition })).toThrow(
      new TypeError(message),
    );
  });
});

describe("parseFormDataDisposition", () => {
  test.each([
    ['form-data; name="a"', "a", undefined],
    ['Form-Data ;\tNAME="a" ; filename=b', "a", "b"],
    ['form-data; filename=""; name=""', "", ""],
    ["form-data;name=a;", "a", undefined],
    ['form-data; name="%22%0D%0A%0a%zz"', '"\r\n%0a%zz', undefined],
    // A backslash is none of the escapes of a browser, but before a quote it is one of others.
    ['form-data; name="C:\\a\\"', "C:\\a\\", undefined],
    ['form-data; name="a\\"; filename="b\\"', "a\\", "b\\"],
    ['form-data; name="a\\"b\\""', 'a"b"', undefined],
    ['form-data; name="a\\\\b"', "a\\\\b", undefined],
    ['form-data; name="\\"', "\\", undefined],
    // Other parameters mean nothing, filename* least of all.
    ["form-data; name=a; filename*=%zz", "a", undefined],
    ["form-data; name=a; filename*=UTF-8''%zz; filename=b", "a", "b"],
    ["form-data; name=a; __proto__=b; toString=c", "a", undefined],
    ['form-data; name="__proto__"; filename="toString"', "__proto__", "toString"],
  ])("reads %j", (header, name, filename) => {
    expect(parseFormDataDisposition(header)).toEqual({ name, filename });
  });

  test.each([
    "",
    "form-data",
    "form-data;",
    "attachment; name=a",
    "form-datax; name=a",
    "form-data name=a",
    "form-data; filename=a",
    "form-data; name",
    "form-data; name=",
    "form-data; name=;",
    "form-data; name = a",
    'form-data; name="a',
    'form-data; name="a" b',
    'form-data; name="a"b"',
    'form-data; name=""b"',
    'form-data; name="a"; name="b"',
    'form-data; name="a"; filename=b; filename=c',
    "form-data; name=a b",
    "form-data; name=é",
    "form-data; =a; name=b",
    "form-data, form-data; name=a",
  ])("D9: %j is no part of a form", (header) => {
    expect(parseFormDataDisposition(header)).toBeUndefined();
  });

  test("reads what was written, and refuses to write what it would not read", () => {
    const unit = fc.constantFrom(
      '"',
      "\\",
      ";",
      "=",
      " ",
      "%",
      "2",
      "0",
      "D",
      "\r",
      "\n",
      "\0",
      "é",
      "😀",
      "\ud800",
    );
    const text = fc.oneof(fc.string({ unit }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (name, filename) => {
        const lossy = /%22|%0D|%0A|\p{Surrogate}/u;
        if (lossy.test(name) || lossy.test(filename ?? "")) {
          expect(() => formatFormDataDisposition({ name, filename })).toThrow(TypeError);
        } else {
          const header = formatFormDataDisposition({ name, filename });
          expect(parseFormDataDisposition(header)).toEqual({ name, filename });
        }
      }),
      { numRuns: 500 },
    );
  });

  test("naughty strings arrive", () => {
    for (const name of naughtyStrings) {
      const disposition = { name, filename: name };
      expect(parseFormDataDisposition(formatFormDataDisposition(disposition))).toEqual(disposition);
    }
  });

  test("J2: never throws on 16 KiB", () => {
    for (const unit of ['"', '\\"', '" ', '"\t;', "\\", ";", " ", "=", "a", "%22", "a=b;"]) {
      const hostile = unit.repeat(16_384 / unit.length);
      for (const prefix of [
        "",
        "form-data",
        "form-data;name=",
        'form-data;name="',
        'form-data;name="a\\"',
      ]) {
        expect(() => parseFormDataDisposition(prefix + hostile)).not.toThrow();
        expect(() => parseFormDataDisposition(`${prefix}${hostile}"x`)).not.toThrow();
      }
    }
  });
});
