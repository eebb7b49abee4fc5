// Copies a JSON Schema and changes each schema in it, by the keywords that hold schemas. Values of other keywords,
// such as `const` and `default`, are data: a member `$ref` in them is not a reference.
import { isRecord } from "../shared/internal/record.ts";
import type { JsonSchema } from "../shared/schema/extracted-schemas.ts";

const ONE: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const LISTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "allOf",
  "anyOf",
  "items",
  "oneOf",
  "prefixItems",
]);
const NAMED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/**
 * Copies a JSON Schema with `change` applied to every schema in it, inner ones first. What `const`, `default` and
 * `examples` hold is data, and stays.
 *
 * @example
 * const closed = changedSchema(schema, (one) => one["type"] === "object" ? { ...one, additionalProperties: false } : one);
 */
export function changedSchema(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const inner = (part: unknown): unknown => (isRecord(part) ? changedSchema(part, change) : part);
  return change(
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (NAMED.has(keyword) && isRecord(value)) {
          return [
            keyword,
            Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part)])),
          ];
        }
        if (LISTS.has(keyword) && Array.isArray(value)) {
          return [keyword, value.map(inner)];
        }
        return [keyword, ONE.has(keyword) ? inner(value) : value];
      }),
    ),
  );
}

export function referencesIn(schema: JsonSchema): string[] {
  const found: string[] = [];
  changedSchema(schema, (part) => {
    if (typeof part["$ref"] === "string") {
      found.push(part["$ref"]);
    }
    return part;
  });
  return found;
}
