// The keywords of JSON Schema that values are made by, and how those of several schemas become one.
import type { JsonSchema } from "bough/types";

/** A schema; `true` accepts every value, and `false` none. */
export type Schema = JsonSchema | boolean;

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

/** The keywords whose values are numbers. */
export const BOUNDS = [
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

/** The keywords of a schema that accepts every value. */
export const ANYTHING: Keywords = {
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

const MOST_ALTERNATIVES = 64;

const TYPES: ReadonlySet<string> = new Set<JsonType>([
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
  "null",
]);

export function isType(value: unknown): value is JsonType {
  return typeof value === "string" && TYPES.has(value);
}

/** What fits one of each: each pair as one. */
export function product(
  left: readonly Keywords[],
  right: readonly Keywords[],
): readonly Keywords[] {
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

/** Whether a value may fit. */
export function isPossible({ types, literals }: Keywords): boolean {
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

export function hasType(value: unknown, types: Keywords["types"]): boolean {
  const type = typeOf(value);
  return (
    types === undefined ||
    (type !== undefined && types.includes(type)) ||
    (type === "integer" && types.includes("number"))
  );
}
