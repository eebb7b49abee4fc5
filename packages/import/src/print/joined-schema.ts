// Schemas that TypeScript would print as something else: `required` that names properties of another part of `allOf`,
// and lists in several parts, because `A[] & B[]` is not a list of `A & B`.
import { elementsOf, entriesOf, isMembers, member, stepsOf, textOf } from "../json.ts";
import type { JsonSchema } from "../schemas.ts";

/** The schemas of a contract by name. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

/** An equal schema whose parts can be printed one by one. */
export function joinedSchema(schema: JsonSchema, schemas: NamedSchemas): JsonSchema {
  const { $ref, allOf, required, properties, items } = schema;
  const isJoined =
    allOf !== undefined || ($ref !== undefined && (properties ?? items) !== undefined);
  const joined = isJoined
    ? withJoinedLists(withJoinedProperties(schema, schemas), schemas)
    : schema;
  return isJoined || required !== undefined ? withRequired(joined, schemas) : joined;
}

/** Any value, also null. Joined with the type of an optional property, it leaves `undefined` out. */
export const SOMETHING: JsonSchema = {};

/** A schema inside itself: a property that is required elsewhere than it is declared has its type there. */
export function requiringSchema(schema: JsonSchema, schemas: NamedSchemas): JsonSchema {
  return withRequired(withJoinedLists(schema, schemas), schemas, () => SOMETHING);
}

/** The schemas of the properties in all parts of a schema. */
export function propertiesOf(
  schema: JsonSchema,
  schemas: NamedSchemas,
): Readonly<Record<string, unknown>> {
  const all = partsOf(schema, schemas).flatMap((part) => entriesOf(part["properties"]));
  return Object.fromEntries(all.toReversed());
}

/** The schema and all that it names by `$ref` and `allOf`, each without these two. */
export function partsOf(schema: JsonSchema, schemas: NamedSchemas): readonly JsonSchema[] {
  const seen = new Set<string>();
  const parts: JsonSchema[] = [];
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { $ref, allOf, ...own } = next;
    parts.push(own);
    const name = stepsOf(textOf($ref) ?? "").at(-1);
    const target = name === undefined || seen.has(name) ? undefined : member(schemas, name);
    seen.add(name ?? "");
    waiting.push(...[target, ...elementsOf(allOf)].filter(isMembers).toReversed());
  }
  return parts;
}

// A property that is required elsewhere than it is declared becomes a property of a part of its own.
function withRequired(
  schema: JsonSchema,
  schemas: NamedSchemas,
  said: (property: JsonSchema) => JsonSchema = (property) => property,
): JsonSchema {
  const parts = partsOf(schema, schemas);
  const written = [schema, ...elementsOf(schema["allOf"]).filter(isMembers)];
  const names = distinct(written.flatMap(({ required }) => namesOf(required)));
  const missing = names.filter((name) => !isRequired(name, parts, schemas));
  const isObject = parts.some((part) => part["type"] === "object" || part["properties"]);
  if (missing.length === 0 || !isObject) {
    return schema;
  }
  const properties = Object.fromEntries(
    missing.map((name) => [name, said(propertyIn(parts, name, schemas) ?? {})]),
  );
  if (ALTERNATIVES.some((name) => schema[name] !== undefined) || parts.length > 1) {
    if (Object.values(properties).some(hasOwnItems) && parts.every(isPlainObject)) {
      return oneObject(parts);
    }
    const kept = elementsOf(schema["allOf"])
      .filter((part) => !isOnlyRequired(part))
      .map((part) => withoutRequired(part, missing));
    return { ...schema, allOf: [...kept, { type: "object", properties, required: missing }] };
  }
  const isOpen = [schema["properties"], schema["additionalProperties"]].every(
    (one) => one === undefined,
  );
  return {
    ...schema,
    properties: { ...(isMembers(schema["properties"]) ? schema["properties"] : {}), ...properties },
    ...(isOpen ? { additionalProperties: ANY } : {}),
  };
}

const ALTERNATIVES = ["oneOf", "anyOf"];
// Unlike `{}` and `true`, it is printed.
const ANY = { anyOf: [{}] };

function namesOf(required: unknown): readonly string[] {
  return elementsOf(required).filter((name) => typeof name === "string");
}

// Whether a part declares a property and requires it, or each alternative of a part does.
function isRequired(
  name: string,
  parts: readonly JsonSchema[],
  schemas: NamedSchemas,
  depth = 0,
): boolean {
  return parts.some(
    (part) =>
      (member(part["properties"], name) !== undefined &&
        namesOf(part["required"]).includes(name)) ||
      ALTERNATIVES.some((key) => {
        const all = elementsOf(part[key]).filter(isMembers);
        return (
          all.length > 0 &&
          depth < DEEPEST &&
          all.every((one) => isRequired(name, partsOf(one, schemas), schemas, depth + 1))
        );
      }),
  );
}

function propertyIn(
  parts: readonly JsonSchema[],
  name: string,
  schemas: NamedSchemas,
  depth = 0,
): JsonSchema | undefined {
  const own = parts.map((part) => member(part["properties"], name)).find(isMembers);
  if (own !== undefined || depth > DEEPEST) {
    return own;
  }
  const all = parts.flatMap((part) => ALTERNATIVES.flatMap((key) => elementsOf(part[key])));
  const found = all
    .filter(isMembers)
    .map((one) => propertyIn(partsOf(one, schemas), name, schemas, depth + 1))
    .filter((one) => one !== undefined);
  const [only, more] = distinct(found);
  return more === undefined ? only : { anyOf: distinct(found) };
}

// Whether a list in a schema has items without a name. Printed twice, they are two types: `A[] & B[]`.
function hasOwnItems(schema: unknown): boolean {
  if (!isMembers(schema)) {
    return Array.isArray(schema) && schema.some(hasOwnItems);
  }
  const { items } = schema;
  const isOwn = isMembers(items) && items["$ref"] === undefined && !isScalar(items);
  return isOwn || Object.values(schema).some(hasOwnItems);
}

function isScalar({ type }: JsonSchema): boolean {
  return typeof type === "string" && type !== "object" && type !== "array";
}

function isOnlyRequired(part: unknown): boolean {
  return (
    isMembers(part) && Object.keys(part).every((name) => name === "required" || name === "type")
  );
}

function withoutRequired(part: unknown, names: readonly string[]): unknown {
  return isMembers(part) && part["required"] !== undefined
    ? { ...part, required: namesOf(part["required"]).filter((name) => !names.includes(name)) }
    : part;
}

// Several lists are one list, whose items have all types.
function withJoinedLists(schema: JsonSchema, schemas: NamedSchemas): JsonSchema {
  const parts = partsOf(schema, schemas);
  const lists = parts.filter(isList);
  if (lists.length < 2) {
    return schema;
  }
  const items = distinct(lists.map((one) => one["items"]).filter(isMembers));
  const isNullable = lists.every(({ type }) => elementsOf(type).includes("null"));
  const [only = {}, more] = items;
  return {
    type: isNullable ? ["array", "null"] : "array",
    items: more === undefined ? only : { allOf: items },
  };
}

function isList({ type, items, prefixItems }: JsonSchema): boolean {
  const types = typeof type === "string" ? [type] : elementsOf(type);
  const isArray = types.includes("array") || (types.length === 0 && items !== undefined);
  return isArray && prefixItems === undefined;
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

// Parts with different lists under one name are one object.
function withJoinedProperties(schema: JsonSchema, schemas: NamedSchemas): JsonSchema {
  const parts = partsOf(schema, schemas);
  if (!parts.every(isPlainObject)) {
    return schema;
  }
  const values = [...valuesOf(parts).values()];
  return values.some((all) => haveLists(all, schemas)) ? oneObject(parts) : schema;
}

// The schemas of each property.
function valuesOf(parts: readonly JsonSchema[]): ReadonlyMap<string, readonly JsonSchema[]> {
  const values = new Map<string, readonly JsonSchema[]>();
  for (const [name, value] of parts.flatMap((part) => entriesOf(part["properties"]))) {
    if (isMembers(value)) {
      values.set(name, distinct([...(values.get(name) ?? []), value]));
    }
  }
  return values;
}

function oneObject(parts: readonly JsonSchema[]): JsonSchema {
  const properties = [...valuesOf(parts)].map(([name, all]): [string, JsonSchema] => {
    const [only = {}, more] = all;
    return [name, more === undefined ? only : { allOf: all }];
  });
  const more = parts.find((part) => isMembers(part["additionalProperties"]));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: distinct(parts.flatMap(({ required }) => namesOf(required))),
    ...(more === undefined ? {} : { additionalProperties: more["additionalProperties"] }),
  };
}

function isPlainObject(part: JsonSchema): boolean {
  return ["oneOf", "anyOf", "enum", "const", "items", "not"].every(
    (name) => part[name] === undefined,
  );
}

// Whether several of these schemas are lists, also below a name that they share.
function haveLists(all: readonly JsonSchema[], schemas: NamedSchemas, depth = 0): boolean {
  if (all.length < 2 || depth > DEEPEST) {
    return false;
  }
  const parts = all.map((one) => partsOf(one, schemas));
  if (parts.filter((one) => one.some(isList)).length > 1) {
    return true;
  }
  return [...valuesOf(parts.flat()).values()].some((one) => haveLists(one, schemas, depth + 1));
}

// Real documents nest no deeper, and types may contain themselves.
const DEEPEST = 5;
