// Parameter types whose value is several pairs of a query: objects, records, indexed lists, and the
// styles of lists.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { twoWay } from "../../shared/schema/two-way.ts";
import { splitQuery } from "../../shared/http/percent.ts";
import { either } from "./either.ts";
import { jsonText } from "./json-text.ts";
import { list } from "./list.ts";
import { object } from "./object.ts";
import { oneOf } from "./one-of.ts";
import { textsOf, writeTexts } from "./parameter-codec.ts";
import { boolean, date, dateTime, integer, string } from "./parameter-types.ts";
import { Issue, type AnyParameter } from "./parameter.ts";
import { decodeQueryParameter, keptNames } from "./query.ts";
import { record } from "./record.ts";

/** What a server reads from a query as the parameter `a`. */
function read(type: AnyParameter, query: string, strict = false): unknown {
  const { values, bracketed } = splitQuery(query, keptNames([["a", type]]), 1_000);
  const value = decodeQueryParameter(type, values.get("a"), {
    below: bracketed?.get("a"),
    strict,
  });
  return value instanceof Issue ? `a${value.at} ${value.message}` : value;
}

const writeQuery = (type: AnyParameter, name: string, value: unknown): string | Issue =>
  textsOf(type).writeQuery(type, name, value);

/** What a client writes, with its percent-encoding undone. */
function written(type: AnyParameter, value: unknown): string {
  const query = writeQuery(type, "a", value);
  return query instanceof Issue
    ? `a${query.at} ${query.message}`
    : decodeURIComponent(query.slice(1));
}

const range = object({ gte: integer().optional(), lt: integer().optional() });
const deep = object({ b: object({ c: list(string()), d: boolean() }), e: date().optional() });

describe("object", () => {
  test("is one name in brackets for each member", () => {
    expect(writeQuery(range, "a", { gte: 1 })).toBe("&a%5Bgte%5D=1");
    expect(written(range, { lt: 5, gte: 1 })).toBe("a[gte]=1&a[lt]=5");
    expect(read(range, "a[gte]=1&a%5Blt%5D=5")).toEqual({ gte: 1, lt: 5 });
    expect(written(deep, { b: { c: ["x", "y"], d: true } })).toBe(
      "a[b][c]=x&a[b][c]=y&a[b][d]=true",
    );
    expect(read(deep, "a[b][d]=true&a[b][c]=x&a[e]=2026-01-31")).toEqual({
      b: { c: ["x"], d: true },
      e: "2026-01-31",
    });
  });

  test("is {} where all of its members are left out, without a prototype", () => {
    const value = read(range, "");
    expect(value).toEqual({});
    expect([Object.getPrototypeOf(value), Object.keys(value as object)]).toEqual([null, []]);
    expect([writeQuery(range, "a", undefined), writeQuery(range, "a", {})]).toEqual(["", ""]);
  });

  test("is missing, absent or its default where a member is required", () => {
    const point = object({ x: integer(), y: integer() });
    expect(read(point, "")).toBe("a is missing");
    expect(written(point, undefined)).toBe("a is missing");
    expect(read(point.optional(), "")).toBeUndefined();
    expect(written(point.optional(), undefined)).toBe("");
    expect(read(point.default({ x: 0, y: 0 }), "")).toEqual({ x: 0, y: 0 });
    expect(read(point.optional(), "a[x]=1")).toBe("a[y] is missing");
    expect(written(point, { x: 1 })).toBe("a[y] is missing");
  });

  test.each([
    ["a=1", "a must have its members in brackets after the name"],
    ["a[gte]=x", "a[gte] must be an integer"],
    ["a[gte]=%zz", "a[gte] must not have a broken escape"],
    ["a[gte]=1&a[gte]=2", "a[gte] is given more than once"],
    ["a[gte][x]=1", "a[gte] must not have members"],
    ["a[gte", "a must not have a key that is empty or has a bracket or U+0000"],
    ["a[gte]x=1", "a must not have a key that is empty or has a bracket or U+0000"],
    ["a[[gte]]=1", "a must not have a key that is empty or has a bracket or U+0000"],
    ["a[]=1", "a must not have a key that is empty or has a bracket or U+0000"],
    ["a[__proto__]=1", 'a must not have the key "__proto__"'],
    ["a[constructor][prototype]=1", 'a must not have the key "constructor"'],
    ["a[%5F_proto__][x]=1", 'a must not have the key "__proto__"'],
  ])("is refused for %s", (query, message) => {
    expect(read(range, query)).toBe(message);
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  test("has undeclared members refused where names are strict, ignored elsewhere", () => {
    expect(read(range, "a[gte]=1&a[foo]=2")).toEqual({ gte: 1 });
    expect(read(range, "a[gte]=1&a[foo]=2", true)).toBe("a[foo] is not declared");
    expect(read(deep, "a[b][d]=true&a[b][x][y]=1", true)).toBe("a[b][x] is not declared");
    expect(written(range, { gte: 1, foo: 2 })).toBe("a[foo] is not declared");
    expect(written(range, { gte: 1, foo: undefined })).toBe("a[gte]=1");
  });

  test.each([null, 1, "x", [], [1], new Map(), new Date(), Promise.resolve()])(
    "is not %o",
    (value) => {
      expect(written(range, value)).toBe("a must be an object");
      expect(written(record(string()), value)).toBe("a must be an object");
    },
  );

  test("is checked as a whole, in both directions", () => {
    const ordered = range.check(
      z
        .object({ gte: z.number().optional(), lt: z.number().optional() })
        .refine(({ gte = 0, lt = Infinity }) => gte < lt, "must be in order"),
    );
    expect(read(ordered, "a[gte]=2&a[lt]=1")).toBe("a must be in order");
    expect(written(ordered, { gte: 2, lt: 1 })).toBe("a must be in order");
    expect(read(ordered, "a[gte]=1&a[lt]=2")).toEqual({ gte: 1, lt: 2 });
  });

  test("goes no deeper than it is declared, however deep a name is", () => {
    const name = `a[gte]${"[x]".repeat(100_000)}`;
    expect(read(range, `${name}=1`)).toBe("a[gte] must not have members");
    expect(read(range, `a${"[x]".repeat(100_000)}=1`)).toEqual({});
  });

  test("is in queries and forms only", () => {
    expect(writeTexts(range, {})).toEqual(new Issue("is in queries and forms only"));
  });
});

describe("record", () => {
  const metadata = record(string());

  test("is one name in brackets for each key, and has no prototype", () => {
    expect(written(metadata, { color: "red", "a b&c": "" })).toBe("a[color]=red&a[a+b&c]=");
    const value = read(metadata, "a[color]=red&a[toString]=&a[0]=x");
    expect(value).toEqual({ 0: "x", color: "red", toString: "" });
    expect(Object.getPrototypeOf(value)).toBeNull();
  });

  test("is {} where there is none", () => {
    expect(read(metadata, "")).toEqual({});
    expect([writeQuery(metadata, "a", undefined), writeQuery(metadata, "a", {})]).toEqual(["", ""]);
  });

  test.each(["__proto__", "constructor", "prototype"])(
    "has no key %s, in either direction",
    (key) => {
      const message = `a must not have the key "${key}"`;
      expect(written(metadata, Object.fromEntries([[key, "x"]]))).toBe(message);
      expect(read(metadata, `a[${key}]=x`)).toBe(message);
      expect(read(metadata, `a[x][${key}]=x`)).toBe("a[x] must not have members");
      expect(read(record(range), `a[x][${key}]=x`)).toBe(`a[x] must not have the key "${key}"`);
    },
  );

  test.each(["", "a[b", "a]b", "[]", "\0", "\ud800"])("has no key %j", (key) => {
    expect(written(metadata, { [key]: "x" })).toMatch(/^a must not have a key that is empty/);
  });

  test.each(["a[]=1", "a[b[c]]=1", "a[b]c=1", "a[b=1", "a]=1&a[b]]=1", "a[%00]=1"])(
    "is refused for the name of %s",
    (query) => {
      expect(read(metadata, query)).toMatch(/^a must not have a key that is empty/);
    },
  );

  test("has elements that are there", () => {
    expect(written(metadata, { a: undefined })).toBe("a[a] is missing");
    expect(written(record(range), { a: {} })).toBe("a[a] must not be empty");
    expect(written(record(record(string())), { a: { b: {} } })).toBe("a[a][b] must be text");
    expect(read(metadata, "a[b]=1&a[b]=2")).toBe("a[b] is given more than once");
    expect(read(metadata, "a=1&a[b]=2")).toBe("a must have its members in brackets after the name");
  });

  test("gives back what was written", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.string()), (value) => {
        const query = writeQuery(metadata, "a", value);
        if (!(query instanceof Issue)) {
          expect({ ...(read(metadata, query) as object) }).toEqual({ ...value });
        }
      }),
    );
  });
});

describe("a list", () => {
  const texts = (style: "space" | "pipe" | "brackets" | "indexed"): AnyParameter =>
    list(string(), { style });

  test.each([
    ["space", "&a=x%20y"],
    ["pipe", "&a=x%7Cy"],
    ["brackets", "&a%5B%5D=x&a%5B%5D=y"],
    ["indexed", "&a%5B0%5D=x&a%5B1%5D=y"],
  ] as const)("in the style %s is %s", (style, query) => {
    expect(writeQuery(texts(style), "a", ["x", "y"])).toBe(query);
    expect(read(texts(style), query.slice(1))).toEqual(["x", "y"]);
    expect([writeQuery(texts(style), "a", []), read(texts(style), "")]).toEqual(["", []]);
    expect(
      read(
        list(integer(), { style, max: 1 }),
        writeQuery(list(integer(), { style }), "a", [1, 2]) as string,
      ),
    ).toBe("a must have a length of at most 1");
    expect(written(texts(style), "x")).toBe("a must be a list");
  });

  test("is read in each spelling of its delimiter", () => {
    expect(read(texts("space"), "a=x+y%20z")).toEqual(["x", "y", "z"]);
    expect(read(texts("pipe"), "a=x|y%7Cz")).toEqual(["x", "y", "z"]);
  });

  test.each([
    ["comma", "x,y", "a comma"],
    ["space", "x y", "a space"],
    ["pipe", "x|y", 'a "|"'],
  ] as const)("in the style %s has no element %s", (style, element, noun) => {
    expect(written(list(string(), { style }), ["ok", element])).toBe(
      `a must not have an element with ${noun}`,
    );
  });

  test.each([
    ["brackets", "a=x", 'a must be named with "[]" at its end'],
    ["brackets", "a[]=x&a=y", 'a must be named with "[]" at its end'],
    ["brackets", "a[0]=x", 'a must be named with "[]" at its end'],
    ["brackets", "a[][]=x", 'a must be named with "[]" at its end'],
    ["indexed", "a=x", "a must have the indexes [0], [1] … without gaps"],
    ["indexed", "a[1]=x", "a must have the indexes [0], [1] … without gaps"],
    ["indexed", "a[0]=x&a[2]=y", "a must have the indexes [0], [1] … without gaps"],
    ["indexed", "a[00]=x", "a must have the indexes [0], [1] … without gaps"],
    ["indexed", "a[x]=x", "a must have the indexes [0], [1] … without gaps"],
    ["indexed", "a[-1]=x", "a must have the indexes [0], [1] … without gaps"],
    ["indexed", "a[999999999]=x", "a must have the indexes [0], [1] … without gaps"],
    ["indexed", "a[]=x", "a must not have a key that is empty or has a bracket or U+0000"],
    ["indexed", "a[0]=x&a[]=y", "a must not have a key that is empty or has a bracket or U+0000"],
    ["indexed", "a[0]=", "a[0] must not be empty"],
    ["indexed", "a[0]=x&a[0]=y", "a[0] is given more than once"],
    ["space", "a=x&a=y", "a is given more than once"],
    ["pipe", "a=%zz", "a must not have a broken escape"],
  ] as const)("in the style %s is refused for %s", (style, query, message) => {
    expect(read(texts(style), query)).toBe(message);
  });

  test.each(["repeat", "comma", "space", "pipe", "brackets", "indexed"] as const)(
    "in the style %s has its default where it is absent, and nowhere else",
    (style) => {
      const type = list(string(), { style, min: 1, max: 2 }).default(["x", "y"]);
      expect([read(type, ""), written(type, undefined)]).toEqual([["x", "y"], ""]);
      expect(written(type, [])).toBe("a must not be empty, because an absent list is the default");
      expect(read(type, writeQuery(type, "a", ["z"]) as string)).toEqual(["z"]);
      expect(written(type, ["1", "2", "3"])).toBe("a must have a length of at most 2");
      expect(written(type, "z")).toBe("a must be a list");
    },
  );

  test("gives back what was written, with a default too", () => {
    const styles = fc.constantFrom("repeat", "comma", "brackets", "indexed");
    fc.assert(
      fc.property(fc.option(fc.array(fc.string()), { nil: undefined }), styles, (given, style) => {
        const type = list(string(), { style: style as "repeat" }).default(["x"]);
        const query = writeQuery(type, "a", given);
        if (!(query instanceof Issue)) {
          expect(read(type, query)).toEqual(given ?? ["x"]);
        }
      }),
    );
  });

  test("of objects has a default", () => {
    const items = list(range).default([{ gte: 1, lt: 2 }]);
    expect([read(items, ""), written(items, undefined)]).toEqual([[{ gte: 1, lt: 2 }], ""]);
    expect(read(items, "a[0][lt]=5")).toEqual([{ lt: 5 }]);
  });

  test("of objects is indexed, in any order of names", () => {
    const items = list(object({ price: string(), quantity: integer().optional() }));
    expect(written(items, [{ price: "p", quantity: 2 }, { price: "q" }])).toBe(
      "a[0][price]=p&a[0][quantity]=2&a[1][price]=q",
    );
    expect(read(items, "a[1][price]=q&a[0][quantity]=2&a[0][price]=p")).toEqual([
      { price: "p", quantity: 2 },
      { price: "q" },
    ]);
    expect(read(items, "a[0][quantity]=2")).toBe("a[0][price] is missing");
  });

  test("has no gaps and no empty elements where it is indexed", () => {
    const items = list(range);
    // oxlint-disable-next-line no-sparse-arrays -- what is tested
    expect(written(texts("indexed"), ["x", , "y"])).toBe("a[1] is missing");
    expect(written(texts("indexed"), ["x", ""])).toBe("a[1] must not be empty");
    expect(written(items, [{ gte: 1 }, {}])).toBe("a[1] must not be empty");
    expect(written(list(record(string())), [{}])).toBe("a[0] must not be empty");
  });

  test("is a member in each style", () => {
    const lists = object({
      r: list(string()),
      c: list(string(), { style: "comma" }),
      b: list(string(), { style: "brackets" }),
      i: list(string(), { style: "indexed" }),
    });
    const value = { r: ["1", "2"], c: ["3", "4"], b: ["5", "6"], i: ["7", "8"] };
    const query = "a[r]=1&a[r]=2&a[c]=3,4&a[b][]=5&a[b][]=6&a[i][0]=7&a[i][1]=8";
    expect(written(lists, value)).toBe(query);
    expect(read(lists, query)).toEqual(value);
    expect(read(lists, "a[c][x]=1")).toBe("a[c] must not have members");
  });
});

describe("either", () => {
  const limit = either(integer(), oneOf("all"));

  test("is decoded by the first type that fits", () => {
    expect(read(limit, "a=5")).toBe(5);
    expect(read(limit, "a=all")).toBe("all");
    expect(read(limit, "a=x")).toBe('a must be an integer, or must be one of "all"');
    expect([written(limit, 5), written(limit, "all")]).toEqual(["a=5", "a=all"]);
    expect(written(limit, "x")).toBe('a must be an integer, or must be one of "all"');
  });

  test("sends only a text that arrives as the same type", () => {
    const either1 = either(integer(), string());
    expect(written(either1, "five")).toBe("a=five");
    expect(written(either1, 5)).toBe("a=5");
    expect(written(either1, "5")).toBe("a must not be a value that arrives as another type");
    const when = either(dateTime(), string());
    expect(written(when, "2026-01-31T12:00:00Z")).toBe(
      "a must not be a value that arrives as another type",
    );
  });

  test("may be optional, have a default and a check", () => {
    expect(read(limit.optional(), "")).toBeUndefined();
    expect(read(limit.default(3), "")).toBe(3);
    expect(read(limit, "")).toBe("a is missing");
    const even = either(integer(), range).check(
      z.custom<number | object>((value) => typeof value === "object" || Number(value) % 2 === 0),
    ) as AnyParameter;
    expect(read(even, "a=3")).toMatch(/^a /);
    expect(read(even, "a=4")).toBe(4);
  });

  test("may be an object or a record", () => {
    const created = either(range, integer());
    expect(written(created, { gte: 1 })).toBe("a[gte]=1");
    expect(written(created, 1)).toBe("a=1");
    expect(read(created, "a[gte]=1")).toEqual({ gte: 1 });
    expect(read(created, "a=1")).toBe(1);
    expect(read(created, "a=1&a[gte]=1")).toBe(
      "a must have its members in brackets after the name, or must not have members",
    );
    expect(read(created, "a[gte]=x")).toBe("a [gte] must be an integer, or must not have members");
    expect(read(created, "")).toBe("a is missing");
    expect(written(created, {})).toBe("a must not be empty, or must be an integer");
    expect(read(created.optional(), "")).toBeUndefined();
    expect(written(created.optional(), undefined)).toBe("");
    const metadata = either(record(string()), oneOf(""));
    expect([written(metadata, ""), written(metadata, { k: "v" })]).toEqual(["a=", "a[k]=v"]);
    expect(read(metadata, "a=")).toBe("");
  });

  test("of objects sends what arrives as the same one", () => {
    const shapes = either(object({ x: integer() }), object({ x: string() }));
    expect(written(shapes, { x: "one" })).toBe("a[x]=one");
    expect(written(shapes, { x: "1" })).toBe("a must not be a value that arrives as another type");
  });

  test("gives back what was written", () => {
    const any = either(integer(), boolean(), date(), range, string({ max: 3 }));
    const value = fc.oneof(
      fc.integer(),
      fc.boolean(),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.record({ gte: fc.integer(), lt: fc.integer() }, { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(value, (given) => {
        const query = writeQuery(any, "a", given);
        if (!(query instanceof Issue)) {
          const got = read(any, query.slice(1));
          expect(typeof got === "object" ? { ...got } : got).toEqual(given);
        }
      }),
    );
  });
});

describe("oneOf with numbers", () => {
  test("has exactly one text for each", () => {
    const scale = oneOf(1, 2.5, -4);
    expect(["1", "2.5", "-4"].map((text) => read(scale, `a=${text}`))).toEqual([1, 2.5, -4]);
    for (const text of ["1.0", "01", "+1", "2.50", "", "3", "1e0"]) {
      expect(read(scale, `a=${encodeURIComponent(text)}`)).toBe("a must be one of 1, 2.5, -4");
    }
    expect(written(scale, 2.5)).toBe("a=2.5");
    expect([written(scale, "1"), written(scale, 3)]).toEqual([
      "a must be one of 1, 2.5, -4",
      "a must be one of 1, 2.5, -4",
    ]);
    expect(read(oneOf("all", 1), "a=1")).toBe(1);
  });
});

describe("jsonText", () => {
  interface Filter {
    readonly tags: readonly string[];
  }
  const filter = jsonText<Filter>();

  test("is JSON in one text", () => {
    expect(written(filter, { tags: ["a"] })).toBe('a={"tags":["a"]}');
    expect(read(filter, `a=${encodeURIComponent('{"tags":["a"]}')}`)).toEqual({ tags: ["a"] });
    expect(read(filter.optional(), "")).toBeUndefined();
    expect(read(filter, "a=null")).toBeNull();
  });

  test.each([
    ["", "a must not be empty"],
    ["{", "a must be valid JSON"],
    ['{"__proto__":{"x":1}}', /^a \/__proto__ must/],
    ["[".repeat(65) + "]".repeat(65), /^a must not be nested deeper than 64/],
    ["12345678901234567890", /^a must/],
  ])("is refused for %j", (text, message) => {
    const got = read(filter, `a=${encodeURIComponent(text)}`);
    expect(got).toEqual(
      typeof message === "string" ? message : (expect.stringMatching(message) as unknown),
    );
  });

  test.each([() => 1, 1n, NaN, new Map([[1, 2]])])("does not send %o", (value) => {
    expect(written(filter, value)).toBe("a is not valid");
  });

  test("is validated by its schema, and encoded by one that can", () => {
    const Page = z.object({ size: z.number().max(10), from: z.string().default("0") });
    expect(read(jsonText(Page), 'a={"size":5}')).toEqual({ size: 5, from: "0" });
    expect(read(jsonText(Page), 'a={"size":50}')).toMatch(/^a \/size /);
    expect(written(jsonText(Page), { size: 50 })).toMatch(/^a \/size /);
    expect(written(jsonText(Page), { size: 5 })).toBe('a={"size":5}');
    const instant = z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (value) => value.toISOString(),
    });
    const since = jsonText(z.object({ since: instant }));
    expect(written(since, { since: new Date(0) })).toBe('a={"since":"1970-01-01T00:00:00.000Z"}');
    expect(read(since, 'a={"since":"1970-01-01T00:00:00.000Z"}')).toEqual({ since: new Date(0) });
    expect(written(since, { since: "x" })).toBe("a is not valid");
  });

  test("has no schema that encodes asynchronously", () => {
    // The types of a schema do not say whether it encodes asynchronously.
    const encode = ((text: string) => Promise.resolve(text)) as never;
    const later = jsonText(twoWay<string, string>({ decode: String, encode }));
    expect(() => written(later, "a")).toThrow("a parameter's schema must be synchronous");
  });

  test("has no asynchronous schema", () => {
    const later = jsonText(z.string().refine(() => Promise.resolve(true)));
    expect(() => read(later, 'a="x"')).toThrow("a parameter's schema must be synchronous");
  });
});
