// JSON Schemas in one form, so that two ways of writing the same are equal.
import { elementsOf, isMembers, stepsOf, textOf } from "../import/json.ts";
import type { Members } from "../import/json.ts";
import type { JsonSchema } from "../import/schemas.ts";

/** The named schemas of one side. */
export type Components = Readonly<Record<string, JsonSchema>>;

// Annotations say nothing about the values (JSON Schema 2020-12 9).
const ANNOTATIONS = new Set([
  "$comment",
  "default",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
  "writeOnly",
]);
const DEEPEST = 20;

/**
 * A schema without its references and annotations on the first level. `allOf` of objects is one object, `const` is
 * an `enum`, and `oneOf` is `anyOf`.
 */
export function plainSchema(schema: unknown, components: Components, depth = 0): Members {
  if (!isMembers(schema)) {
    return schema === false ? { not: {} } : {};
  }
  const { $ref, allOf, oneOf, const: constant, ...rest } = withoutAnnotations(schema);
  const own: Record<string, unknown> = { ...rest };
  // Bough drops members that a schema does not name, so a closed object is an open one.
  if (isOpenOrClosed(own["additionalProperties"])) {
    delete own["additionalProperties"];
  }
  if (constant !== undefined) {
    own["enum"] = [constant];
  }
  if (oneOf !== undefined) {
    own["anyOf"] = oneOf;
  }
  const name = stepsOf(textOf($ref) ?? "").at(-1);
  const target =
    name !== undefined && Object.hasOwn(components, name) ? components[name] : undefined;
  const parts = [...(target === undefined ? [] : [target]), ...elementsOf(allOf)];
  if (depth > DEEPEST || parts.length === 0) {
    return withType(own);
  }
  const flat = parts.map((part) => plainSchema(part, components, depth + 1));
  const all = Object.keys(own).length === 0 ? flat : [...flat, withType(own)];
  const [only, more] = all;
  if (only !== undefined && more === undefined) {
    return only;
  }
  return all.every(isPlainObject) ? merged(all) : { allOf: all };
}

function isOpenOrClosed(more: unknown): boolean {
  return (
    typeof more === "boolean" ||
    (isMembers(more) && ["{}", '{"not":{}}'].includes(JSON.stringify(more)))
  );
}

function withoutAnnotations(schema: Members): Members {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !ANNOTATIONS.has(name)));
}

// Documents leave out the type where members or elements say it.
function withType(schema: Members): Members {
  if (schema["type"] !== undefined) {
    return schema;
  }
  if (isMembers(schema["properties"])) {
    return { type: "object", ...schema };
  }
  if (schema["items"] !== undefined) {
    return { type: "array", ...schema };
  }
  return schema;
}

const PLAIN = new Set(["type", "properties", "required"]);

function isPlainObject(schema: Members): boolean {
  return schema["type"] === "object" && Object.keys(schema).every((name) => PLAIN.has(name));
}

function merged(parts: readonly Members[]): Members {
  const properties = Object.fromEntries(
    parts.flatMap(({ properties: own }) => (isMembers(own) ? Object.entries(own) : [])),
  );
  const required = parts.flatMap((one) => elementsOf(one["required"]));
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}
