// Values that break one keyword of a schema each.
import type { Arbitrary } from "fast-check";
import {
  hasType,
  memberOf,
  typeOf,
  type JsonType,
  type Keywords,
  type Schema,
} from "./keywords.ts";
import { NotGenerated } from "./not-generated.ts";
import type { SchemaValues } from "./schema-values.ts";

/** What a value breaks. */
export type Rule =
  | "required"
  | "type"
  /** A scalar of another type, which frameworks convert by default. */
  | "coercion"
  | "enum"
  | "bound"
  | "pattern"
  | "format"
  | "members"
  | "items";

/** One way to break a schema. */
export interface Violation {
  /** A JSON Pointer to the value at fault. */
  readonly pointer: string;
  readonly rule: Rule;
  /** Values that the schema refuses, even after they shrink. */
  readonly values: Arbitrary<unknown>;
}

const DEEPEST = 4;
const LONGEST = 10_000;
const MOST_ITEMS = 1_000;

/** A value of each type. */
const OF_EACH_TYPE: readonly unknown[] = [null, true, 7, "text", [], {}];

/** The ways to break a schema that are worth a try, one keyword at a time: a union may accept some of their values. */
export function brokenAt(
  schema: Schema,
  values: SchemaValues,
  depth: number,
): readonly Violation[] {
  const { fc, validator } = values;
  const alternatives = values.reader.alternativesOf(schema);
  const types = alternatives.flatMap((one) => one.types ?? one.literals?.flatMap(typesOf) ?? []);
  const others = OF_EACH_TYPE.filter(
    (value) => !validator.fits(schema, value) && !hasType(value, types),
  );
  const isLenient = (value: unknown): boolean => types.some((type) => isCoerced(value, type));
  const coerced = others.filter(isLenient);
  const wrong = others.filter((value) => !isLenient(value));
  const broken = ([rule, choices]: readonly [Rule, readonly unknown[]]): readonly Violation[] =>
    choices.length === 0 ? [] : [{ pointer: "", rule, values: fc.constantFrom(...choices) }];
  return [
    ...broken(["type", wrong]),
    ...broken(["coercion", coerced]),
    ...alternatives.flatMap((one) => ofAlternative(one, values, depth)),
  ];
}

/** Whether frameworks that convert values, such as Fastify, make one of this type of it. */
function isCoerced(value: unknown, type: JsonType): boolean {
  const isScalar = typeof value !== "object" || value === null;
  switch (type) {
    case "string":
      return isScalar;
    case "number":
    case "integer":
      return value === null || typeof value === "boolean";
    case "boolean":
      return value === null;
    case "array":
      return isScalar;
    default:
      return false;
  }
}

function typesOf(value: unknown): readonly JsonType[] {
  const type = typeOf(value);
  return type === undefined ? [] : [type];
}

function ofAlternative(
  keywords: Keywords,
  values: SchemaValues,
  depth: number,
): readonly Violation[] {
  const { literals, types } = keywords;
  if (literals !== undefined) {
    return [{ pointer: "", rule: "enum", values: otherLiterals(literals, values) }];
  }
  try {
    const is = (type: string): boolean => types === undefined || types.some((one) => one === type);
    return [
      ...(is("string") ? ofString(keywords, values) : []),
      ...(is("number") || is("integer") ? ofNumber(keywords, values) : []),
      ...(is("array") ? ofArray(keywords, values, depth) : []),
      ...(is("object") ? ofObject(keywords, values, depth) : []),
    ];
  } catch (error) {
    if (error instanceof NotGenerated) {
      return [];
    }
    throw error;
  }
}

function otherLiterals(literals: readonly unknown[], { fc }: SchemaValues): Arbitrary<unknown> {
  const changed = literals.map((value) =>
    typeof value === "string"
      ? `${value}-other`
      : typeof value === "number"
        ? value + 1_000_003
        : "other",
  );
  return fc.constantFrom("no such value", ...changed);
}

function ofString(
  { bounds, patterns, format }: Keywords,
  { fc }: SchemaValues,
): readonly Violation[] {
  const least = bounds.get("minLength") ?? 0;
  const most = bounds.get("maxLength") ?? Infinity;
  const made: Violation[] = [];
  const add = (rule: Rule, texts: readonly string[]): void => {
    if (texts.length > 0) {
      made.push({ pointer: "", rule, values: fc.constantFrom(...texts) });
    }
  };
  if (least > 0 && least <= LONGEST) {
    add("bound", ["a".repeat(least - 1)]);
  }
  if (most < LONGEST) {
    add("bound", ["a".repeat(most + 1)]);
  }
  if (patterns.length > 0) {
    const texts = ["", " ", "a", "0", "é", "!", "no match ¬", "-", "\n"];
    // Only the pattern refuses them.
    add(
      "pattern",
      texts.map((text) => text.padEnd(least, text || "¬").slice(0, Math.max(most, 0))),
    );
  } else if (format !== undefined) {
    add("format", [`not a ${format}`, "@", "0000-00-00"]);
  }
  return made;
}

function ofNumber({ bounds, types }: Keywords, { fc }: SchemaValues): readonly Violation[] {
  const of = (rule: Rule, value: number): Violation => ({
    pointer: "",
    rule,
    values: fc.constant(value),
  });
  const [min, max, over, under, step] = (
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const
  ).map((name) => bounds.get(name));
  const isWhole = types?.includes("integer") === true && !types.includes("number");
  return [
    ...(isWhole ? [of("type", Math.ceil(min ?? over ?? 0) + 0.5)] : []),
    ...(min === undefined ? [] : [of("bound", min - 1)]),
    ...(max === undefined ? [] : [of("bound", max + 1)]),
    ...(over === undefined ? [] : [of("bound", over)]),
    ...(under === undefined ? [] : [of("bound", under)]),
    ...(step === undefined ? [] : [of("bound", (min ?? 0) + step / 2)]),
  ];
}

function ofArray(keywords: Keywords, values: SchemaValues, depth: number): readonly Violation[] {
  const { fc } = values;
  const { bounds, items, prefixItems, isUnique } = keywords;
  const arrays = values
    .alternative({ ...keywords, types: ["array"] })
    .map((made): readonly unknown[] => (Array.isArray(made) ? made : []));
  const least = bounds.get("minItems") ?? 0;
  const most = bounds.get("maxItems") ?? Infinity;
  const made: Violation[] = [];
  if (least > 0) {
    made.push({
      pointer: "",
      rule: "bound",
      values: arrays.map((array) => array.slice(0, least - 1)),
    });
  }
  const repeated = (array: readonly unknown[], count: number): readonly unknown[] =>
    array.length === 0
      ? []
      : Array.from({ length: count }, (_, index) => array[index % array.length]);
  if (most < MOST_ITEMS) {
    made.push({
      pointer: "",
      rule: "bound",
      values: arrays.map((array) => repeated(array, most + 1)),
    });
  }
  if (isUnique) {
    made.push({
      pointer: "",
      rule: "bound",
      values: arrays.map((array) => [...array, ...array.slice(0, 1)]),
    });
  }
  if (depth < DEEPEST) {
    // The others stay small, so that what is broken is seen at once and thousands of ways are made in a second.
    const smallest = values
      .smallest({ ...keywords, types: ["array"] })
      .map((made): readonly unknown[] => (Array.isArray(made) ? made : []));
    const places = prefixItems.length > 0 ? prefixItems : items === undefined ? [] : [items];
    for (const [index, schema] of places.entries()) {
      for (const one of brokenAt(schema, values, depth + 1)) {
        const lifted = fc
          .tuple(smallest, one.values)
          .map(([array, bad]) => [...array.slice(0, index), bad, ...array.slice(index + 1)]);
        made.push({ pointer: `/${index}${one.pointer}`, rule: one.rule, values: lifted });
      }
    }
  }
  return made;
}

function ofObject(keywords: Keywords, values: SchemaValues, depth: number): readonly Violation[] {
  const { fc } = values;
  const { properties, required, additional, patternProperties } = keywords;
  if (
    properties.size + required.length + patternProperties.size === 0 &&
    additional === undefined
  ) {
    return [];
  }
  const objects = values
    .smallest({ ...keywords, types: ["object"] })
    .map((made): object => Object(made));
  const made: Violation[] = required.map((name) => ({
    pointer: `/${escaped(name)}`,
    rule: "required",
    values: objects.map((one) =>
      Object.fromEntries(Object.entries(one).filter(([key]) => key !== name)),
    ),
  }));
  if (additional === false && patternProperties.size === 0) {
    const further = objects.map((one) => ({ ...one, "x-further": "text" }));
    made.push({ pointer: "/x-further", rule: "members", values: further });
  }
  if (depth < DEEPEST) {
    const names = [...properties.keys(), ...(typeof additional === "object" ? ["x-further"] : [])];
    for (const name of names) {
      const schema = memberOf(keywords, name) ?? true;
      for (const one of brokenAt(schema, values, depth + 1)) {
        const lifted = fc
          .tuple(objects, one.values)
          .map(([object, bad]) => ({ ...object, [name]: bad }));
        made.push({ pointer: `/${escaped(name)}${one.pointer}`, rule: one.rule, values: lifted });
      }
    }
  }
  return made;
}

// RFC 6901 3.
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
