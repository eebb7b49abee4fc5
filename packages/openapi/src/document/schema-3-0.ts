// A JSON Schema of draft 2020-12 in the dialect of OpenAPI 3.0: a type is one name, `nullable` adds null, and bounds
// have flags.
import { changedSchema } from "bough/contract";
import { isRecord } from "../shared/record.ts";
import type { JsonSchema } from "bough/types";

/** Reports a form that is replaced. */
export type Lose = (form: string, instead: string) => void;

type Made = Record<string, unknown>;

const KEPT: ReadonlySet<string> = /* @__PURE__ */ new Set(
  "additionalProperties allOf anyOf default deprecated description discriminator enum example externalDocs format items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf not nullable oneOf pattern properties readOnly required title type uniqueItems writeOnly xml".split(
    " ",
  ),
);
// Replaced by a form that accepts the same, or without a meaning for values.
const SAME: ReadonlySet<string> = /* @__PURE__ */ new Set(
  "$comment $id $ref $schema const contentEncoding contentMediaType examples exclusiveMaximum exclusiveMinimum".split(
    " ",
  ),
);

/** The schema of OpenAPI 3.0. It accepts what the schema accepts, and more where `lose` is called. */
export function schemaOf30(schema: JsonSchema, lose: Lose): JsonSchema {
  return changedSchema(
    changedSchema(schema, (one) => widened(one, lose)),
    (one) => changed(one, lose),
  );
}

// Alternatives that accept more overlap, and what a schema must not be would exclude more.
function widened({ not, oneOf, ...rest }: JsonSchema, lose: Lose): JsonSchema {
  const alternatives = listOf(oneOf);
  const excludes = !widens(not);
  if (!excludes) {
    lose("the keywords inside not", "not is left out");
  }
  return {
    ...rest,
    ...(not !== undefined && excludes ? { not } : {}),
    ...(alternatives.some(widens)
      ? { allOf: [...listOf(rest["allOf"]), { anyOf: alternatives }] }
      : oneOf === undefined
        ? {}
        : { oneOf }),
  };
}

function widens(schema: unknown): boolean {
  let isWider = false;
  if (isRecord(schema)) {
    changedSchema(schema, (one) => {
      isWider ||= !Object.keys(one).every((name) => isKept(name) || SAME.has(name));
      return one;
    });
  }
  return isWider;
}

function isKept(keyword: string): boolean {
  return KEPT.has(keyword) || keyword.startsWith("x-");
}

// The schemas inside are changed already.
function changed({ $ref, ...beside }: JsonSchema, lose: Lose): JsonSchema {
  if (typeof $ref === "string") {
    if (Object.keys(beside).length === 0) {
      return { $ref };
    }
    lose("keywords beside $ref", "the reference is in allOf");
    const { allOf, ...rest } = changed(beside, lose);
    return { allOf: [{ $ref }, ...listOf(allOf)], ...rest };
  }
  const made: Made = {};
  for (const [keyword, value] of Object.entries(beside)) {
    if (isKept(keyword)) {
      made[keyword] = withoutBooleans(keyword, value);
    } else if (!SAME.has(keyword) && keyword !== "patternProperties" && keyword !== "prefixItems") {
      lose(keyword, "it is left out");
    }
  }
  values(made, beside, lose);
  strings(made, beside, lose);
  bound(made, beside, "minimum", lose);
  bound(made, beside, "maximum", lose);
  names(made, beside, lose);
  elements(made, beside, lose);
  types(made, lose);
  alternatives(made, "anyOf");
  alternatives(made, "oneOf");
  return made;
}

function withoutBooleans(keyword: string, value: unknown): unknown {
  if (keyword === "properties" && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, whole(one)]));
  }
  if (Array.isArray(value) && /^(?:all|any|one)Of$/.test(keyword)) {
    return value.map(whole);
  }
  return keyword === "items" || keyword === "not" ? whole(value) : value;
}

// `true` and `false` are schemas only since 3.1.
function whole(schema: unknown): unknown {
  return schema === true ? {} : schema === false ? { not: {} } : schema;
}

function values(made: Made, { const: only, examples }: JsonSchema, lose: Lose): void {
  if (only !== undefined) {
    lose("const", "it is an enum with one value");
    made["enum"] = [only];
  }
  if (listOf(made["enum"]).includes(null)) {
    made["nullable"] = true;
  }
  const [example, ...more] = listOf(examples);
  if (example !== undefined) {
    made["example"] = example;
  }
  if (more.length > 0) {
    lose("several examples of a schema", "the first is kept");
  }
  // Draft 4 of JSON Schema refuses an empty list.
  if (listOf(made["required"]).length === 0) {
    delete made["required"];
  }
}

function strings(made: Made, { contentMediaType, contentEncoding }: JsonSchema, lose: Lose): void {
  if (contentEncoding !== undefined) {
    lose("contentEncoding", "base64 is format: byte");
    if (contentEncoding === "base64") {
      made["format"] ??= "byte";
    }
  }
  // The media type of bytes is that of their body or part.
  if (contentMediaType !== undefined && made["format"] !== "binary") {
    lose("contentMediaType", "it is left out");
  }
}

function bound(made: Made, schema: JsonSchema, name: "minimum" | "maximum", lose: Lose): void {
  const keyword = name === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const { [keyword]: exclusive, [name]: inclusive } = schema;
  if (typeof exclusive !== "number") {
    return;
  }
  lose(`a number as ${keyword}`, "it is a flag");
  const isStricter =
    typeof inclusive !== "number" ||
    (name === "minimum" ? exclusive >= inclusive : exclusive <= inclusive);
  if (isStricter) {
    made[name] = exclusive;
    made[keyword] = true;
  }
}

function names(made: Made, { patternProperties }: JsonSchema, lose: Lose): void {
  if (!isRecord(patternProperties)) {
    return;
  }
  lose("patternProperties", "their schemas are additionalProperties of any name");
  const { additionalProperties: others = true } = made;
  if (others !== true) {
    const all = [...Object.values(patternProperties), ...(others === false ? [] : [others])];
    made["additionalProperties"] = anyOf(all.map(whole));
  }
}

function elements(made: Made, { prefixItems, items }: JsonSchema, lose: Lose): void {
  if (Array.isArray(prefixItems)) {
    lose("prefixItems", "each element may have any of their schemas");
    const isClosed = items === false;
    const all: unknown[] = [...prefixItems, ...(isClosed ? [] : [items ?? {}])];
    made["items"] = anyOf(all.map(whole));
    if (isClosed) {
      made["maxItems"] ??= prefixItems.length;
    }
  }
}

// A list of types is one type that may be null, or an alternative for each.
function types(made: Made, lose: Lose): void {
  const all = [made["type"] ?? []].flat();
  const named = all.filter((type) => type !== "null");
  if (Array.isArray(made["type"])) {
    lose("lists of types", "they are nullable, or anyOf");
  }
  const nullable = named.length < all.length ? { nullable: true } : {};
  const [type, second] = named;
  delete made["type"];
  if (second !== undefined) {
    const { items = {} } = made;
    delete made["items"];
    const anyOf = named.map((one) => ({
      type: one,
      ...nullable,
      ...(one === "array" ? { items } : {}),
    }));
    made["allOf"] = [...listOf(made["allOf"]), { anyOf }];
    return;
  }
  Object.assign(made, type === undefined ? {} : { type }, nullable);
  if (type === "array") {
    made["items"] ??= {};
  } else if (type === undefined && all.length > 0) {
    made["enum"] = [null];
  }
}

// An alternative that is null makes the others nullable.
function alternatives(made: Made, keyword: "anyOf" | "oneOf"): void {
  const all = listOf(made[keyword]);
  const others = all.filter((one) => !isNull(one));
  if (others.length === all.length) {
    return;
  }
  made["nullable"] = true;
  const [only, second] = others;
  if (second !== undefined) {
    made[keyword] = others;
    return;
  }
  delete made[keyword];
  const isPlain = isRecord(only) && typeof only["type"] === "string";
  if (isPlain && Object.keys(only).every((name) => name === "nullable" || !(name in made))) {
    Object.assign(made, only, { nullable: true });
  } else if (only !== undefined) {
    made["allOf"] = [...listOf(made["allOf"]), only];
  }
}

function isNull(schema: unknown): boolean {
  return (
    isRecord(schema) &&
    schema["nullable"] === true &&
    listOf(schema["enum"]).every((one) => one === null) &&
    Array.isArray(schema["enum"])
  );
}

function anyOf(schemas: readonly unknown[]): unknown {
  const texts = schemas.map((schema) => JSON.stringify(schema));
  const different = schemas.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
  return different.length === 1 ? different[0] : { anyOf: different };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
