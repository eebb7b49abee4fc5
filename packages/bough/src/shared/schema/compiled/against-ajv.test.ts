// Ajv is the oracle: both accept the same values, and what is kept of a value fits as well.
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { RandomValues } from "../../../../../../test/support/random-values.ts";
import type { JsonSchema } from "../extracted-schemas.ts";
import { compiledSchema } from "./compiled-schema.ts";
import { SchemaCompiler } from "./schema-compiler.ts";

/** Values of each schema. BOUGH_AJV_VALUES has another number. */
const VALUES = Number(process.env["BOUGH_AJV_VALUES"] ?? 4_000);

const text = { type: "string" };
const number = { type: "number" };
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
  more: JsonSchema = {},
): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  ...more,
});
const tagged = (kind: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  object({ kind: { type: "string", const: kind }, ...properties }, [
    "kind",
    ...Object.keys(properties),
  ]);

const components: Readonly<Record<string, JsonSchema>> = {
  User: object(
    {
      id: text,
      name: text,
      role: { type: "string", enum: ["admin", "user"] },
      tags: { type: "array", items: text },
    },
    ["id", "role"],
  ),
  Tree: object(
    {
      value: number,
      children: { type: "array", items: ref("Tree") },
      parent: { anyOf: [{ type: "null" }, ref("Tree")] },
    },
    ["value", "children"],
  ),
  Json: {
    anyOf: [
      { type: ["string", "number", "null"] },
      { type: "array", items: ref("Json") },
      { type: "object", additionalProperties: ref("Json") },
    ],
  },
  Shape: {
    anyOf: [
      tagged("a", { x: number }),
      tagged("b", { y: text }),
      tagged("c", { next: ref("Shape") }),
    ],
  },
  Loose: {
    anyOf: [
      object({ a: ref("Loose"), x: number }, ["x"]),
      object({ a: ref("Loose"), y: text }, ["y"]),
      text,
    ],
  },
};

/** Schemas by what is hard about them, in the forms that `bough schemas` writes. */
const fixtures: Readonly<Record<string, JsonSchema>> = {
  "a scalar": text,
  "plain types": { type: ["string", "null", "boolean"] },
  "literals of several types": {
    anyOf: [
      { type: "string", enum: ["a", "x"] },
      { type: "number", enum: [1, 5] },
      { type: "null" },
    ],
  },
  "an object": ref("User"),
  "a list of objects": { type: "array", items: ref("User"), minItems: 1 },
  recursion: ref("Tree"),
  "any JSON": ref("Json"),
  "a tagged union": ref("Shape"),
  "an untagged, recursive union": ref("Loose"),
  "unions in unions": { anyOf: [ref("Shape"), ref("User"), { type: "null" }] },
  "tags of numbers and true": {
    anyOf: [
      object({ k: { type: "number", enum: [1, 5] }, a: text }, ["k"]),
      object({ k: { type: "boolean", const: true }, b: text }, ["k", "b"]),
    ],
  },
  "index signatures": object({ a: number }, ["a"], {
    additionalProperties: { type: ["number", "string"] },
  }),
  "patterns of keys": object({ "n-1": number }, [], {
    patternProperties: { "^n-": { type: ["number", "string"] }, "^data-": text },
    additionalProperties: { type: ["number", "string", "null"] },
  }),
  "an intersection": object(
    {
      a: {
        allOf: [
          object({ x: number }),
          { type: "object", additionalProperties: { type: ["number", "string"] } },
        ],
      },
    },
    ["a"],
  ),
  tuples: {
    type: "array",
    prefixItems: [text, number, { type: "boolean" }],
    minItems: 1,
    maxItems: 3,
  },
  "a tuple with a rest": { type: "array", prefixItems: [text], minItems: 1, items: ref("User") },
  patterns: object({ id: { type: "string", pattern: "^id-\\d+$" } }, ["id"]),
  bounds: object(
    {
      n: { type: "number", minimum: 0, exclusiveMaximum: 5, multipleOf: 1 },
      i: { type: "integer", exclusiveMinimum: -1, maximum: 2 },
      s: { type: "string", minLength: 1, maxLength: 3 },
      l: { type: "array", items: number, uniqueItems: true, maxItems: 3 },
    },
    ["n", "s"],
  ),
  unknown: object({
    any: {},
    none: { not: {} },
    some: { type: ["object", "array"] },
    all: { type: ["string", "number", "boolean", "object", "array"] },
  }),
  "names of Object.prototype": object(
    { toString: text, constructor: number, hasOwnProperty: { type: "null" } },
    ["toString"],
  ),
  "a union of lists and objects": {
    anyOf: [
      { type: "array", items: text },
      object({ list: { type: "array", items: text } }, ["list"]),
      { type: "array", prefixItems: [number], minItems: 1, maxItems: 1 },
    ],
  },
  "a described reference": object(
    {
      user: { ...ref("User"), description: "a user" },
      n: { anyOf: [number, text], minimum: 1, minLength: 1 },
    },
    ["user"],
  ),
  "a type beside others": object(
    {
      tree: { ...ref("Json"), type: ["integer", "object", "null"] },
      both: { allOf: [{ type: ["number", "string"] }, { maximum: 5 }], type: "integer" },
      some: { type: ["integer", "string"], enum: [1, 1.5, "a", "x", true, null] },
    },
    ["tree"],
  ),
  "literals beside bounds": {
    anyOf: [
      { type: "number", enum: [1, 2, 3, 5], multipleOf: 1, exclusiveMaximum: 5 },
      { type: "string", enum: ["a", "x", ""], minLength: 1 },
    ],
  },
  "nested objects": object(
    {
      a: object({ b: object({ c: { type: "array", items: object({ d: text }, ["d"]) } }, ["c"]) }, [
        "b",
      ]),
    },
    ["a"],
  ),
  "fifty literals": { type: "string", enum: Array.from({ length: 50 }, (_, n) => `m${n}`) },
  "a page": object(
    {
      items: { type: "array", items: ref("User") },
      next: { type: ["string", "null"] },
      total: { type: "integer" },
    },
    ["items", "next"],
  ),
};

interface Result {
  readonly value?: unknown;
  readonly issues?: readonly unknown[];
}

const isShared = (one: unknown, other: unknown): boolean =>
  typeof one === "object" && one === other && one !== null;

const ajv = new Ajv2020({ strict: false, ownProperties: true });
ajv.addSchema({ $id: "file:", components: { schemas: components } });

describe("a compiled schema and Ajv agree about", { timeout: 240_000 }, () => {
  test.each(Object.keys(fixtures).map((name, index) => [name, index] as const))(
    "%s",
    (name, index) => {
      const schema = fixtures[name] ?? {};
      const accepts = ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"file:#/')) as object,
      );
      const compiler = new SchemaCompiler(components);
      const [request, response] = [false, true].map((answers) => {
        const options = { answers, strips: false, removed: undefined };
        const { validate } = compiledSchema(schema, compiler, options)["~standard"];
        // The seam: a compiled schema is never asynchronous.
        return (value: unknown) => validate(value) as Result;
      });
      if (!request || !response) throw new Error("unreachable");
      const values = new RandomValues(ajv, index).of({ ...schema }, VALUES);
      const differences: string[] = [];
      let accepted = 0;
      for (const value of values) {
        const before = JSON.stringify(value);
        const fits = accepts(value);
        if (fits) accepted++;
        const { value: kept, issues } = request(value);
        const sent = response(value);
        const agree = fits
          ? issues === undefined && accepts(kept) && request(kept).value === kept
          : issues !== undefined && issues.length > 0;
        // A response is a copy of what a request would be.
        const copies = fits
          ? JSON.stringify(sent.value) === JSON.stringify(kept) && !isShared(sent.value, value)
          : JSON.stringify(sent.issues) === JSON.stringify(issues);
        if (!agree || !copies || JSON.stringify(value) !== before) differences.push(before);
      }
      expect(differences.slice(0, 5)).toEqual([]);
      expect(accepted).toBeGreaterThan(VALUES / 50);
      expect(VALUES - accepted).toBeGreaterThan(VALUES / 50);
    },
  );
});
