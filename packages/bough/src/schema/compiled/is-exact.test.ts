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
  options: { readonly answers?: boolean; readonly components?: Record<string, JsonSchema> } = {},
): boolean {
  const { answers = false, components = {} } = options;
  return new SchemaCompiler(components, { answers }).exact(schema)(value);
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

  test("leaves answers that JSON.stringify writes as something else", () => {
    const answers = { answers: true };
    const hidden = Object.defineProperty({ id: "1" }, "toJSON", { value: () => ({ hash: "x" }) });
    const list = Object.assign(["a"], { toJSON: () => "x" });
    for (const value of [hidden, { id: "1", tags: list }, Object.assign(new Number(1), { id: "" })])
      expect(exact(user, value, answers)).toBe(false);
    const numbers = { type: "array", items: { type: "number" } };
    for (const value of [[Number.NaN], [1n], [undefined], [new Number(1)]])
      expect(exact(numbers, value, answers)).toBe(false);
    for (const value of [new Date(0), () => 1, Symbol("s"), undefined, Number.NaN, new String("")])
      expect(exact({}, value, answers)).toBe(false);
    expect(exact({}, { any: new Date(0) }, answers)).toBe(true);
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
