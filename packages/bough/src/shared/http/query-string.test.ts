import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeQueryValue, encodeQueryComponent, splitQuery } from "./percent.ts";

const all = (raw: string): [string, string[]][] => [...splitQuery(raw, undefined, 1000).values];

describe("splitQuery", () => {
  test("U14: keeps order and duplicates, values raw", () => {
    expect(all("b=2&a=%31&b=+&b=%zz")).toEqual([
      ["b", ["2", "+", "%zz"]],
      ["a", ["%31"]],
    ]);
  });

  test("C3, U14: `a` and `a=` are the empty string, absent is absent", () => {
    expect(all("a")).toEqual([["a", [""]]]);
    expect(all("a=")).toEqual([["a", [""]]]);
    expect(all("")).toEqual([]);
  });

  test("splits at the first equals sign; an empty pair names nothing", () => {
    expect(all("a=b=c&&=d&")).toEqual([
      ["a", ["b=c"]],
      ["", ["d"]],
    ]);
  });

  test("C4: names are decoded, plus is a space", () => {
    expect(all("a+b=1&a%20b=2&a%2Bb=3")).toEqual([
      ["a b", ["1", "2"]],
      ["a+b", ["3"]],
    ]);
  });

  test("keeps declared names only and lists each other once", () => {
    const { values, undeclared, tooMany } = splitQuery(
      "a=1&x=2&x=3&%zz=4&c",
      { names: new Set(["a", "c"]) },
      10,
    );
    expect([...values]).toEqual([
      ["a", ["1"]],
      ["c", [""]],
    ]);
    expect(undeclared).toEqual(["x", "%zz"]);
    expect(tooMany).toBe(false);
  });

  test("a name that does not decode is undeclared even where every name is kept", () => {
    expect(splitQuery("%C0%AF=1", undefined, 10).undeclared).toEqual(["%C0%AF"]);
  });

  test("C5: names of Object.prototype are names like others", () => {
    const { values } = splitQuery(
      "__proto__[x]=1&constructor=2&toString=3&__proto__=4",
      undefined,
      10,
    );
    expect([...values.keys()]).toEqual(["__proto__[x]", "constructor", "toString", "__proto__"]);
    expect(Reflect.get({}, "x")).toBeUndefined();
    expect(splitQuery("toString=1", { names: new Set(["a"]) }, 10).undeclared).toEqual([
      "toString",
    ]);
  });

  test("C6: stops at the limit, which counts pairs", () => {
    const query = Array.from({ length: 10_000 }, () => "a=").join("&");
    const { values, tooMany } = splitQuery(query, undefined, 1000);
    expect(tooMany).toBe(true);
    expect(values.get("a")).toHaveLength(1000);
    expect(splitQuery("a&b", undefined, 2).tooMany).toBe(false);
    expect(splitQuery("a&b&c", { names: new Set(["a"]) }, 2)).toMatchObject({
      undeclared: ["b"],
      tooMany: true,
    });
  });

  test.each(["&", "=", "a&", "%", "+", "a=&"])("J2: 16 KiB of %j finishes", (unit) => {
    const { values } = splitQuery(unit.repeat(16_384 / unit.length), undefined, 100_000);
    expect(values.size).toBeLessThanOrEqual(1);
  });

  test("agrees with URLSearchParams on what both can read", () => {
    const unit = fc.constantFrom("a", "b", "=", "&", "+", "%20", "%C3%A9", "é", "?");
    fc.assert(
      fc.property(fc.string({ unit }), (raw) => {
        // URLSearchParams drops a leading question mark, which a raw query does not have.
        const pairs = new URLSearchParams(`&${raw}`);
        for (const [name, values] of splitQuery(raw, undefined, 1000).values) {
          expect(values.map(decodeQueryValue)).toEqual(pairs.getAll(name));
        }
        expect([...splitQuery(raw, undefined, 1000).values.keys()]).toEqual([
          ...new Set(pairs.keys()),
        ]);
      }),
    );
  });

  test("never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("%", "&", "=", "\ud800", "a", "+", "0") }),
        (raw) => {
          expect(splitQuery(raw, undefined, 5).values.size).toBeLessThanOrEqual(5);
        },
      ),
    );
  });
});

describe("decodeQueryValue", () => {
  test("C2, U14: broken escapes are undefined, plus and %20 are spaces", () => {
    expect(["%zz", "%C0%AF", "a+b", "a%20b", "%2B", "plain", ""].map(decodeQueryValue)).toEqual([
      undefined,
      undefined,
      "a b",
      "a b",
      "+",
      "plain",
      "",
    ]);
  });
});

describe("encodeQueryComponent", () => {
  test("U14: agrees with URLSearchParams, and comes back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const encoded = encodeQueryComponent(text);
        expect(encoded).toBe(new URLSearchParams([["", text]]).toString().slice(1));
        expect(decodeQueryValue(encoded)).toBe(text);
      }),
    );
  });

  test("U14: every ASCII character agrees with URLSearchParams", () => {
    for (let code = 0; code < 128; code++) {
      const text = String.fromCharCode(code);
      expect(encodeQueryComponent(text)).toBe(
        new URLSearchParams([["", text]]).toString().slice(1),
      );
    }
  });
});
