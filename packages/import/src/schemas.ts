// JSON Schemas of a document as the contract has them: draft 2020-12, whatever the version of the document.
import { namesInCycles } from "./schema-cycles.ts";
import {
  elementsOf,
  entriesOf,
  hasLiteral,
  isMembers,
  member,
  step,
  stepsOf,
  textOf,
} from "./json.ts";
import { isOfOneType } from "./one-type.ts";
import { Unresolved, type Found, type OpenDocument } from "./open-document.ts";
import type { Place, Report } from "./report.ts";
import { untypedKeywords, type Inner } from "./untyped-keywords.ts";

/** A JSON Schema of the contract. */
export type JsonSchema = Readonly<Record<string, unknown>>;

// Deeper schemas exhaust the stack of the compiler, and no real API has them.
const DEEPEST = 50;
const ONE = ["not", "additionalProperties", "contentSchema"] as const;
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const KEPT = [
  "title",
  "description",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "contentMediaType",
] as const;
const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** How much of a schema is kept. */
export interface Wholeness {
  readonly whole?: boolean | undefined;
}

/** Converts schemas, and keeps those that have a name. */
export class Schemas {
  readonly #document: OpenDocument;
  readonly #report: Report;
  /** Whether keywords are kept that types cannot say, and what names nothing stays a reference. */
  readonly #whole: boolean;
  readonly #names = new Map<string, string>();
  readonly #components = new Map<string, JsonSchema>();
  readonly #waiting: [name: string, found: Found][] = [];
  readonly #places = new WeakMap<JsonSchema, Place>();

  constructor(document: OpenDocument, report: Report, { whole = false }: Wholeness = {}) {
    this.#document = document;
    this.#report = report;
    this.#whole = whole;
  }

  /** The schemas that operations name, also through others, in the order in which they are found. */
  components(): Readonly<Record<string, JsonSchema>> {
    // Converting one may find more, which are appended.
    for (const [name, { value, pointer }] of this.#waiting) {
      this.#components.set(name, this.convert(value, { pointer }));
    }
    this.#waiting.length = 0;
    for (const name of this.#whole ? [] : namesInCycles(this.#components)) {
      const pointer = `/components/schemas${step(name)}`;
      this.#report.changed(
        { pointer },
        "document",
        "it refers to itself without a member between; its type is unknown",
      );
      this.#components.set(name, {});
    }
    // Unlike assignments, this makes a member of any name.
    return Object.fromEntries(this.#components);
  }

  /** Where a schema is in the document; `undefined` if it was made of several. */
  placeOf(schema: JsonSchema): Place | undefined {
    return this.#places.get(schema);
  }

  /** A schema in draft 2020-12. A reference stays one. */
  convert(schema: unknown, place: Place, depth = 0): JsonSchema {
    const made = this.#converted(schema, place, depth);
    this.#places.set(made, place);
    return made;
  }

  #converted(schema: unknown, place: Place, depth: number): JsonSchema {
    if (schema === false) {
      return { not: {} };
    }
    if (!isMembers(schema)) {
      return {};
    }
    if (depth > DEEPEST) {
      this.#report.changed(place, "document", `schemas are nested more than ${DEEPEST} deep`);
      // Nothing but an equal text is the same.
      return this.#whole ? { $dynamicRef: JSON.stringify(schema) } : {};
    }
    const reference = textOf(member(schema, "$ref"));
    if (reference !== undefined) {
      return this.#reference(reference, schema, { place, depth });
    }
    const made = this.#own(schema, place, depth);
    return member(schema, "nullable") === true ? withNull(made) : made;
  }

  #reference(
    reference: string,
    schema: unknown,
    { place, depth }: { readonly place: Place; readonly depth: number },
  ): JsonSchema {
    const found = this.#document.target(reference);
    if (found instanceof Unresolved) {
      this.#report.changed(place, "document", `${found.reason}; its type is unknown`);
      return this.#whole ? { $ref: `unresolved ${reference}` } : {};
    }
    const named = { $ref: `#/components/schemas${step(this.#nameOf(reference, found))}` };
    // Before 3.1, the members beside a reference mean nothing.
    return this.#document.version === "3.0"
      ? named
      : { ...this.#own(schema, place, depth), ...named };
  }

  #values(schema: unknown, place: Place): Members {
    const made: Record<string, unknown> = {};
    const all = elementsOf(member(schema, "enum"));
    const values = all.filter(hasLiteral);
    const constant = member(schema, "const");
    if (values.length < all.length || !hasLiteral(constant)) {
      this.#report.changed(place, "document", "a value is an infinite number, and is left out");
    }
    if (values.length > 0 || (this.#whole && Array.isArray(member(schema, "enum")))) {
      made["enum"] = values;
    }
    if (constant !== undefined && hasLiteral(constant)) {
      made["const"] = constant;
    }
    return made;
  }

  #nameOf(reference: string, found: Found): string {
    const known = this.#names.get(reference);
    if (known !== undefined) {
      return known;
    }
    const steps = stepsOf(reference);
    const last = steps.findLast((one) => /\p{L}/u.test(one) && !PLACES.has(one)) ?? "schema";
    const taken = new Set(this.#names.values());
    let name = last;
    for (let count = 2; taken.has(name); count++) {
      name = `${last}${count}`;
    }
    this.#names.set(reference, name);
    // The order of declaration is that of the first use.
    this.#components.set(name, {});
    this.#waiting.push([name, found]);
    return name;
  }

  #own(schema: unknown, place: Place, depth: number): JsonSchema {
    const inner = (value: unknown, ...names: readonly (string | number)[]): JsonSchema =>
      this.convert(
        value,
        { ...place, pointer: place.pointer + names.map(step).join("") },
        depth + 1,
      );
    const made: Record<string, unknown> = {};
    const types = this.#whole ? meantTypes(schema) : typesOf(schema);
    if (types.length > 0) {
      made["type"] = types.length === 1 ? types[0] : types;
    }
    for (const name of KEPT) {
      const value = member(schema, name);
      if (value !== undefined) {
        made[name] = value;
      }
    }
    Object.assign(made, this.#values(schema, place));
    Object.assign(made, boundsOf(schema));
    for (const name of ONE) {
      const value = member(schema, name);
      if (value !== undefined) {
        made[name] = typeof value === "boolean" ? value : inner(value, name);
      }
    }
    for (const name of LISTS) {
      const list = elementsOf(member(schema, name));
      if (list.length > 0) {
        made[name] = list.map((one, index) => inner(one, name, index));
      }
    }
    Object.assign(made, this.#itemsOf(schema, inner));
    const properties = entriesOf(member(schema, "properties"));
    if (this.#whole) {
      Object.assign(made, untypedKeywords(schema, inner));
    } else {
      this.#reportLost(schema, place);
    }
    if (properties.length > 0) {
      made["properties"] = Object.fromEntries(
        properties.map(([name, value]) => [name, inner(value, "properties", name)]),
      );
    }
    const required = elementsOf(member(schema, "required")).filter(
      (one) => typeof one === "string",
    );
    if (required.length > 0) {
      made["required"] = [...new Set(required)];
    }
    return made;
  }

  #itemsOf(schema: unknown, inner: Inner): Members {
    const items = member(schema, "items");
    if (!Array.isArray(items)) {
      return items === undefined ? {} : { items: inner(items, "items") };
    }
    const more = member(schema, "additionalItems");
    const rest = typeof more === "boolean" ? more : inner(more, "additionalItems");
    return {
      prefixItems: items.map((one, index) => inner(one, "items", index)),
      ...(this.#whole && more !== undefined ? { items: rest } : {}),
    };
  }

  // A type cannot say these.
  #reportLost(schema: unknown, place: Place): void {
    const more = member(schema, "additionalProperties");
    if (
      isMembers(more) &&
      Object.keys(more).length > 0 &&
      entriesOf(member(schema, "properties")).length > 0 &&
      !isOfOneType(schema)
    ) {
      const message = "its properties of other names are declared as unknown";
      this.#report.changed(place, "approximated", message);
    }
    const lost = LOST.filter((name) => member(schema, name) !== undefined);
    if (lost.length > 0) {
      this.#report.changed(place, "approximated", `${lost.join(", ")} cannot be declared`);
    }
  }
}

const LOST = ["patternProperties", "dependentRequired", "dependentSchemas", "if", "propertyNames"];
const PLACES = new Set([
  "components",
  "schemas",
  "paths",
  "content",
  "schema",
  "responses",
  "requestBody",
  "parameters",
  "items",
  "properties",
  "x-files",
]);

// Documents often leave out the type of an object or an array.
function meantTypes(schema: unknown): readonly string[] {
  const types = typesOf(schema);
  const isObject = entriesOf(member(schema, "properties")).length > 0;
  const isArray = member(schema, "items") !== undefined;
  return types.length > 0 || isObject === isArray ? types : [isObject ? "object" : "array"];
}

function typesOf(schema: unknown): readonly string[] {
  const type = member(schema, "type");
  const types = Array.isArray(type) ? type : [type];
  return [...new Set(types)].filter(
    (one): one is string => typeof one === "string" && TYPES.has(one),
  );
}

// Before 3.1, `exclusiveMinimum` says whether `minimum` is.
function boundsOf(schema: unknown): Members {
  const made: Record<string, number> = {};
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    const value = member(schema, bound);
    const border = member(schema, exclusive);
    if (typeof value === "number") {
      made[border === true ? exclusive : bound] = value;
    }
    if (typeof border === "number") {
      made[exclusive] = border;
    }
  }
  return made;
}
type Members = Readonly<Record<string, unknown>>;

function withNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (typeof type === "string" && schema["oneOf"] === undefined && schema["allOf"] === undefined) {
    const list = Array.isArray(values) ? (values as unknown[]) : undefined;
    return {
      ...schema,
      type: type === "null" ? type : [type, "null"],
      ...(list === undefined || list.includes(null) ? {} : { enum: [...list, null] }),
    };
  }
  // Without a type, a schema says nothing about null.
  return Object.keys(schema).some((name) => LIMITING.has(name))
    ? { anyOf: [schema, { type: "null" }] }
    : schema;
}

const LIMITING = new Set([
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "properties",
  "items",
  "enum",
  "type",
]);
