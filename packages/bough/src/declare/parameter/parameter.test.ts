import { Schema } from "effect";
import * as valibot from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { decodeAll, decodeOne, writeTexts, encodeOne } from "./parameter-codec.ts";
import { asParameter, parameter, parametersOf } from "./parameter-make.ts";
import { list, segments } from "./list.ts";
import { dateTime, integer, string } from "./parameter-types.ts";
import { Issue, issue, type AnyParameter } from "./parameter.ts";
import { rootResource } from "../tree/resource.ts";
import { get } from "../endpoint/verbs.ts";

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

/** A schema as plain JavaScript may write one. */
function schema(validate: (value: unknown) => unknown): AnySchema {
  return { "~standard": { version: 1, vendor: "test", validate } } as unknown as AnySchema;
}

describe("a parameter type", () => {
  test("is frozen, and every call gives a new one", () => {
    const type = integer();
    const made: AnyParameter[] = [
      type,
      type.optional(),
      type.default(1),
      type.check(z.number()),
      type.describe("d"),
      list(type),
    ];
    expect(new Set(made).size).toBe(made.length);
    for (const each of made) {
      expect([Object.isFrozen(each), Object.isFrozen(each["~parameter"])]).toEqual([true, true]);
    }
    expect(type["~parameter"]).toMatchObject({
      optional: false,
      checks: [],
      description: undefined,
    });
  });

  test("says what it is for documents", () => {
    const type = integer({ min: 1, max: 5 }).describe("how many");
    expect(type["~parameter"]).toMatchObject({
      kind: "integer",
      constraints: { min: 1, max: 5 },
      description: "how many",
    });
  });
});

describe("required", () => {
  test("is missing where there is none, in both directions", () => {
    expect(decodeAll(string(), undefined)).toEqual(new Issue("is missing"));
    expect(decodeAll(string(), [])).toEqual(new Issue("is missing"));
    expect(writeTexts(string(), undefined)).toEqual(new Issue("is missing"));
    expect(writeTexts(string(), null)).toEqual(new Issue("must be text"));
  });
});

describe("optional", () => {
  test("is undefined where there is none, and as strict where there is one", () => {
    const type = integer().optional();
    expect([decodeAll(type, undefined), writeTexts(type, undefined)]).toEqual([undefined, []]);
    expect(decodeAll(type, [""])).toEqual(new Issue("must be an integer"));
    expect(decodeAll(type, ["1"])).toBe(1);
    expect(writeTexts(type, null)).toEqual(new Issue("must be an integer"));
  });
});

describe("default", () => {
  test("counts where it is said after optional, and not before", () => {
    expect(decodeAll(string().optional().default("all"), undefined)).toBe("all");
    expect(decodeAll(string().default("all").optional(), undefined)).toBeUndefined();
  });

  test("is the server's: never sent, used where there is none", () => {
    const type = integer().default(20);
    expect(writeTexts(type, undefined)).toEqual([]);
    expect(writeTexts(type, 20)).toEqual(["20"]);
    expect(decodeAll(type, undefined)).toBe(20);
    expect(decodeAll(type, [""])).toEqual(new Issue("must be an integer"));
  });

  test("may be any value, also a falsy one", () => {
    expect(decodeAll(integer().default(0), undefined)).toBe(0);
    expect(decodeAll(string().default(""), undefined)).toBe("");
    expect(
      decodeAll(
        string()
          .optional()
          .default(undefined as never),
        undefined,
      ),
    ).toBeUndefined();
  });
});

describe("check", () => {
  const even = integer().check(z.number().refine((value) => value % 2 === 0, "is odd"));

  test("holds in both directions", () => {
    expect([decodeOne(even, "2"), encodeOne(even, 2)]).toEqual([2, "2"]);
    expect([decodeOne(even, "1"), encodeOne(even, 1)]).toEqual([
      new Issue("is odd"),
      new Issue("is odd"),
    ]);
  });

  test("comes after the type's own refusal, so it meets values of its type only", () => {
    const seen: unknown[] = [];
    const type = integer().check(
      schema((value) => {
        seen.push(value);
        return { value };
      }) as never,
    );
    expect([decodeOne(type, "x"), encodeOne(type, "x")]).toEqual([
      new Issue("must be an integer"),
      new Issue("must be an integer"),
    ]);
    expect(seen).toEqual([]);
  });

  test("is run in the order written, all of them", () => {
    const type = string()
      .check(valibot.pipe(valibot.string(), valibot.minLength(2, "too short")))
      .check(z.string().max(3, "too long"));
    expect(["a", "abcd"].map((text) => decodeOne(type, text))).toEqual([
      new Issue("too short"),
      new Issue("too long"),
    ]);
    expect(decodeOne(type, "abc")).toBe("abc");
  });

  test("brands", () => {
    const Id = z.string().brand("Id");
    expect(decodeOne(string().check(Id), "x")).toBe("x");
  });

  test("refines a list's elements inside it, the list itself outside", () => {
    const type = list(even).check(
      schema((value) =>
        (value as unknown[]).length > 1 ? { value } : { issues: [{ message: "is lonely" }] },
      ) as never,
    );
    expect(decodeAll(type, ["2"])).toEqual(new Issue("is lonely"));
    expect(writeTexts(type, [2])).toEqual(new Issue("is lonely"));
    expect(decodeAll(type, ["2", "3"])).toEqual(new Issue("is odd"));
    expect(writeTexts(type, [2, 3])).toEqual(new Issue("is odd"));
    expect(decodeAll(type, ["2", "4"])).toEqual([2, 4]);
  });

  test("refines all remaining segments as one value", () => {
    const short = z.array(z.string()).max(2, "is too deep");
    const type = segments().check(short.readonly() as never);
    expect(decodeAll(type, ["a", "b"])).toEqual(["a", "b"]);
    expect(decodeAll(type, ["a", "b", "c"])).toEqual(new Issue("is too deep"));
    expect(writeTexts(type, ["a", "b", "c"])).toEqual(new Issue("is too deep"));
  });

  test("is refused without a word where the schema has none", () => {
    expect(decodeOne(string().check(schema(() => ({ issues: [] })) as never), "x")).toEqual(
      new Issue("is not valid"),
    );
  });

  test("throws where the schema answers later, and leaves no rejection behind", () => {
    const message =
      "a parameter's check must be synchronous, but the schema returned a promise: remove its async parts";
    const later = string().check(z.string().refine(async () => Promise.resolve(true)));
    const broken = string().check(
      z.string().refine(() => {
        throw new Error("secret");
      }),
    );
    for (const type of [later, broken]) {
      expect(() => decodeOne(type, "x")).toThrow(new TypeError(message));
      expect(() => encodeOne(type, "x")).toThrow(new TypeError(message));
    }
  });
});

describe("parameter", () => {
  const point = parameter({
    decode: (text) => {
      const [x, y] = text.split(";").map(Number);
      return x === undefined || y === undefined ? issue("is no point") : { x, y };
    },
    encode: ({ x, y }: { x: number; y: number }) => `${x};${y}`,
  });

  test("goes both ways", () => {
    expect(decodeOne(point, "1;2")).toEqual({ x: 1, y: 2 });
    expect(encodeOne(point, { x: 1, y: 2 })).toBe("1;2");
    expect(decodeOne(point, "1")).toEqual(new Issue("is no point"));
  });

  test("refuses what it throws for, and tells nothing of it", () => {
    const secret = parameter({
      decode: (): string => {
        throw new Error("secret");
      },
      encode: (): string => {
        throw "secret";
      },
    });
    expect(decodeOne(secret, "x")).toEqual(new Issue("is not valid"));
    expect(encodeOne(secret, "x")).toEqual(new Issue("is not valid"));
    expect(encodeOne(point, null)).toEqual(new Issue("is not valid"));
  });

  test("refuses a value that it writes as no text, or as text no URL carries", () => {
    const odd = parameter({ decode: (text) => text, encode: (value: unknown) => value as string });
    for (const value of [1, undefined, null, {}]) {
      expect(encodeOne(odd, value)).toEqual(new Issue("must encode to text"));
    }
    expect(encodeOne(odd, "\ud800")).toEqual(new Issue("must not contain a lone surrogate"));
    expect(encodeOne(odd, issue("not today"))).toEqual(new Issue("not today"));
  });

  test("takes both directions from an Effect Schema", () => {
    const type = parameter({
      decode: Schema.decodeUnknownSync(Schema.FiniteFromString),
      encode: Schema.encodeSync(Schema.FiniteFromString),
    });
    expect([decodeOne(type, "1.5"), encodeOne(type, 1.5)]).toEqual([1.5, "1.5"]);
    expect([decodeOne(type, "x"), encodeOne(type, NaN)]).toEqual([
      new Issue("is not valid"),
      new Issue("is not valid"),
    ]);
  });
});

describe("a zod codec", () => {
  const instant = z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (value) => value.toISOString(),
  });

  test("stands in the place of a parameter type", () => {
    const type = asParameter(instant);
    const value = new Date("2026-01-31T12:00:00.000Z");
    expect(decodeOne(type, "2026-01-31T12:00:00Z")).toEqual(value);
    expect(encodeOne(type, value)).toBe("2026-01-31T12:00:00.000Z");
    expect(type["~parameter"].kind).toBe("codec");
  });

  test("refuses what it refuses, in its own words where it reads a text", () => {
    const type = asParameter(instant);
    expect(decodeOne(type, "yesterday")).toEqual(new Issue("Invalid ISO datetime"));
    expect(encodeOne(type, new Date(NaN))).toEqual(new Issue("is not valid"));
    expect(encodeOne(type, "2026-01-31T12:00:00Z")).toEqual(new Issue("is not valid"));
  });

  test("may be refined by zod, and keeps both directions", () => {
    const type = asParameter(instant.refine((value) => value.getTime() >= 0, "is before 1970"));
    expect(decodeOne(type, "1969-12-31T00:00:00Z")).toEqual(new Issue("is before 1970"));
    expect(encodeOne(type, new Date(-1))).toEqual(new Issue("is not valid"));
    expect(encodeOne(type, new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  });

  test("may be the element of a list", () => {
    const type = list(
      instant.refine((value) => value.getTime() >= 0, "is before 1970"),
      { max: 2 },
    );
    const values = [new Date(0), new Date(1_000)];
    const texts = ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:01.000Z"];
    expect(writeTexts(type, values)).toEqual(texts);
    expect(decodeAll(type, texts)).toEqual(values);
    expect(decodeAll(type, undefined)).toEqual([]);
    expect(decodeAll(type, ["1969-12-31T00:00:00Z"])).toEqual(new Issue("is before 1970"));
    expect(decodeAll(type, [...texts, ...texts])).toEqual(
      new Issue("must have a length of at most 2"),
    );
  });

  test("that does not write text refuses every value", () => {
    const type = asParameter(
      z.codec(z.number(), z.string(), {
        decode: (value) => `${value}`,
        encode: (text) => Number(text),
      }),
    );
    expect(encodeOne(type, "1")).toEqual(new Issue("must encode to text"));
    expect(decodeOne(type, "1")).toBeInstanceOf(Issue);
  });

  test("that throws has refused its value", () => {
    const fail = (): never => {
      throw new Error("secret");
    };
    const type = asParameter(z.codec(z.string(), z.string(), { decode: fail, encode: fail }));
    expect(encodeOne(type, "x")).toEqual(new Issue("is not valid"));
    expect(decodeOne(type, "x")).toEqual(new Issue("is not valid"));
  });

  test("that answers later throws, and leaves no rejection behind", () => {
    const later = z.codec(z.string(), z.string(), {
      decode: async (text) => Promise.resolve(text),
      encode: async () => Promise.reject(new Error("secret")),
    });
    const message =
      "a parameter's codec must be synchronous, but the schema returned a promise: remove its async parts";
    expect(() => decodeOne(asParameter(later), "x")).toThrow(new TypeError(message));
    expect(() => encodeOne(asParameter(later), "x")).toThrow(new TypeError(message));
  });

  test("alone is taken: what goes one way stays as it is, for verify to tell of", () => {
    const oneWay = [
      z.string(),
      z.coerce.number(),
      z.string().transform(Number),
      valibot.string(),
      1,
      null,
      undefined,
    ];
    expect(oneWay.map((each) => asParameter(each))).toEqual(oneWay);
    expect(asParameter(z.stringbool())["~parameter"].kind).toBe("codec");
  });
});

describe("a record of parameters", () => {
  test("is frozen, and keeps names that every object has", () => {
    const given = { ["__proto__"]: string(), constructor: dateTime(), toString: integer() };
    const { parameters, headers } = rootResource({ f: get().parameters(given).headers(given) }).f;
    for (const record of [parameters, headers]) {
      expect(Object.keys(record)).toEqual(["__proto__", "constructor", "toString"]);
      expect(Object.isFrozen(record)).toBe(true);
      expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    }
    expect(parametersOf(parameters).map(([name]) => name)).toEqual(Object.keys(given));
  });

  test("makes one parameter type of a codec, however often it is asked", () => {
    const codec = z.stringbool();
    expect(asParameter(codec)).toBe(asParameter(codec));
  });
});
