// JSON Schemas as TypeScript types.
import type { JsonSchema } from "bough/types";

/** Names of types for the components of a contract, by their names there. */
export type TypeNames = ReadonlyMap<string, string>;

const REFERENCE = "#/components/schemas/";

/** The type of a schema. A keyword that TypeScript has no form for, such as a pattern, is left out. */
export function typeText(schema: JsonSchema | undefined, names: TypeNames): string {
  if (schema === undefined || Object.keys(schema).length === 0) {
    return "unknown";
  }
  const { $ref, allOf, anyOf, oneOf } = schema;
  if (typeof $ref === "string") {
    return names.get($ref.slice(REFERENCE.length)) ?? "unknown";
  }
  if ("const" in schema || Array.isArray(schema["enum"])) {
    return valuesText("const" in schema ? [schema["const"]] : schema["enum"]);
  }
  const own = ownText(schema, names);
  const all = [
    own,
    ...listOf(allOf).map((one) => grouped(typeText(one, names))),
    ...[anyOf, oneOf].map((any) =>
      grouped(unionText(listOf(any).map((one) => typeText(one, names)))),
    ),
  ].filter((text) => text !== "" && text !== "unknown");
  return all.length === 0 ? "unknown" : all.join(" & ");
}

/** A union without what it has twice. */
export function unionText(types: readonly string[]): string {
  return types.includes("unknown") ? "unknown" : [...new Set(types)].join(" | ");
}

/** A property name, quoted if it has to be. */
export function propertyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function valuesText(values: unknown): string {
  const texts = listOf<unknown>(values).map((value) =>
    typeof value === "object" && value !== null ? "unknown" : JSON.stringify(value),
  );
  return unionText(texts);
}

function ownText(schema: JsonSchema, names: TypeNames): string {
  const { type, properties, items, prefixItems, additionalProperties } = schema;
  const types = type === undefined ? impliedTypes(schema) : [type].flat().map(String);
  const texts = types.map((one) => {
    if (one === "array") {
      const first = listOf(prefixItems).map((item) => typeText(item, names));
      if (first.length > 0) {
        return `readonly [${first.join(", ")}${items === false ? "" : ", ...unknown[]"}]`;
      }
      return `readonly ${grouped(typeText(schemaIn(items), names))}[]`;
    }
    if (one === "object") {
      return objectText({ properties, additionalProperties, required: schema["required"] }, names);
    }
    return one === "integer" ? "number" : one;
  });
  return unionText(texts);
}

function impliedTypes({ properties, items, additionalProperties }: JsonSchema): string[] {
  if (properties !== undefined || typeof additionalProperties === "object") {
    return ["object"];
  }
  return items === undefined ? [] : ["array"];
}

interface Members {
  readonly properties: unknown;
  readonly additionalProperties: unknown;
  readonly required: unknown;
}

function objectText(
  { properties, additionalProperties, required }: Members,
  names: TypeNames,
): string {
  const needed = listOf<string>(required);
  const members = Object.entries(Object(properties)).map(([name, member]) => {
    const mark = needed.includes(name) ? "" : "?";
    return `readonly ${propertyText(name)}${mark}: ${typeText(schemaIn(member), names)}`;
  });
  if (members.length > 0) {
    return `{ ${members.join("; ")} }`;
  }
  return `{ readonly [name: string]: ${typeText(schemaIn(additionalProperties), names)} }`;
}

function schemaIn(value: unknown): JsonSchema | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema of a contract is valid
  return typeof value === "object" && value !== null ? (value as JsonSchema) : undefined;
}

function listOf<Item = JsonSchema>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value : [];
}

/** In parentheses if the type has several parts. */
export function grouped(text: string): string {
  return / [|&] /.test(text) && !/^\{[^{}]*\}$/.test(text) ? `(${text})` : text;
}
