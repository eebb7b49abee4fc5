import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBasic, encodeBasic, isBearerToken, parseAuthorization } from "./authorization.ts";

describe("parseAuthorization", () => {
  test.each([
    ["Bearer abc", "bearer", "abc"],
    ["bEaReR   abc", "bearer", "abc"],
    ["Bearer", "bearer", ""],
    ["Bearer ", "bearer", ""],
    ["Token a b, c", "token", "a b, c"],
    ["", "", ""],
    [" Bearer abc", "", ""],
    ["Bearer\tabc", "", ""],
    ["=abc", "", ""],
    ["Bearer,abc", "", ""],
    ['Digest username="a, b c", realm = "d"', "digest", 'username="a, b c", realm = "d"'],
    ['Digest a="\\", b c"', "digest", 'a="\\", b c"'],
    ['Digest a="no end, b c', "digest", 'a="no end, b c'],
    ["Bearer a,", "bearer", "a,"],
  ])("splits %j", (line, scheme, credentials) => {
    expect(parseAuthorization(line)).toEqual({ scheme, credentials });
  });

  test.each([
    "Bearer a, Bearer a",
    "Bearer a,Basic b",
    "Bearer a ,\tBasic b",
    'Digest a="b", Bearer c',
    'Digest a="b", c=d, Bearer e',
    ", Bearer a",
  ])("finds two in %j", (line) => {
    expect(parseAuthorization(line)).toBe("several");
  });

  test("takes any text", () => {
    const part = fc.constantFrom(",", '"', "\\", " ", "=", "a", "Bearer ", "\t", "é");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const parsed = parseAuthorization(parts.join(""));
        expect(parsed === "several" || /^[^A-Z ]*$/.test(parsed.scheme)).toBe(true);
      }),
    );
    for (const repeated of [",", '"', "\\", " ", "a,", '",', ", a ", '\\"']) {
      const parsed = parseAuthorization(`Bearer ${repeated.repeat(16_384)}`);
      expect(parsed === "several" || parsed.scheme === "bearer").toBe(true);
    }
  });
});

describe("isBearerToken", () => {
  test.each(["mF_9.B5f-4.1JqM", "a", "a~+/b==", "=".padStart(8_000, "a")])("takes %j", (token) => {
    expect(isBearerToken(token)).toBe(true);
  });

  test.each(["", "=", "a=b", "a b", " a", "a ", "a,b", 'a"', "é", "a\n"])("refuses %j", (token) => {
    expect(isBearerToken(token)).toBe(false);
  });
});

describe("credentials of Basic", () => {
  test("RFC 7617 2, 2.1: the examples", () => {
    const open = { username: "Aladdin", password: "open sesame" };
    expect(decodeBasic("QWxhZGRpbjpvcGVuIHNlc2FtZQ==")).toEqual(open);
    expect(encodeBasic(open)).toBe("QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    expect(decodeBasic("dGVzdDoxMjPCow==")).toEqual({ username: "test", password: "123£" });
    expect(encodeBasic({ username: "test", password: "123£" })).toBe("dGVzdDoxMjPCow==");
  });

  test("are read back as they were written, or not written", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, (username, password) => {
        const written = encodeBasic({ username, password });
        if (written !== undefined) {
          expect(decodeBasic(written)).toEqual({ username, password });
        }
      }),
      {
        examples: [
          ["\ufeffa", "b:c"],
          ["", ""],
          ["\ud800", "a"],
          ["a", "\udc00"],
        ],
      },
    );
  });

  test.each([
    ["a colon in the name", "a:b", "c"],
    ["a control character", "a", "b\n"],
    ["DEL", "a\u007f", "b"],
    ["half a surrogate pair", "a", "\ud800"],
  ])("are not written with %s", (_what, username, password) => {
    expect(encodeBasic({ username, password })).toBeUndefined();
  });

  test("may be long", () => {
    const password = "ä".repeat(200_000);
    expect(decodeBasic(encodeBasic({ username: "a", password }) ?? "")?.password).toBe(password);
  });

  test.each(["", "???", "YWJj", "YTpi=", "YTpi\n", "YTpj1", "/zpi", "YToH"])(
    "are not %j",
    (text) => {
      expect(decodeBasic(text)).toBeUndefined();
    },
  );
});
