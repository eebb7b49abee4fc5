// The keywords of JSON Schema that values are made by, and a schema as a list of flat alternatives.
import type { JsonSchema } from "bough/server";

/** A schema; `true` accepts every value, and `false` none. */
export type Schema = JsonSchema | boolean;

/** Schemas by name, as a contract has them. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** The keywords of a schema without references and alternatives. */
export interface Keywords {
  /** `undefined` for any type. */
  readonly types: readonly JsonType[] | undefined;
  /** The values of `enum` and `const`; `undefined` for any value. */
  readonly literals: readonly unknown[] | undefined;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: readonly string[];
  readonly additional: Schema | undefined;
  readonly patternProperties: ReadonlyMap<string, Schema>;
  readonly names: Schema | undefined;
  readonly items: Schema | undefined;
  readonly prefixItems: readonly Schema[];
  readonly patterns: readonly string[];
  readonly format: string | undefined;
  readonly isUnique: boolean;
  /** Bounds by their keyword: `minimum`, `maxLength`. */
  readonly bounds: ReadonlyMap<Bound, number>;
  readonly examples: readonly unknown[];
  /** Whether values must be checked, because a keyword only refuses some of those that are made. */
  readonly isPartial: boolean;
}

/** The types of JSON Schema. */
export type JsonType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

const BOUNDS = [
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "minProperties",
  "maximum",
  "exclusiveMaximum",
  "maxLength",
  "maxItems",
  "maxProperties",
  "multipleOf",
] as const;

/** A keyword whose value is a number. */
export type Bound = (typeof BOUNDS)[number];

/** Keywords that values are checked by only. */
const CHECKED = [
  "oneOf",
  "not",
  "if",
  "contains",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "unevaluatedProperties",
  "unevaluatedItems",
] as const;

const MOST_ALTERNATIVES = 64;
const PREFIX = "#/components/schemas/";

const ANYTHING: Keywords = {
  types: undefined,
  literals: undefined,
  properties: new Map(),
  required: [],
  additional: undefined,
  patternProperties: new Map(),
  names: undefined,
  items: undefined,
  prefixItems: [],
  patterns: [],
  format: undefined,
  isUnique: false,
  bounds: new Map(),
  examples: [],
  isPartial: false,
};

/** Reads schemas whose references lead to components. */
export class SchemaReader {
  readonly #components: Components;
  readonly #flat = new Map<Schema, readonly Keywords[]>();

  constructor(components: Components) {
    this.#components = components;
  }

  /** The alternatives of a schema, each without references; empty if no value fits. */
  alternativesOf(schema: Schema): readonly Keywords[] {
    const known = this.#flat.get(schema);
    if (known !== undefined) {
      return known;
    }
    const made = this.#flattened(schema, []);
    this.#flat.set(schema, made);
    return made;
  }

  /** The component that a reference names, with its name; `undefined` for other schemas. */
  componentOf(schema: Schema): { readonly name: string; readonly schema: Schema } | undefined {
    const reference = typeof schema === "object" ? schema["$ref"] : undefined;
    if (typeof reference !== "string") {
      return undefined;
    }
    const name = reference.startsWith(PREFIX)
      ? unescaped(reference.slice(PREFIX.length))
      : reference;
    const found = Object.hasOwn(this.#components, name) ? this.#components[name] : undefined;
    if (found === undefined) {
      throw new TypeError(`the contract has no schema ${reference}`);
    }
    return { name, schema: found };
  }

  #flattened(schema: Schema, seen: readonly string[]): readonly Keywords[] {
    if (typeof schema === "boolean") {
      return schema ? [ANYTHING] : [];
    }
    let found: readonly Keywords[] = [ownKeywords(schema)];
    const component = this.componentOf(schema);
    if (component !== undefined) {
      if (seen.includes(component.name)) {
        // A schema that consists of itself says nothing.
        return found;
      }
      found = product(found, this.#flattened(component.schema, [...seen, component.name]));
    }
    for (const one of schemasIn(schema["allOf"])) {
      found = product(found, this.#flattened(one, seen));
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const choices = schema[keyword];
      if (Array.isArray(choices)) {
        const all = schemasIn(choices).flatMap((one) => this.#flattened(one, seen));
        found = product(found, all);
      }
    }
    return found.filter(isPossible);
  }
}

// RFC 6901 3, in a URI fragment.
function unescaped(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null);
}

function schemasIn(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function schemaMap(value: unknown): ReadonlyMap<string, Schema> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, Schema] => isSchema(entry[1])));
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

const TYPES: ReadonlySet<string> = new Set<JsonType>([
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
  "null",
]);

function isType(value: unknown): value is JsonType {
  return typeof value === "string" && TYPES.has(value);
}

function ownKeywords(schema: JsonSchema): Keywords {
  const { type, const: constant, enum: values, items, additionalProperties, example } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter(isType);
  const literals = Object.hasOwn(schema, "const")
    ? [constant]
    : Array.isArray(values)
      ? values
      : undefined;
  const bounds = BOUNDS.flatMap((name) => {
    const bound = schema[name];
    return typeof bound === "number" ? [[name, bound] as const] : [];
  });
  const { pattern, format, uniqueItems, prefixItems, propertyNames, examples } = schema;
  return {
    types: types.length === 0 ? undefined : types,
    literals,
    properties: schemaMap(schema["properties"]),
    required: textsIn(schema["required"]),
    additional: isSchema(additionalProperties) ? additionalProperties : undefined,
    patternProperties: schemaMap(schema["patternProperties"]),
    names: isSchema(propertyNames) ? propertyNames : undefined,
    items: isSchema(items) && !Array.isArray(items) ? items : undefined,
    prefixItems: schemasIn(prefixItems),
    patterns: typeof pattern === "string" ? [pattern] : [],
    format: typeof format === "string" ? format : undefined,
    isUnique: uniqueItems === true,
    bounds: new Map(bounds),
    examples: [
      ...(Array.isArray(examples) ? examples : []),
      ...(example === undefined ? [] : [example]),
    ],
    isPartial: CHECKED.some((name) => Object.hasOwn(schema, name)),
  };
}

function product(left: readonly Keywords[], right: readonly Keywords[]): readonly Keywords[] {
  const all = left.flatMap((one) => right.map((other) => merged(one, other)));
  return all.length <= MOST_ALTERNATIVES ? all : all.filter(isPossible).slice(0, MOST_ALTERNATIVES);
}

/** The keywords of values that fit both. */
function merged(one: Keywords, other: Keywords): Keywords {
  if (one === ANYTHING) {
    return other;
  }
  if (other === ANYTHING) {
    return one;
  }
  return {
    types: commonTypes(one.types, other.types),
    literals: commonLiterals(one.literals, other.literals),
    ...mergedMembers(one, other),
    required: [...new Set([...one.required, ...other.required])],
    names: both(one.names, other.names),
    items: both(one.items, other.items),
    prefixItems: Array.from(
      { length: Math.max(one.prefixItems.length, other.prefixItems.length) },
      (_, index) =>
        both(one.prefixItems[index] ?? one.items, other.prefixItems[index] ?? other.items) ?? true,
    ),
    patterns: [...new Set([...one.patterns, ...other.patterns])],
    format: other.format ?? one.format,
    isUnique: one.isUnique || other.isUnique,
    bounds: mergedBounds(one.bounds, other.bounds),
    examples: [...one.examples, ...other.examples],
    isPartial:
      one.isPartial ||
      other.isPartial ||
      (one.format !== undefined && other.format !== undefined && one.format !== other.format),
  };
}

type Members = Pick<Keywords, "properties" | "additional" | "patternProperties">;

function mergedMembers(one: Members, other: Members): Members {
  const properties = new Map<string, Schema>();
  for (const name of [...one.properties.keys(), ...other.properties.keys()]) {
    const schema = both(memberOf(one, name), memberOf(other, name)) ?? true;
    properties.set(name, schema);
  }
  const patternProperties = new Map(one.patternProperties);
  for (const [pattern, schema] of other.patternProperties) {
    patternProperties.set(pattern, both(patternProperties.get(pattern), schema) ?? true);
  }
  return { properties, additional: both(one.additional, other.additional), patternProperties };
}

/** The schema of a member, whether it is declared or not. */
export function memberOf(members: Members, name: string): Schema | undefined {
  const matching = [...members.patternProperties].filter(([pattern]) =>
    regExpOf(pattern)?.test(name),
  );
  const own = members.properties.get(name);
  const schemas = [...(own === undefined ? [] : [own]), ...matching.map(([, schema]) => schema)];
  return schemas.length === 0 ? members.additional : schemas.reduce((a, b) => both(a, b) ?? true);
}

function both(one: Schema | undefined, other: Schema | undefined): Schema | undefined {
  if (one === undefined || one === true || one === other) {
    return other ?? one;
  }
  if (other === undefined || other === true) {
    return one;
  }
  return one === false || other === false ? false : { allOf: [one, other] };
}

function commonTypes(one: Keywords["types"], other: Keywords["types"]): Keywords["types"] {
  if (one === undefined || other === undefined) {
    return one ?? other;
  }
  return one.flatMap((type): JsonType[] => {
    if (other.includes(type)) {
      return [type];
    }
    // Whole numbers are numbers.
    return (type === "number" && other.includes("integer")) ||
      (type === "integer" && other.includes("number"))
      ? ["integer"]
      : [];
  });
}

function commonLiterals(
  one: Keywords["literals"],
  other: Keywords["literals"],
): Keywords["literals"] {
  if (one === undefined || other === undefined) {
    return one ?? other;
  }
  const texts = new Set(other.map((value) => JSON.stringify(value)));
  return one.filter((value) => texts.has(JSON.stringify(value)));
}

function mergedBounds(one: Keywords["bounds"], other: Keywords["bounds"]): Keywords["bounds"] {
  const bounds = new Map(one);
  for (const [name, bound] of other) {
    const own = bounds.get(name);
    const stricter = /^min|Minimum$/.test(name) ? Math.max : Math.min;
    bounds.set(name, own === undefined ? bound : stricter(own, bound));
  }
  const [step, otherStep] = [one.get("multipleOf"), other.get("multipleOf")];
  if (step !== undefined && otherStep !== undefined) {
    // A multiple of both, if not the smallest one.
    bounds.set("multipleOf", step === otherStep ? step : step * otherStep);
  }
  return bounds;
}

function isPossible({ types, literals }: Keywords): boolean {
  return types?.length !== 0 && literals?.length !== 0;
}

/** The pattern as a regular expression of Unicode text if it is one, else of code units; `undefined` if it is neither. */
export function regExpOf(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The next flags may do.
    }
  }
  return undefined;
}

/** The type of a value. */
export function typeOf(value: unknown): JsonType | undefined {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  if (typeof value === "number") {
    return Number.isInteger(value) ? "integer" : "number";
  }
  const type = typeof value;
  return isType(type) ? type : undefined;
}

/** Whether a value has one of these types. */
export function hasType(value: unknown, types: Keywords["types"]): boolean {
  const type = typeOf(value);
  return (
    types === undefined ||
    (type !== undefined && types.includes(type)) ||
    (type === "integer" && types.includes("number"))
  );
}
