// A value of a JSON Schema, as small as the required members allow.
import type { Contract } from "bough/contract";

type Schemas = Contract["components"]["schemas"];
type Members = Readonly<Record<string, unknown>>;

const DEEPEST = 8;

/** A value of a schema. */
export function jsonValueOf(schema: unknown, schemas: Schemas, depth = 0): unknown {
  const {
    $ref,
    allOf,
    oneOf,
    anyOf,
    enum: values,
    const: constant,
    type,
    ...rest
  } = members(schema);
  const inner = (one: unknown): unknown => jsonValueOf(one, schemas, depth + 1);
  if (constant !== undefined) return constant;
  if (Array.isArray(values) && values.length > 0) return values[0];
  if (depth > DEEPEST) return null;
  const own = ownValue(Array.isArray(type) ? type[0] : type, rest, inner);
  const name =
    typeof $ref === "string"
      ? $ref.split("/").at(-1)?.replaceAll("~1", "/").replaceAll("~0", "~")
      : undefined;
  const parts = [
    ...(name === undefined ? [] : [inner(schemas[name])]),
    ...(Array.isArray(allOf) ? allOf : []).map(inner),
    ...(Array.isArray(oneOf) ? oneOf.slice(0, 1) : []).map(inner),
    ...(Array.isArray(anyOf) ? anyOf.slice(0, 1) : []).map(inner),
    ...(own === undefined ? [] : [own]),
  ];
  const objects = parts.filter(
    (one) => typeof one === "object" && one !== null && !Array.isArray(one),
  );
  return objects.length > 1 ? Object.assign({}, ...objects) : (parts[0] ?? null);
}

function ownValue(type: unknown, schema: Members, inner: (schema: unknown) => unknown): unknown {
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return 7;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return schema["items"] === undefined ? [] : [inner(schema["items"])];
    default:
      return type === "object" || schema["properties"] !== undefined
        ? objectOf(schema, inner)
        : undefined;
  }
}

function objectOf(schema: Members, inner: (schema: unknown) => unknown): object {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const properties = Object.entries(members(schema["properties"]));
  const shown =
    required.length > 0
      ? properties.filter(([name]) => required.includes(name))
      : properties.slice(0, 2);
  return Object.fromEntries(
    shown.filter(([name]) => name !== "__proto__").map(([name, one]) => [name, inner(one)]),
  );
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
