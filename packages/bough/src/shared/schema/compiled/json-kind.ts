// The kinds of JSON values, as bits: which of them a schema may accept.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { Keywords, Resolver } from "./keywords.ts";

const ALL = 63;
export const OBJECT = 16;
export const ARRAY = 32;
const BITS: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ["string", 1],
  ["number", 2],
  ["integer", 2],
  ["boolean", 4],
  ["null", 8],
  ["object", OBJECT],
  ["array", ARRAY],
]);

/** The bit of a value; 0 for a value that JSON does not have. */
export function kindOf(value: unknown): number {
  if (typeof value === "string") {
    return 1;
  }
  if (typeof value === "number") {
    return 2;
  }
  if (typeof value === "boolean") {
    return 4;
  }
  if (typeof value !== "object") {
    return 0;
  }
  return value === null ? 8 : Array.isArray(value) ? ARRAY : OBJECT;
}

/** The bits of the names in `type`. */
export function kindsOf(type: Keywords["type"]): number {
  return type === undefined
    ? ALL
    : [type].flat().reduce((bits, name) => bits | (BITS.get(name) ?? 0), 0);
}

/** The literals of `const` or `enum` that are of the schema's type; `undefined` if it has neither keyword. */
export function literalsOf(keywords: Keywords): readonly unknown[] | undefined {
  const values = "const" in keywords ? [keywords.const] : keywords.enum;
  const { type } = keywords;
  return type === undefined ? values : values?.filter(ofType(type));
}

/** Whether a value is of one of the names in `type`. JSON does not tell 1e21 from an integer. */
export function ofType(type: string | readonly string[]): (value: unknown) => boolean {
  const kinds = kindsOf(type);
  const fractions = [type].flat().includes("number");
  return (value) =>
    typeof value === "number" && !Number.isInteger(value)
      ? fractions
      : (kindOf(value) & kinds) !== 0;
}

/** The bits of the values that a schema may accept. */
export function kindsIn(
  schema: JsonSchema,
  resolver: Resolver,
  known: Map<Keywords, number> = new Map(),
): number {
  const keywords = resolver.resolve(schema);
  const before = known.get(keywords);
  if (before !== undefined) {
    return before;
  }
  // Until it is known, a schema that contains itself may accept anything.
  known.set(keywords, ALL);
  const kinds = kindsBy(keywords, (one) => kindsIn(one, resolver, known));
  known.set(keywords, kinds);
  return kinds;
}

function kindsBy(keywords: Keywords, inner: (schema: JsonSchema) => number): number {
  const { not, type, anyOf, allOf = [] } = keywords;
  if (not !== undefined) {
    return 0;
  }
  let kinds = kindsOf(type);
  const values = literalsOf(keywords);
  if (values !== undefined) {
    kinds = values.reduce<number>((bits, one) => bits | kindOf(one), 0);
  }
  for (const one of allOf) {
    kinds &= inner(one);
  }
  return anyOf === undefined ? kinds : kinds & anyOf.reduce((bits, one) => bits | inner(one), 0);
}
