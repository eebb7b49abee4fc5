// Ajv is the judge: no "yes" that a value refutes, no witness that both schemas accept or that neither does.
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { isComplete } from "../../../test/support/matrix.ts";
import { RandomValues } from "../../../test/support/random-values.ts";
import { isText, TEXT_FORMATS } from "bough/contract";
import type { JsonSchema } from "bough/types";
import { includes } from "./includes.ts";

const MEMBERS = 10;
/** Families of ten schemas, each with ninety pairs: 100,000 pairs in a complete run. BOUGH_FAMILIES has another number. */
const FAMILIES = Number(process.env["BOUGH_FAMILIES"] ?? (isComplete ? 1_112 : 40));
const VALUES = 20;

// mulberry32
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Random schemas of the keywords that are compared. */
class RandomSchemas {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** A schema, and others that differ from it in one place, in two or in everything. */
  family(): readonly JsonSchema[] {
    const first = this.schema(0);
    const near = Array.from({ length: MEMBERS - 4 }, () => this.#changed(first, 0));
    const far = near.slice(0, 2).map((one) => this.#changed(one, 0));
    return [first, ...near, ...far, this.schema(0)];
  }

  schema(depth: number): JsonSchema {
    const kinds = ["string", "string", "number", "values", "array", "object", "object", "any"];
    const more = depth > 2 ? [] : ["anyOf", "allOf", "oneOf", "types", "object", "$ref"];
    switch (this.#pick([...kinds.slice(0, depth > 2 ? 4 : 8), ...more])) {
      case "string":
        return this.#string();
      case "number":
        return this.#number();
      case "values":
        return this.#values();
      case "array":
        return this.#array(depth);
      case "object":
        return this.#object(depth);
      case "anyOf":
        return { anyOf: this.#list(depth) };
      case "oneOf":
        return { oneOf: this.#chance(0.7) ? this.#tagged(depth) : this.#list(depth) };
      case "allOf":
        return { allOf: [this.#object(depth), this.#object(depth)] };
      case "types":
        return { type: ["string", "integer", "null"].slice(this.#below(2)) };
      case "$ref":
        return { $ref: "#/components/schemas/Tree" };
      default:
        return this.#chance(0.3) ? {} : { type: this.#pick(["boolean", "null"]) };
    }
  }

  #list(depth: number): JsonSchema[] {
    return Array.from({ length: 1 + this.#below(3) }, () => this.schema(depth + 1));
  }

  #tagged(depth: number): JsonSchema[] {
    return ["a", "b", "c"].slice(0, 2 + this.#below(2)).map((kind) => ({
      type: "object",
      properties: { kind: { const: kind }, value: this.schema(depth + 1) },
      required: this.#chance(0.9) ? ["kind"] : ["kind", "value"],
    }));
  }

  #string(): JsonSchema {
    return {
      type: "string",
      ...(this.#chance(0.3) ? { minLength: this.#below(3) } : {}),
      ...(this.#chance(0.3) ? { maxLength: 1 + this.#below(4) } : {}),
      ...(this.#chance(0.15) ? { pattern: this.#pick(["^id-\\d+$", "^x", "-", "^[a-z]*$"]) } : {}),
      ...(this.#chance(0.1) ? { format: this.#pick(["date", "email", "uuid"]) } : {}),
    };
  }

  #number(): JsonSchema {
    return {
      type: this.#pick(["number", "integer"]),
      ...(this.#chance(0.3) ? { minimum: this.#below(4) - 2 } : {}),
      ...(this.#chance(0.3) ? { maximum: this.#below(8) } : {}),
      ...(this.#chance(0.1) ? { exclusiveMinimum: this.#below(4) - 2 } : {}),
      ...(this.#chance(0.1) ? { exclusiveMaximum: this.#below(8) } : {}),
      ...(this.#chance(0.1) ? { multipleOf: 1 + this.#below(4) } : {}),
    };
  }

  #values(): JsonSchema {
    const all = ["a", "b", "x", 1, 2, 1.5, null, true, false, ""];
    const values = all.filter(() => this.#chance(0.3));
    return values.length === 0 ? { const: "a" } : { enum: values };
  }

  #array(depth: number): JsonSchema {
    return {
      type: "array",
      ...(this.#chance(0.8) ? { items: this.schema(depth + 1) } : {}),
      ...(this.#chance(0.2) ? { prefixItems: this.#list(depth) } : {}),
      ...(this.#chance(0.2) ? { minItems: this.#below(3) } : {}),
      ...(this.#chance(0.2) ? { maxItems: 1 + this.#below(3) } : {}),
      ...(this.#chance(0.1) ? { uniqueItems: true } : {}),
    };
  }

  #object(depth: number): JsonSchema {
    const names = ["a", "b", "k", "x"].filter(() => this.#chance(0.5));
    const more = this.#pick([undefined, undefined, undefined, false, this.schema(depth + 2)]);
    return {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, this.schema(depth + 1)])),
      required: ["a", "b", "k"].filter((name) => this.#chance(names.includes(name) ? 0.5 : 0.05)),
      ...(more === undefined ? {} : { additionalProperties: more }),
      ...(this.#chance(0.05) ? { patternProperties: { "^n-": this.schema(depth + 2) } } : {}),
      ...(this.#chance(0.05) ? { minProperties: this.#below(3) } : {}),
      ...(this.#chance(0.05) ? { maxProperties: 1 + this.#below(3) } : {}),
    };
  }

  /** A schema with something else somewhere in it. */
  #changed(schema: JsonSchema, depth: number): JsonSchema {
    const entries = Object.entries(schema);
    const [name, value] = this.#pick(
      entries.length === 0 ? [["type", "string"] as const] : entries,
    );
    if (this.#chance(0.25)) return Object.fromEntries(entries.filter(([one]) => one !== name));
    if (name === "properties") {
      const members = Object.entries(value as Record<string, JsonSchema>);
      const [key = "a", one = {}] = this.#pick([...members, []]);
      return {
        ...schema,
        properties: { ...(value as object), [key]: this.#changed(one, depth + 1) },
      };
    }
    if (Array.isArray(value)) {
      const list = value as unknown[];
      const index = this.#below(list.length + 1);
      const isSchemas = !["enum", "required", "type"].includes(name);
      if (index === list.length) {
        const added = isSchemas ? this.schema(depth + 1) : name === "type" ? "null" : "k";
        return { ...schema, [name]: [...new Set([...list, added])] };
      }
      if (isSchemas && this.#chance(0.7)) {
        const changed = this.#changed(list[index] as JsonSchema, depth + 1);
        return { ...schema, [name]: list.map((one, at) => (at === index ? changed : one)) };
      }
      return list.length < 2 ? schema : { ...schema, [name]: list.filter((_, at) => at !== index) };
    }
    if (typeof value === "number")
      return { ...schema, [name]: Math.max(1, value + this.#below(3) - 1) };
    return name === "items" || name === "additionalProperties"
      ? { ...schema, [name]: this.#changed(Object(value) as JsonSchema, depth + 1) }
      : this.schema(depth);
  }

  #pick<One>(list: readonly One[]): One {
    return list[this.#below(list.length)] as One;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }
}

const components: Readonly<Record<string, JsonSchema>> = {
  Tree: {
    type: "object",
    properties: {
      a: { type: "string" },
      k: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    },
    required: ["a"],
  },
  // The same, but for one more type of a leaf.
  Wider: {
    type: "object",
    properties: {
      a: { type: ["string", "null"] },
      k: { type: "array", items: { $ref: "#/components/schemas/Wider" } },
    },
    required: ["a"],
  },
};

const ajv = new Ajv2020({
  strict: false,
  ownProperties: true,
  unicodeRegExp: true,
  multipleOfPrecision: 6,
});
ajv.addSchema({ $id: "file:", components: { schemas: components } });
for (const format of TEXT_FORMATS) {
  ajv.addFormat(format, (text: string) => isText(text, format));
}

function accepts(schema: JsonSchema): (value: unknown) => boolean {
  const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"file:#/')) as object;
  const check = ajv.compile(local);
  // Compiled schemas would else stay in memory.
  ajv.removeSchema(local);
  return (value) => check(value);
}

describe("includes and Ajv agree", { timeout: 1_200_000 }, () => {
  test(`about all pairs of ${FAMILIES} families of random schemas`, () => {
    const random = new RandomSchemas(1);
    const wrong: string[] = [];
    const reasons = new Map<string, number>();
    const counts = { yes: 0, no: 0, unknown: 0 };
    for (let family = 0; family < FAMILIES; family++) {
      const members = random.family().map((schema, index) => {
        const fits = accepts(schema);
        const values = new RandomValues(ajv, family * 100 + index).of(schema, VALUES).filter(fits);
        return { schema, fits, values, text: JSON.stringify(schema) };
      });
      for (const one of members) {
        for (const other of members.filter((each) => each !== one)) {
          const verdict = includes(one.schema, other.schema, { components });
          const shown = `${one.text} and ${other.text}`;
          counts[verdict.result]++;
          if (verdict.result === "unknown") {
            reasons.set(verdict.reason, (reasons.get(verdict.reason) ?? 0) + 1);
            if (process.env["BOUGH_SHOW"] === verdict.reason) process.stderr.write(`${shown}\n`);
          }
          if (
            verdict.result === "no" &&
            (!one.fits(verdict.witness) || other.fits(verdict.witness))
          )
            wrong.push(`no: ${shown} by ${JSON.stringify(verdict.witness)}`);
          const refuting = one.values.find((value) => !other.fits(value));
          if (verdict.result === "yes" && refuting !== undefined)
            wrong.push(`yes: ${shown} by ${JSON.stringify(refuting)}`);
        }
      }
    }
    if (process.env["BOUGH_SHOW"] !== undefined)
      process.stderr.write(`${JSON.stringify(counts)} ${JSON.stringify([...reasons])}\n`);
    expect(wrong.slice(0, 5)).toEqual([]);
    const pairs = counts.yes + counts.no + counts.unknown;
    expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(pairs / 10);
    // What the keywords that are compared leave open; two patterns and overlapping alternatives are so on purpose.
    const onPurpose = ["two patterns are not compared", "alternatives of oneOf overlap"];
    const left = counts.unknown - onPurpose.reduce((sum, one) => sum + (reasons.get(one) ?? 0), 0);
    expect(left / pairs).toBeLessThanOrEqual(0.02);
  });
});

test("properties don't tell alternatives of oneOf apart for values that aren't objects", () => {
  const tagged = (kind: string): JsonSchema => ({
    properties: { kind: { const: kind } },
    required: ["kind"],
  });
  const either = { oneOf: [tagged("a"), tagged("b")] };
  expect(includes({ type: "string" }, either).result).not.toBe("yes");
});
