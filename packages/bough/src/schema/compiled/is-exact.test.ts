import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../extracted-schemas.ts";
import { SchemaCompiler } from "./schema-compiler.ts";

const text = { type: "string" };
const user = {
  type: "object",
  properties: { id: text, tags: { type: "array", items: text } },
  required: ["id"],
};

function exact(
  schema: JsonSchema,
  value: unknown,
  { components = {} }: { readonly components?: Record<string, JsonSchema> } = {},
): boolean {
  return new SchemaCompiler(components).exact(schema)(value);
}

describe("the quick look at a value", () => {
  test("accepts a value that fits and has nothing to remove", () => {
    expect(exact(user, { id: "1", tags: ["a"] })).toBe(true);
    expect(exact(user, { tags: [], id: "1" })).toBe(true);
    expect(exact(user, { id: "1", tags: undefined })).toBe(true);
    for (const value of [{}, { id: 1 }, { id: "1", tags: [1] }, { id: "1", x: 1 }, [], null]) {
      expect(exact(user, value)).toBe(false);
    }
  });

  test("knows which of many members are required", () => {
    const names = Array.from({ length: 70 }, (_, place) => `m${place}`);
    const required = names.filter((_, place) => place % 3 === 0);
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const wide = { type: "object", properties, required };
    const whole = Object.fromEntries(names.map((name) => [name, ""]));
    expect(exact(wide, whole)).toBe(true);
    for (const name of names) {
      const { [name]: _, ...others } = whole;
      expect([name, exact(wide, others)]).toEqual([name, !required.includes(name)]);
    }
  });

  test("does not count inherited members", () => {
    expect(exact(user, Object.create({ id: "1" }))).toBe(false);
    const tagged = {
      anyOf: ["a", "b"].map((kind) => ({
        type: "object",
        properties: { kind: { const: kind } },
        required: ["kind"],
      })),
    };
    expect(exact(tagged, { kind: "a" })).toBe(true);
    expect(exact(tagged, Object.create({ kind: "a" }))).toBe(false);
  });

  test("leaves deep and circular values", () => {
    const components = {
      Tree: {
        type: "object",
        properties: { next: { $ref: "#/components/schemas/Tree" } },
      },
    };
    const tree = { $ref: "#/components/schemas/Tree" };
    const circle: { next?: object } = {};
    circle.next = circle;
    expect(exact(tree, { next: { next: {} } }, { components })).toBe(true);
    expect(exact(tree, circle, { components })).toBe(false);
  });
});
