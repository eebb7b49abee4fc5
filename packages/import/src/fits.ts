// Whether a value of JSON fits the TypeScript type that a schema becomes.
import { flatSchema } from "./flat-schema.ts";
import { elementsOf, entriesOf, hasLiteral, isMembers, member } from "./json.ts";
import type { Found, OpenDocument } from "./open-document.ts";

// Deeper values are not looked at.
const DEEPEST = 20;

/** Whether a value certainly fits; `false` also for schemas that are hard to judge. */
export function fits(document: OpenDocument, found: Found, value: unknown, depth = 0): boolean {
  const flat = flatSchema(document, found);
  if (flat === undefined || depth > DEEPEST) {
    return false;
  }
  const { schema, pointer, types } = flat;
  if (!hasLiteral(value) || schema["allOf"] !== undefined || schema["not"] !== undefined) {
    return false;
  }
  const inner = (one: unknown, its: unknown): boolean =>
    fits(document, { value: one, pointer }, its, depth + 1);
  if (value === null && member(schema, "nullable") === true) {
    return true;
  }
  for (const name of ["oneOf", "anyOf"]) {
    const alternatives = elementsOf(member(schema, name));
    if (alternatives.length > 0) {
      return schema["properties"] === undefined && alternatives.some((one) => inner(one, value));
    }
  }
  const values = "const" in schema ? [schema["const"]] : elementsOf(member(schema, "enum"));
  if (values.length > 0) {
    return values.includes(value);
  }
  if (types.length === 0) {
    return typeof value !== "object" || value === null;
  }
  if (Array.isArray(value)) {
    const { items, prefixItems } = schema;
    const isList = types.includes("array") && prefixItems === undefined && !Array.isArray(items);
    return isList && value.every((one) => inner(items ?? {}, one));
  }
  return isMembers(value)
    ? types.includes("object") && hasMembers(schema, value, inner)
    : types.some((type) => (type === "integer" ? "number" : type) === typeof value);
}

// TypeScript refuses members that a type does not have.
function hasMembers(
  { properties, required, additionalProperties: more }: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  fitsMember: (schema: unknown, value: unknown) => boolean,
): boolean {
  const isOpen = entriesOf(properties).length === 0 && more !== false;
  const isThere = elementsOf(required).every((name) => Object.hasOwn(value, String(name)));
  return (
    isThere &&
    entriesOf(value).every(([name, one]) => {
      const own = member(properties, name);
      return own === undefined ? isOpen && fitsMember(more ?? {}, one) : fitsMember(own, one);
    })
  );
}
