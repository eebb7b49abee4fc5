// JSON Schemas in one form, so that two ways of writing the same are equal.
import { isDeepStrictEqual } from "node:util";
import { elementsOf, isMembers, stepsOf, textOf, type Members } from "../import/json.ts";
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
const MOST_ALTERNATIVES = 256;

/**
 * A schema without its references and annotations on the first level, as alternatives: `anyOf` stands for `oneOf`
 * and for several types, each with the keywords of its type. `allOf` is one schema, and `const` is an `enum`.
 */
export function plainSchema(schema: unknown, components: Components): Members {
  const found = alternativesOf(schema, components, 0);
  const [only = NEVER, more] = found;
  return more === undefined ? only : { anyOf: found };
}

const NEVER: Members = { not: {} };

function alternativesOf(
  schema: unknown,
  components: Components,
  depth: number,
): readonly Members[] {
  if (!isMembers(schema)) {
    return [schema === false ? NEVER : {}];
  }
  if (depth > DEEPEST) {
    return [schema];
  }
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const inner = (one: unknown): readonly Members[] => alternativesOf(one, components, depth + 1);
  const name = stepsOf(textOf($ref) ?? "").at(-1);
  const target =
    name !== undefined && Object.hasOwn(components, name) ? components[name] : undefined;
  const parts = [...(target === undefined ? [] : [target]), ...elementsOf(allOf)].map(inner);
  const choices = [anyOf, oneOf]
    .filter((list) => elementsOf(list).length > 0)
    .map((list) => joined(elementsOf(list).flatMap(inner)));
  const all = [...parts, ownAlternatives(own), ...choices];
  return all.reduce(product);
}

// Both together: each alternative of one with each of the other.
function product(some: readonly Members[], others: readonly Members[]): readonly Members[] {
  if (some.length * others.length > MOST_ALTERNATIVES) {
    return [{ allOf: [{ anyOf: some }, { anyOf: others }] }];
  }
  const found = some
    .flatMap((one) => others.map((other) => merged(one, other)))
    .filter((one) => one !== undefined);
  return found.length === 0 ? [NEVER] : joined(found);
}

/** Alternatives without those that others contain. */
function joined(alternatives: readonly Members[]): readonly Members[] {
  const distinct = [...new Map(alternatives.map((one) => [JSON.stringify(one), one])).values()];
  const bare = new Set(
    distinct.flatMap((one) => (Object.keys(one).length === 1 ? [textOf(one["type"]) ?? ""] : [])),
  );
  const isAnything = distinct.some((one) => Object.keys(one).length === 0);
  if (isAnything || EVERY_TYPE.every((type) => bare.has(type))) {
    return [{}];
  }
  const values = distinct.flatMap((one) => elementsOf(one["enum"]));
  const free = values.filter((value) => !bare.has(typeOf(value)));
  const rest = distinct.filter(
    (one) =>
      one["enum"] === undefined &&
      !isDeepStrictEqual(one, NEVER) &&
      !(one["type"] === "integer" && bare.has("number")),
  );
  const kept = free.length === 0 ? rest : [...rest, ...enumAlternatives(free)];
  return kept.length === 0 ? [NEVER] : kept;
}

const EVERY_TYPE = ["string", "number", "boolean", "object", "array", "null"];

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function enumAlternatives(values: readonly unknown[]): readonly Members[] {
  const isBoolean = values.includes(true) && values.includes(false);
  const rest = [
    ...new Map(
      values
        .filter((one) => one !== null && !(isBoolean && typeof one === "boolean"))
        .map((one) => [JSON.stringify(one), one]),
    ).values(),
  ];
  return [
    ...(rest.length === 0 ? [] : [{ enum: rest }]),
    ...(isBoolean ? [{ type: "boolean" }] : []),
    ...(values.includes(null) ? [{ type: "null" }] : []),
  ];
}

// Keywords that say something about the values of one type only.
const KEYWORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    string: [
      "minLength",
      "maxLength",
      "pattern",
      "format",
      "contentMediaType",
      "contentEncoding",
      "contentSchema",
    ],
    number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"],
    array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"],
    object: [
      "properties",
      "patternProperties",
      "additionalProperties",
      "required",
      "minProperties",
      "maxProperties",
      "propertyNames",
    ],
  }).map(([type, names]) => [type, new Set(names)] as const),
);

/** The alternatives of a schema without references and parts. */
function ownAlternatives(schema: Members): readonly Members[] {
  const { const: constant, enum: values, type, ...rest } = withoutAnnotations(schema);
  const list = constant === undefined ? elementsOf(values) : [constant];
  // Values that are listed need no type and no bounds.
  if (list.length > 0) {
    return enumAlternatives(list);
  }
  const given = [type].flat().filter((one) => typeof one === "string");
  const types = given.length === 0 ? typesBy(schema) : given;
  return types.length === 0 ? [rest] : joined(types.map((one) => withType(one, rest)));
}

// Documents leave out the type where members or elements say it.
function typesBy(schema: Members): readonly string[] {
  const isObject =
    schema["properties"] !== undefined || schema["additionalProperties"] !== undefined;
  return [...(isObject ? ["object"] : []), ...(schema["items"] === undefined ? [] : ["array"])];
}

function withType(type: string, schema: Members): Members {
  const own = KEYWORDS.get(type === "integer" ? "number" : type);
  const others = [...KEYWORDS.values()].filter((names) => names !== own);
  const kept = Object.entries(schema).filter(
    ([name]) => own?.has(name) === true || others.every((names) => !names.has(name)),
  );
  return { type, ...Object.fromEntries(kept) };
}

function withoutAnnotations(schema: Members): Members {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) => !ANNOTATIONS.has(name) && !saysNothing(name, value),
    ),
  );
}

// Bough drops members that a schema does not name, so a closed object is an open one.
function saysNothing(name: string, value: unknown): boolean {
  switch (name) {
    case "additionalProperties":
      return (
        typeof value === "boolean" ||
        (isMembers(value) && ["{}", '{"not":{}}'].includes(JSON.stringify(value)))
      );
    case "items":
    case "properties":
      return isMembers(value) && Object.keys(value).length === 0;
    case "required":
      return elementsOf(value).length === 0;
    default:
      return false;
  }
}

/** One alternative that says what both say; `undefined` if no value fits both. */
function merged(one: Members, other: Members): Members | undefined {
  const { type: a, enum: values, ...rest } = one;
  const { type: b, enum: more, ...others } = other;
  const isEnum = values !== undefined || more !== undefined;
  if (isEnum) {
    const both = [values, more].filter((list) => list !== undefined).map(elementsOf);
    const kept = both.reduce((some, list) => some.filter((value) => list.includes(value)));
    const type = textOf(a) ?? textOf(b);
    const fitting = kept.filter((value) => type === undefined || isOfType(value, type));
    return fitting.length === 0 ? undefined : { enum: fitting };
  }
  const type = a === undefined || b === undefined ? (a ?? b) : common(a, b);
  if (type === undefined && a !== undefined) {
    return undefined;
  }
  const made = new Map(Object.entries(rest));
  for (const [name, value] of Object.entries(others)) {
    const known = made.get(name);
    const both =
      known === undefined || isDeepStrictEqual(known, value) ? value : bothOf(name, known, value);
    if (both === undefined) {
      return { allOf: [one, other] };
    }
    made.set(name, both);
  }
  const keywords = Object.fromEntries(made);
  return typeof type === "string"
    ? withType(type, keywords)
    : keywords["properties"] === undefined
      ? keywords
      : withType("object", keywords);
}

function isOfType(value: unknown, type: string): boolean {
  return typeOf(value) === type || (type === "integer" && Number.isSafeInteger(value));
}

function common(a: unknown, b: unknown): unknown {
  const isNumber = [a, b].includes("number") && [a, b].includes("integer");
  return a === b ? a : isNumber ? "integer" : undefined;
}

function bothOf(name: string, one: unknown, other: unknown): unknown {
  switch (name) {
    case "properties": {
      const [a, b] = [one, other].map(
        (list) => new Map(isMembers(list) ? Object.entries(list) : []),
      );
      const names = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])]);
      return Object.fromEntries(
        [...names].map((key) => {
          const both = [a?.get(key), b?.get(key)].filter((schema) => schema !== undefined);
          const isSame = both.length < 2 || isDeepStrictEqual(both[0], both[1]);
          return [key, isSame ? both[0] : { allOf: both }];
        }),
      );
    }
    case "required":
      return [...new Set([...elementsOf(one), ...elementsOf(other)])];
    case "items":
    case "additionalProperties":
      return { allOf: [one, other] };
    default:
      return undefined;
  }
}
