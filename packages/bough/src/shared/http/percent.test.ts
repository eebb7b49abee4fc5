import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  decodePercent,
  encodeDelimited,
  encodeSegment,
  encodeStaticSegment,
  isWellFormed,
} from "./percent.ts";

const wellFormed = fc.string({ unit: "binary", maxLength: 60 });
const anyText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: fc.constantFrom("%", "2", "F", "f", "C", "0", "z", "é", "\u0000") }),
);

describe("encodeDelimited", () => {
  test("leaves them unescaped, and nothing else", () => {
    expect(encodeDelimited("a,b;c=é/%2C(@)", ",;")).toBe("a,b;c%3D%C3%A9%2F%252C%28%40%29");
    expect(encodeDelimited("!$&'()*+,;=:@", "!$&'()*+,;=:@")).toBe("!$&'()*+,;=:@");
  });

  test("is decoded as without them", () => {
    fc.assert(
      fc.property(wellFormed, fc.string({ unit: fc.constantFrom(...",;=:@!'*") }), (text, kept) => {
        expect(decodePercent(encodeDelimited(text, kept))).toBe(text);
      }),
    );
  });
});

describe("decodePercent", () => {
  test("A5: decodes once, never twice", () => {
    expect(["a%2Fb", "%252F", "%25%3F"].map(decodePercent)).toEqual(["a/b", "%2F", "%?"]);
  });

  test("A6: a broken escape and invalid UTF-8 are undefined", () => {
    const broken = ["%zz", "%C0%AF", "%ED%A0%80", "%", "%2", "a%", "%C3/%A9", "%FF"];
    expect(broken.map(decodePercent)).toEqual(broken.map(() => undefined));
  });

  test("U8: a plus in a path stays a plus", () => {
    expect(decodePercent("a+b%2B")).toBe("a+b+");
  });

  test("never throws", () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const decoded = decodePercent(raw);
        expect(decoded === undefined || typeof decoded === "string").toBe(true);
      }),
    );
  });
});

describe("encodeSegment", () => {
  test("U1: leaves unreserved characters and escapes all others", () => {
    expect(encodeSegment("AZaz09-._~")).toBe("AZaz09-._~");
    expect(encodeSegment("!'()*")).toBe("%21%27%28%29%2A");
    expect(encodeSegment("a/b?c#d:e@f é")).toBe("a%2Fb%3Fc%23d%3Ae%40f%20%C3%A9");
  });

  const ids = ["a/b", "../x", "%2e%2e", "..%2f", "\\..\\x", "a?b", "a#b", "a;b", "a:b", "//evil"];
  test.each([...ids, "http://evil/", "\t", "\n", "\0", " ", "", "$&", "$1", "{id}"])(
    "B2: %j is one segment and comes back exactly",
    (id) => {
      const segment = encodeSegment(id);
      expect(segment).toMatch(/^[\w.~%-]*$/);
      expect(decodePercent(segment)).toBe(id);
    },
  );

  test("B2: decode(encode(x)) = x, with unreserved characters only", () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        const segment = encodeSegment(value);
        expect(segment).toMatch(/^(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})*$/);
        expect(decodePercent(segment)).toBe(value);
      }),
    );
  });
});

describe("encodeStaticSegment", () => {
  test("leaves pchar as it is", () => {
    const pchar = "AZaz09-._~!$&'()*+,;=:@";
    expect(encodeStaticSegment(pchar)).toBe(pchar);
  });

  test("escapes the rest, a percent sign too", () => {
    expect(encodeStaticSegment("a/b?c#d%20 é[|]")).toBe("a%2Fb%3Fc%23d%2520%20%C3%A9%5B%7C%5D");
  });

  test("decode(encode(x)) = x, with pchar only", () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        const segment = encodeStaticSegment(value);
        expect(segment).toMatch(/^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})*$/);
        expect(decodePercent(segment)).toBe(value);
      }),
    );
  });
});

describe("isWellFormed", () => {
  afterEach(() => vi.restoreAllMocks());

  const cases: readonly [text: string, answer: boolean][] = [
    ["", true],
    ["plain", true],
    ["é😀", true],
    ["\ud800", false],
    ["a\udc00b", false],
    ["\udc00\ud800", false],
    ["😀\ud83d", false],
  ];

  test.each(cases)("U7, B3: %j is %s", (text, answer) => {
    expect(isWellFormed(text)).toBe(answer);
  });

  test("answers the same where String.prototype has no isWellFormed", () => {
    const native = Object.getOwnPropertyDescriptor(String.prototype, "isWellFormed");
    Reflect.deleteProperty(String.prototype, "isWellFormed");
    try {
      expect(cases.map(([text]) => isWellFormed(text))).toEqual(cases.map(([, answer]) => answer));
    } finally {
      // oxlint-disable-next-line no-extend-native -- puts back what the test has taken away
      if (native) Object.defineProperty(String.prototype, "isWellFormed", native);
    }
  });

  test("is true exactly for what can be encoded", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const encodable = ((): boolean => {
          try {
            return encodeSegment(text) !== undefined;
          } catch {
            return false;
          }
        })();
        expect(isWellFormed(text)).toBe(encodable);
      }),
    );
  });
});
