// TypeScript types of JSON Schemas.
import { elementsOf, entriesOf, isMembers, member, stepsOf, textOf } from "../json.ts";
import type { JsonSchema } from "../schemas.ts";
import { commentOf, numberText, propertyName, quoted } from "../source-text.ts";
import { isOfOneType } from "../one-type.ts";
import {
  joinedSchema,
  propertiesOf,
  requiringSchema,
  SOMETHING,
  type NamedSchemas,
} from "./joined-schema.ts";
import { group, listIn, noted, object, print, union, unionIn, type Doc } from "./layout.ts";
import { tagsOf } from "./tags.ts";
import { Uses } from "./uses.ts";

/** The options of printed types. */
export interface TypeContext {
  /** The identifier of each schema of the contract. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** The schemas of the contract by name. */
  readonly schemas: NamedSchemas;
  readonly uses: Uses;
  /** Whether descriptions become comments. */
  readonly docs: boolean;
  /** Whether bounds, patterns and formats become tags. */
  readonly tags: boolean;
  /** Whether properties and arrays are readonly, so that a client accepts readonly values. */
  readonly readonly?: boolean;
  /** The joined schemas that are being printed, as text. */
  readonly open?: ReadonlySet<string>;
}

/** The comment above a member or a type: its description and its tags. */
export function schemaComment(
  schema: JsonSchema,
  { docs, tags }: Pick<TypeContext, "docs" | "tags">,
): readonly string[] {
  const text = docs ? commentOf(textOf(schema["description"])) : [];
  return tags ? [...text, ...tagsOf(schema)] : text;
}

export function typeText(given: JsonSchema | undefined, outer: TypeContext): Doc {
  if (given === undefined) {
    return "unknown";
  }
  if (given === SOMETHING) {
    return union(["{}", "null"]);
  }
  const joined = joinedSchema(given, outer.schemas);
  const key = joined === given ? undefined : JSON.stringify(given);
  // A joined schema has properties of others, and so it may be in itself.
  const isInside = key !== undefined && outer.open?.has(key) === true;
  const schema = isInside ? requiringSchema(given, outer.schemas) : joined;
  const context =
    key === undefined ? outer : { ...outer, open: new Set([...(outer.open ?? []), key]) };
  const parts = [
    referenceOf(schema, context),
    ...listOf(schema, "allOf").map((one) => inParentheses(typeText(one, context))),
    alternativesOf(schema, "oneOf", context),
    alternativesOf(schema, "anyOf", context),
    ownType(schema, context),
  ].filter((one): one is Doc => one !== undefined && one !== "unknown");
  return intersection(parts);
}

export function isInterface(schema: JsonSchema): boolean {
  const { type, properties } = schema;
  const isObject = type === "object" || (type === undefined && properties !== undefined);
  return (
    isObject &&
    isMembers(properties) &&
    ["$ref", "allOf", "oneOf", "anyOf", "enum", "const"].every((name) => schema[name] === undefined)
  );
}

/** The members of an object type between braces. */
export function membersText(schema: JsonSchema, context: TypeContext): Doc {
  const required = elementsOf(schema["required"]);
  const members = entriesOf(schema["properties"]).map(([name, value]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a member of `properties` is a schema
    const own = value as JsonSchema;
    const mark = required.includes(name) ? "" : "?";
    const key = name === "__proto__" ? quoted(name) : propertyName(name);
    const modifier = own["readOnly"] === true ? READONLY : modifierIn(context);
    return noted(schemaComment(own, context), [
      `${modifier}${key}${mark}: `,
      typeText(own, context),
    ]);
  });
  const index = indexOf(schema, context).map((one) => [modifierIn(context), one]);
  return object([...members, ...index], ";");
}

// Every member has to fit the type of the index signature.
function indexOf(schema: JsonSchema, context: TypeContext): readonly Doc[] {
  const more = schema["additionalProperties"];
  const properties = entriesOf(schema["properties"]);
  if (properties.length === 0) {
    return more === false
      ? ["[key: string]: never"]
      : [["[key: string]: ", isMembers(more) ? typeText(more, context) : "unknown"]];
  }
  if (!isMembers(more)) {
    return [];
  }
  if (Object.keys(more).length === 0 || !isOfOneType(schema)) {
    return ["[key: string]: unknown"];
  }
  const areRequired = properties.length === elementsOf(schema["required"]).length;
  const type = typeText(more, context);
  return [["[key: string]: ", areRequired ? type : union([type, "undefined"])]];
}

function referenceOf(schema: JsonSchema, { identifiers, uses }: TypeContext): Doc | undefined {
  const reference = textOf(schema["$ref"]);
  if (reference === undefined) {
    return undefined;
  }
  const name = stepsOf(reference).at(-1) ?? "";
  const identifier = identifiers.get(name);
  if (identifier === undefined) {
    return undefined;
  }
  uses.schemas.add(name);
  return identifier;
}

function alternativesOf(schema: JsonSchema, name: string, context: TypeContext): Doc | undefined {
  const list = listOf(schema, name);
  if (list.length === 0) {
    return undefined;
  }
  const properties = propertiesOf(schema, context.schemas);
  const uses = new Uses();
  const members = list.map((one) => typeText(withRequired(one, properties), { ...context, uses }));
  const all = unionOf(members);
  if (all !== "unknown") {
    context.uses.add(uses);
  }
  return inParentheses(all);
}

/** A union without duplicates. `unknown` makes all other members unnecessary. */
export function unionOf(members: readonly Doc[]): Doc {
  return members.includes("unknown") ? "unknown" : union(distinct(members));
}

// `{ required: ["a"] }` below `properties` requires a member of them.
function withRequired(schema: JsonSchema, properties: object): JsonSchema {
  const isOnly = Object.keys(schema).every((name) => name === "required" || name === "not");
  if (!isOnly || schema["required"] === undefined) {
    return schema;
  }
  const own = elementsOf(schema["required"]).flatMap((name) => {
    const found = member(properties, String(name));
    return found === undefined ? [] : [[String(name), found] as const];
  });
  return own.length === 0
    ? {}
    : { type: "object", properties: Object.fromEntries(own), required: schema["required"] };
}

function ownType(schema: JsonSchema, context: TypeContext): Doc | undefined {
  if (
    isMembers(schema["not"]) &&
    Object.keys(schema["not"]).length === 0 &&
    schema["type"] === undefined
  ) {
    return "never";
  }
  const constant = schema["const"];
  const values = constant === undefined ? schema["enum"] : [constant];
  if (Array.isArray(values) && values.length > 0) {
    return inParentheses(union(distinct(values.map(literal))));
  }
  const types = typesOf(schema);
  return types.length === 0
    ? undefined
    : inParentheses(union(distinct(types.map((type) => typeOf(type, schema, context)))));
}

function typesOf(schema: JsonSchema): readonly string[] {
  const { type } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  if (types.length > 0) {
    return types;
  }
  if (entriesOf(schema["properties"]).length > 0) {
    return ["object"];
  }
  if (schema["additionalProperties"] !== undefined && schema["allOf"] === undefined) {
    return ["object"];
  }
  return schema["items"] === undefined ? [] : ["array"];
}

function typeOf(type: string, schema: JsonSchema, context: TypeContext): Doc {
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "array":
      return listType(schema, context);
    case "object":
      return ["$ref", "allOf", "oneOf", "anyOf"].some((name) => schema[name] !== undefined) &&
        entriesOf(schema["properties"]).length === 0 &&
        !isMembers(schema["additionalProperties"])
        ? "unknown"
        : membersText(schema, context);
    default:
      return type;
  }
}

function listType(schema: JsonSchema, context: TypeContext): Doc {
  const { items: every } = schema;
  const other = every === false ? "never" : "unknown";
  const items = isMembers(every) ? typeText(every, context) : other;
  const first = listOf(schema, "prefixItems");
  if (first.length === 0) {
    return listText(items, context);
  }
  const rest = items === "never" ? [] : [["...", inParentheses(items), "[]"]];
  const tuple = group("[", [...first.map((one) => [typeText(one, context)]), ...rest], "]");
  return context.readonly === true ? [READONLY, tuple] : tuple;
}

export function listText(items: Doc, { readonly = false }: Pick<TypeContext, "readonly">): Doc {
  const list = [inParentheses(items), "[]"];
  return readonly ? [READONLY, ...list] : list;
}

const READONLY = "readonly ";

function modifierIn({ readonly = false }: TypeContext): string {
  return readonly ? READONLY : "";
}

function listOf(schema: JsonSchema, name: string): readonly JsonSchema[] {
  return elementsOf(schema[name]).filter(isMembers);
}

function literal(value: unknown): Doc {
  return typeof value === "string"
    ? quoted(value)
    : typeof value === "object" && value !== null
      ? "unknown"
      : typeof value === "number"
        ? (numberText(value) ?? "number")
        : String(value);
}

function distinct(docs: readonly Doc[]): readonly Doc[] {
  if (docs.length < 2) {
    return docs;
  }
  const seen = new Set<string>();
  return docs.filter((doc) => {
    const key = print(doc);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function intersection(parts: readonly Doc[]): Doc {
  const all = distinct(parts);
  const [only = "unknown", more] = all;
  return more === undefined
    ? withoutParentheses(only)
    : all.flatMap((part, index) => (index === 0 ? [part] : [" & ", part]));
}

/** A union, an intersection or a readonly list in parentheses. */
export function inParentheses(doc: Doc): Doc {
  const isJoined = Array.isArray(doc)
    ? doc.includes(" & ") || doc[0] === READONLY
    : listIn(doc) === undefined && unionIn(doc) !== undefined;
  return isJoined ? group("(", [doc], ")", "") : doc;
}

function withoutParentheses(doc: Doc): Doc {
  const list = listIn(doc);
  return list?.open === "(" ? (list.items[0] ?? doc) : doc;
}
