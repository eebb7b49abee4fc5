import { describe, expect, test } from "vitest";
import { z } from "zod";
import { encoderOf, twoWay } from "./two-way.ts";
import type { AnySchema } from "./standard-schema.ts";

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const EPOCH = "1970-01-01T00:00:00.000Z";

describe("encoderOf", () => {
  test("looks at what stands in a schema once, whichever way it goes", () => {
    for (const one of [z.object({ at: instant }), z.object({ n: z.number() })]) {
      let looks = 0;
      const schema = Object.defineProperty(one, "toJSON", {
        value: () => {
          looks += 1;
          return one;
        },
      });
      const first = encoderOf(schema);
      expect(typeof encoderOf(schema)).toBe(typeof first);
      expect(looks).toBe(1);
    }
  });

  interface Tree {
    at: Date;
    children: Tree[];
  }
  const tree: z.ZodType<Tree> = z.object({
    at: instant,
    get children() {
      return z.array(tree);
    },
  });

  test.each<[name: string, schema: AnySchema, value: unknown, wire: unknown]>([
    ["a codec", instant, new Date(0), EPOCH],
    [
      "an object",
      z.object({ at: instant, n: z.number() }),
      { at: new Date(0), n: 1 },
      { at: EPOCH, n: 1 },
    ],
    ["an array", z.array(instant), [new Date(0)], [EPOCH]],
    ["a tuple", z.tuple([instant, z.string()]), [new Date(0), "x"], [EPOCH, "x"]],
    ["a record", z.record(z.string(), instant), { a: new Date(0) }, { a: EPOCH }],
    ["an optional", z.object({ at: instant.optional() }), {}, {}],
    ["a nullable", z.object({ at: instant.nullable() }), { at: null }, { at: null }],
    ["a union", z.union([z.number(), instant]), new Date(0), EPOCH],
    [
      "a discriminated union",
      z.discriminatedUnion("k", [
        z.object({ k: z.literal("a"), at: instant }),
        z.object({ k: z.literal("b") }),
      ]),
      { k: "a", at: new Date(0) },
      { k: "a", at: EPOCH },
    ],
    [
      "an intersection",
      z.intersection(z.object({ at: instant }), z.object({ n: z.number() })),
      { at: new Date(0), n: 1 },
      { at: EPOCH, n: 1 },
    ],
    [
      "a pipe",
      z.object({ at: z.iso.datetime().pipe(instant) }),
      { at: new Date(0) },
      { at: EPOCH },
    ],
    [
      "what is refined",
      z.object({ at: instant }).refine(() => true),
      { at: new Date(0) },
      { at: EPOCH },
    ],
    [
      "readonly and catchall",
      z.object({}).catchall(instant).readonly(),
      { a: new Date(0) },
      { a: EPOCH },
    ],
  ])("encodes %s", async (_name, schema, value, wire) => {
    const encode = encoderOf(schema);
    expect(await encode?.(value)).toEqual(wire);
  });

  test("ends at a schema that holds itself", () => {
    // Looked at, but not opened: its members stand behind getters of its own.
    expect(() => encoderOf(tree)).not.toThrow();
  });

  test.each<[name: string, schema: AnySchema]>([
    ["no codec", z.object({ a: z.string() })],
    ["a transform", z.string().transform(Number)],
    ["a transform beside a codec", z.object({ at: instant, n: z.string().transform(Number) })],
    ["a transform after a codec", instant.transform((date) => date.getTime())],
    ["a preprocessed codec", z.preprocess((value) => value, instant)],
    [
      "another library's",
      { "~standard": { version: 1, vendor: "x", validate: (value) => ({ value }) } },
    ],
  ])("gives nothing for %s", (_name, schema) => {
    expect(encoderOf(schema)).toBeUndefined();
  });

  test("knows a codec beside or in a field that is called constructor", () => {
    const car = z.object({ constructor: z.string(), at: instant });
    expect(encoderOf(car)?.({ constructor: "Lotus", at: new Date(0) })).toEqual({
      constructor: "Lotus",
      at: EPOCH,
    });
    const built = z.object({ constructor: instant });
    expect(encoderOf(built)?.({ constructor: new Date(0) })).toEqual({ constructor: EPOCH });
  });

  test("throws or rejects for what the schema does not encode", async () => {
    const encode = encoderOf(z.object({ at: instant }));
    expect(() => encode?.({ at: "x" })).toThrow();
    const later = encoderOf(
      z.codec(z.string(), z.number(), {
        decode: Number,
        encode: async (value) => Promise.resolve(`${value}`),
      }),
    );
    await expect((async () => later?.("x"))()).rejects.toThrow();
    expect(await later?.(1)).toBe("1");
  });
});

describe("twoWay", () => {
  const hex = twoWay({
    decode: (wire: unknown) => {
      if (typeof wire !== "string") {
        throw new Error("is no text");
      }
      return Number.parseInt(wire, 16);
    },
    encode: (value: number) => value.toString(16),
  });

  test("goes both ways", async () => {
    expect(encoderOf(hex)?.(255)).toBe("ff");
    expect(await hex["~standard"].validate("ff")).toEqual({ value: 255 });
  });

  test("gives what is thrown as an issue", async () => {
    expect(await hex["~standard"].validate(1)).toEqual({ issues: [{ message: "is no text" }] });
    const strange = twoWay<string, string>({
      decode: () => {
        throw "text";
      },
      encode: (value) => value,
    });
    expect(await strange["~standard"].validate(1)).toEqual({
      issues: [{ message: "is not valid" }],
    });
  });
});
