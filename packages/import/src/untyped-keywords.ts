// Keywords of JSON Schema that types cannot say. A comparison keeps them.
import { entriesOf, isMembers, member } from "./json.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

const UNTYPED = {
  data: ["dependentRequired", "minContains", "maxContains", "$dynamicRef"],
  one: [
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
  ],
  named: ["patternProperties", "dependentSchemas"],
} as const;

/** Converts a schema at a place below. */
export type Inner = (value: unknown, ...names: readonly (string | number)[]) => JsonSchema;

export function untypedKeywords(schema: unknown, inner: Inner): JsonSchema {
  const made: Record<string, unknown> = {};
  for (const name of UNTYPED.data) {
    made[name] = member(schema, name);
  }
  for (const name of UNTYPED.one) {
    const value = member(schema, name);
    made[name] = isMembers(value) ? inner(value, name) : value;
  }
  for (const name of UNTYPED.named) {
    const entries = entriesOf(member(schema, name));
    made[name] =
      entries.length === 0
        ? undefined
        : Object.fromEntries(entries.map(([key, value]) => [key, inner(value, name, key)]));
  }
  return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined));
}
