import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DecodeError, type Codec } from "./codec.ts";
import { defaultJson, jsonCodec } from "./json.ts";
import { plainJson, parseJson } from "./plain-json.ts";

const limits = { depth: 64 };
const encoder = new TextEncoder();
const strict = jsonCodec({ strict: true });

const decode = (text: string | Uint8Array, codec: Codec = defaultJson, depth = 64): unknown =>
  codec.decode(typeof text === "string" ? encoder.encode(text) : text, { depth });

const fault = (text: string | Uint8Array, codec?: Codec, depth?: number): unknown => {
  try {
    return { decoded: decode(text, codec, depth) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return error.pointer === "" ? error.message : [error.message, error.pointer];
  }
};

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("decoding JSON", () => {
  test("is application/json", () => {
    expect([defaultJson.mediaType, strict.mediaType]).toEqual([
      "application/json",
      "application/json",
    ]);
  });

  test.each(['{"a":', "{", "nul", "1 2", "[1,]", "{'a':1}", "\u0000", "NaN", "\ufeff\ufeff1"])(
    "D6: %j must be valid JSON, and is not echoed",
    (text) => {
      expect(fault(text)).toBe("must be valid JSON");
    },
  );

  test("D5: nothing is no JSON", () => {
    expect(fault("")).toBe("must not be empty");
  });

  test.each([
    [[0x22, 0xff, 0x22]],
    [[0x22, 0xc0, 0xaf, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0xc3]],
  ])("D2, N12: invalid UTF-8 %j is refused", (bytes) => {
    expect(fault(Uint8Array.from(bytes))).toBe("must be valid UTF-8");
    // A failure must leave nothing behind in the shared decoder.
    expect(decode('"é"')).toBe("é");
  });

  test("D2, N12: one BOM is dropped", () => {
    expect(decode('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  test("D7: nesting over the limit is refused, arrays and objects alike", () => {
    expect(decode(nested(64))).toHaveLength(1);
    expect(fault(nested(65))).toBe("must not be nested deeper than 64 levels");
    const objects = `${'{"a":'.repeat(65)}1${"}".repeat(65)}`;
    expect(fault(objects)).toBe("must not be nested deeper than 64 levels");
    expect(fault("[1]", defaultJson, 0)).toBe("must not be nested deeper than 0 levels");
    expect(decode("1", defaultJson, 0)).toBe(1);
  });

  test("D7: 500,000 levels are refused without an overflow, whatever the limit", () => {
    expect(fault(nested(500_000))).toBe("must not be nested deeper than 64 levels");
    expect(fault(nested(500_000), strict, Infinity)).toBe(
      "must not be nested deeper than 500 levels",
    );
  });

  const integer = "must not have an integer that JavaScript would change: send it as a string";

  test.each([
    ["9007199254740993", integer],
    ["1152921504606846976", integer],
    ["1000000000000000000000", integer],
    ["-9007199254740993", integer],
    ['{"id":9007199254740993}', [integer, "/id"]],
    ["[1e21,9007199254740993]", [integer, "/1"]],
    ["1e400", "must not have a number that is too large"],
    ['{"a":[-1e400]}', ["must not have a number that is too large", "/a/0"]],
  ])("D8: %s is refused", (text, expected) => {
    expect(fault(text)).toEqual(expected);
  });

  test.each([
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740992", 2 ** 53],
    ["-9007199254740992", -(2 ** 53)],
    ["1152921504606847000", 2 ** 60],
    ["100000000000000000000", 1e20],
    ["9007199254740993.5", 9007199254740994],
    ["1e21", 1e21],
    ["-0", -0],
    ["1e-400", 0],
    ["0.1", 0.1],
    ['"9007199254740993"', "9007199254740993"],
  ])("D8: %s is accepted", (text, expected) => {
    expect(decode(text)).toBe(expected);
  });

  test("D8: a key that comes twice is refused by strict alone", () => {
    expect(decode('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(fault('{"a":1,"a":2}', strict)).toEqual(["must not have the same key twice", "/a"]);
    expect(decode('{"a":{"a":1}}', strict)).toEqual({ a: { a: 1 } });
    expect(decode("{}", jsonCodec({ strict: false }))).toEqual({});
  });

  test.each([
    ['{"__proto__":{"admin":1}}', "/__proto__"],
    ['{"__proto__":1}', "/__proto__"],
    ['{"a":[0,{"b":{"__proto__":null}}]}', "/a/1/b/__proto__"],
    ['{"\\u005f_proto\\u005F\\u005f":{}}', "/__proto__"],
    ['{"constructor":{"prototype":{"admin":1}}}', "/constructor"],
    ['[{"const\\u0072uctor":{"\\u0070rototype":{}}}]', "/0/constructor"],
  ])("E1: %s is refused, because its key sets a prototype", (text, pointer) => {
    expect(fault(text)).toEqual(["must not set __proto__ or constructor.prototype", pointer]);
    expect(fault(text, jsonCodec({ protoKeys: "refuse" }))).toBeInstanceOf(Array);
    expect(() => parseJson(text)).toThrow("must not set __proto__ or constructor.prototype");
    const value = decode(text, jsonCodec({ protoKeys: "keep" }));
    expect(value).toEqual(JSON.parse(text));
    expect(Reflect.get({}, "admin")).toBeUndefined();
  });

  test.each([
    '{"constructor":"x","prototype":{"a":1}}',
    '{"constructor":{"name":"x"}}',
    '{"constructor":null}',
    '{"constructor":["prototype"]}',
    '["__proto__","constructor","prototype"]',
    '{"proto__":1,"__proto":2,"__PROTO__":3}',
    '"__proto__"',
  ])("E1: %s sets no prototype", (text) => {
    expect(decode(text)).toEqual(JSON.parse(text));
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test("E1: only own members count", () => {
    Object.assign(Object.prototype, { prototype: {} });
    try {
      expect(Object.keys(decode('{"constructor":{}}') as object)).toEqual(["constructor"]);
      expect(Object.keys(parseJson('{"constructor":{}}') as object)).toEqual(["constructor"]);
    } finally {
      Reflect.deleteProperty(Object.prototype, "prototype");
    }
  });

  test("E1: what is decoded sets no prototype when it is assigned", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify({ __proto__: null, value });
        const outcome = fault(text);
        if (typeof outcome === "object" && outcome !== null && "decoded" in outcome) {
          const copy = Object.assign({}, outcome.decoded);
          expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
        }
      }),
    );
  });

  test("E1, D7: a value that the host parsed is checked alike", () => {
    const { "~check": check } = jsonCodec();
    expect(() => check?.(JSON.parse('{"__proto__":1}'), { depth: 9 })).toThrow(
      "must not set __proto__ or constructor.prototype",
    );
    expect(() => check?.([[]], { depth: 1 })).toThrow("must not be nested deeper than 1 levels");
    expect(() => check?.([[]], { depth: 2 })).not.toThrow();
  });

  test("E1: kept keys are looked at like others", () => {
    const keep = jsonCodec({ protoKeys: "keep" });
    expect(fault(`{"__proto__":${nested(64)}}`, keep)).toBe(
      "must not be nested deeper than 64 levels",
    );
    expect(fault('{"__proto__":[1e400]}', keep)).toEqual([
      "must not have a number that is too large",
      "/__proto__/0",
    ]);
  });

  test("F3: a lone surrogate in a string is kept exactly", () => {
    expect(decode(String(defaultJson.encode("\ud800")))).toBe("\ud800");
  });

  test.each(["[", "{", '"', "\\", "1", "-", ",", '{"a":', "[[]", " "])(
    "J2: 16 KiB of %j is refused or read",
    (unit) => {
      expect(fault(unit.repeat(16_384 / unit.length), strict)).toBeDefined();
    },
  );

  test("throws nothing but DecodeError, on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fault(bytes, strict)).toBeDefined();
      }),
    );
    const unit = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      '"',
      "a",
      ":",
      ",",
      "1",
      "e",
      "-",
      ".",
      "\\",
      " ",
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(fault(text, strict)).toBeDefined();
      }),
    );
  });
});

// JSON.stringify writes -0 as 0.
const plain = fc
  .jsonValue({ stringUnit: "binary" })
  .map((value) => JSON.stringify(value))
  .filter((text) => !text.includes("__proto__"))
  .map((text): unknown => JSON.parse(text));

describe("encoding JSON", () => {
  test("decode(encode(x)) = x", () => {
    fc.assert(
      fc.property(plain, (value) => {
        for (const codec of [defaultJson, strict]) {
          expect(codec.decode(encoder.encode(String(codec.encode(value))), limits)).toEqual(value);
        }
      }),
    );
  });

  test.each([
    [undefined, "undefined"],
    [() => 1, "function"],
    [Symbol("s"), "symbol"],
    [{ toJSON: () => undefined }, "object"],
  ])("F1: %s has no JSON form", (value, type) => {
    expect(() => defaultJson.encode(value)).toThrow(
      new TypeError(`a value of type ${type} has no JSON form`),
    );
  });

  test.each<[unknown, string]>([
    [Number.NaN, "NaN has no JSON form"],
    [{ mean: -Infinity }, "-Infinity at /mean has no JSON form"],
    [{ "a/b": [{ "~": Number.NaN }] }, "NaN at /a~1b/0/~0 has no JSON form"],
    [[1, undefined], "undefined at /1 has no JSON form"],
    [{ list: [Symbol("s")] }, "symbol at /list/0 has no JSON form"],
    [{ at: new Date(Number.NaN) }, "Invalid Date at /at has no JSON form"],
    [{ list: [() => 1] }, "function at /list/0 has no JSON form"],
    [new Map([[1, 2]]), "a value of type Map has no JSON form"],
    [{ tags: new Set(["a"]) }, "a value of type Set at /tags has no JSON form"],
    [new Error("a"), "a value of type Error has no JSON form"],
    [{ later: Promise.resolve(1) }, "a value of type Promise at /later has no JSON form"],
    [new Response("a"), "a value of type Response has no JSON form"],
  ])("F1: %s is refused, never null or {} without a word", (value, message) => {
    expect(() => defaultJson.encode(value)).toThrow(new TypeError(message));
  });

  test.each<[unknown, string]>([
    [null, "null"],
    [{ full: null, none: {}, list: [null, {}] }, '{"full":null,"none":{},"list":[null,{}]}'],
    [{ left: undefined, out: null }, '{"out":null}'],
    [Object.create(null), "{}"],
    [[null, new Date(0)], '[null,"1970-01-01T00:00:00.000Z"]'],
    [[null, { amount: Number.NaN, toJSON: () => "1 €" }], '[null,"1 €"]'],
    [{ [Symbol.toStringTag]: "Money", amount: null }, '{"amount":null}'],
    [[null, Object(1), Object("a"), Object(false)], '[null,1,"a",false]'],
  ])("writes %j, in which nothing is lost", (value, text) => {
    expect(defaultJson.encode(value)).toBe(text);
  });

  test.each([
    [{ toJSON: "a", n: Number.NaN }, "NaN at /n"],
    [{ n: [{ toJSON: null, at: [undefined] }] }, "undefined at /n/0/at/0"],
    [{ toJSON: {}, id: 1n }, "a value of type bigint at /id"],
  ])("F1: data named toJSON hides nothing: %o", (value, what) => {
    expect(() => defaultJson.encode(value)).toThrow(new TypeError(`${what} has no JSON form`));
  });

  test.each<[unknown, string]>([
    [2 ** 53, "9007199254740992"],
    [-(2 ** 53), "-9007199254740992"],
    [[1e20, 1], "[100000000000000000000,1]"],
    [
      { a: -1e20, b: [1e21, 2 ** 60] },
      '{"a":-100000000000000000000,"b":[1e+21,1152921504606847000]}',
    ],
    [[1234567890123456.8, 1.2345678901234566e25], "[1234567890123456.8,1.2345678901234566e+25]"],
  ])("writes the integers of %o as JSON.stringify does, and reads them again", (value, text) => {
    expect(defaultJson.encode(value)).toBe(text);
    expect(plainJson.encode(value)).toBe(text);
    expect(decode(text)).toEqual(value);
  });

  test("reads each integer that JSON.stringify writes", () => {
    const member = fc.oneof(
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.bigInt({ min: 2n ** 53n, max: 10n ** 21n }).map(Number),
      fc.string({ unit: fc.constantFrom("1", "9", ",", "[", ":", "-", '"', "\\", ".") }),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(member, fc.dictionary(fc.string(), member))), (value) => {
        const text = JSON.stringify(value);
        if (!text.includes("__proto__")) {
          // As JSON has it: without -0.
          expect(decode(String(defaultJson.encode(value)))).toEqual(JSON.parse(text));
          expect(decode(String(plainJson.encode(value)))).toEqual(JSON.parse(text));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("writes what lies thousands of levels deep", () => {
    let deep: unknown = null;
    for (let level = 0; level < 3_000; level++) {
      deep = [deep];
    }
    expect(defaultJson.encode(deep)).toHaveLength(6_004);
  });

  test.each<[string, unknown, string]>([
    ["alone", 1n, "a value of type bigint has no JSON form"],
    ["in a row", [{ id: 1 }, { id: 2n }], "a value of type bigint at /1/id has no JSON form"],
    ["by a name with a slash", { "a/b": 2n }, "a value of type bigint at /a~1b has no JSON form"],
    [
      "behind a date",
      { at: new Date(0), id: 1n },
      "a value of type bigint at /id has no JSON form",
    ],
  ])("F1: says where a bigint stands: %s", (_, value, message) => {
    expect(() => defaultJson.encode(value)).toThrow(new TypeError(message));
  });

  test("F1: a value that holds itself is refused in the engine's words", () => {
    const value: Record<string, unknown> = { text: "a" };
    value["self"] = { up: value };
    expect(() => defaultJson.encode(value)).toThrow(/circular/);
    // In two places: a walk that looked at each of its ways would not end.
    value["other"] = { up: value };
    expect(() => defaultJson.encode(value)).toThrow(/circular/);
  });

  test("F1: a bigint that a toJSON gives is refused in the engine's words", () => {
    const value = { id: { toJSON: () => 1n } };
    expect(() => defaultJson.encode(value)).toThrow(/BigInt/);
  });
});
