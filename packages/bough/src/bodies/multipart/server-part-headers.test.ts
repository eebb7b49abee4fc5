import { describe, expect, test } from "vitest";
import { MultipartError } from "./server-error.ts";
import { parsePartHeaders } from "./server-part-headers.ts";

const utf8 = new TextEncoder();
const NAMED = 'Content-Disposition: form-data; name="a"';
const read = (...lines: string[]): unknown => parsePartHeaders(utf8.encode(lines.join("\r\n")));

describe("parsePartHeaders", () => {
  test.each([
    [[NAMED], {}],
    [['content-disposition:form-data;name="a";filename="b"\t '], { filename: "b" }],
    [
      [NAMED, "Content-Type: \ttext/plain; charset=UTF-8 "],
      { mediaType: "text/plain; charset=UTF-8" },
    ],
    [["X-Other: é", NAMED, "X-Other: again", "x:"], {}],
    [[NAMED, "Content-Type: nonsense"], { mediaType: "application/octet-stream" }],
    [[NAMED, "Content-Type:"], { mediaType: "application/octet-stream" }],
    [[NAMED, "Content-Transfer-Encoding: 8BIT"], {}],
    [[NAMED, "Content-Transfer-Encoding: binary"], {}],
    [[`${NAMED}; filename*=UTF-8''%zz`], {}],
    [
      ['Content-Disposition: form-data; name="a"; filename="\ufeff😀\u0001\u007f"'],
      { filename: "\ufeff😀\u0001\u007f" },
    ],
  ])("reads %j", (lines, expected) => {
    expect(read(...lines)).toEqual({
      name: "a",
      filename: undefined,
      mediaType: "text/plain",
      ...expected,
    });
  });

  const disposition = "must not have a part without Content-Disposition: form-data and a name";
  const malformed = "must not have a part whose headers are malformed";
  test.each([
    [["Content-Type: text/plain"], "disposition", disposition],
    [["Content-Disposition: attachment; name=a"], "disposition", disposition],
    [["Content-Disposition: form-data"], "disposition", disposition],
    [[""], "headers", malformed],
    [[NAMED, NAMED], "headers", malformed],
    [[NAMED, "Content-Type: a/b", "content-type: a/b"], "headers", malformed],
    [[NAMED, " folded"], "headers", malformed],
    [[NAMED, "no colon"], "headers", malformed],
    [[NAMED, "space : a"], "headers", malformed],
    [[NAMED, ": a"], "headers", malformed],
    [[NAMED, ""], "headers", malformed],
    [[`${NAMED}\n`], "headers", malformed],
    [[`${NAMED}\nX: y`], "headers", malformed],
    [[`${NAMED}\rX: y`], "headers", malformed],
    [['Content-Disposition: form-data; name="a\nb"'], "headers", malformed],
    [['Content-Disposition: form-data; name="a\rb"'], "headers", malformed],
    [
      [NAMED, "Content-Transfer-Encoding: base64"],
      "encoding",
      "must not have a part with a Content-Transfer-Encoding",
    ],
  ])("D9: refuses %j", (lines, reason, message) => {
    expect(() => read(...lines)).toThrow(new MultipartError(reason as "headers", message));
  });

  test("refuses what is not UTF-8", () => {
    expect(() => parsePartHeaders(Uint8Array.of(...utf8.encode(NAMED), 0xe9))).toThrow(
      new MultipartError("headers", "must not have a part whose headers are not valid UTF-8"),
    );
  });
});
