// Types of one value: text, numbers, booleans, dates and enums.
import type { ContractType } from "bough/contract";
import type { FlatSchema } from "./flat-schema.ts";
import { elementsOf, hasLiteral, member } from "./json.ts";

/** Text with these bounds. */
export function text(more: Pick<ContractType, "min" | "max" | "pattern">): ContractType {
  return { type: "string", ...more, schema: { type: "string" } };
}

/** The bounds of the length of a list. */
export function countsOf(schema: unknown): { min?: number; max?: number } {
  return boundsOf(member(schema, "minItems"), member(schema, "maxItems"), 0);
}

function boundsOf(low: unknown, high: unknown, least = -Infinity): { min?: number; max?: number } {
  const min = isBound(low) && low > least ? low : undefined;
  const max = isBound(high) && high >= least && high >= (min ?? -Infinity) ? high : undefined;
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function isBound(bound: unknown): bound is number {
  return typeof bound === "number" && hasLiteral(bound);
}

/** The type of a schema that is neither a list nor an object. */
export function scalar({ schema }: FlatSchema, type: string | undefined): ContractType {
  const values = valuesOf(schema);
  if (values.length > 0) {
    const isBoolean = values.every((value) => typeof value === "boolean");
    const plain = values.map((value) => (typeof value === "boolean" ? String(value) : value));
    if (isBoolean && values.length === 2) {
      return { type: "boolean", schema: { type: "boolean" } };
    }
    const kept = asTyped(plain, type);
    return { type: "oneOf", values: kept, schema: { enum: kept } };
  }
  if (type === "integer") {
    return { type, ...wholeBounds(schema), schema: { type } };
  }
  if (type === "number") {
    const { min, max } = limitsOf(schema);
    return { type, ...boundsOf(min.value, max.value), schema: { type } };
  }
  if (type === "boolean") {
    return { type, schema: { type } };
  }
  const format = FORMATS.get(String(schema["format"]));
  if (format !== undefined) {
    return { type: format, schema: { type: "string", format: schema["format"] } };
  }
  const pattern = patternOf(schema["pattern"]);
  return text({
    ...boundsOf(member(schema, "minLength"), member(schema, "maxLength"), 0),
    ...(pattern === undefined ? {} : { pattern }),
  });
}

const FORMATS = new Map([
  ["uuid", "uuid"],
  ["date", "date"],
  ["date-time", "dateTime"],
]);

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value) && hasLiteral(value);
}

function valuesOf(schema: unknown): readonly (string | number | boolean)[] {
  const constant = member(schema, "const");
  const given = constant === undefined ? elementsOf(member(schema, "enum")) : [constant];
  const values = given.filter(isScalar);
  return [...new Set(values)];
}

// Documents write the numbers of an enum as texts, and the other way round.
function asTyped(
  values: readonly (string | number)[],
  type: string | undefined,
): readonly (string | number)[] {
  const isNumber = type === "integer" || type === "number";
  const kept = values.map((value) =>
    isNumber && typeof value === "string" && String(Number(value)) === value
      ? Number(value)
      : type === "string"
        ? String(value)
        : value,
  );
  const texts = kept.map(String);
  return kept.filter((value, index) => texts.indexOf(String(value)) === index);
}

/** Whether a number has an exclusive bound, which a type of Bough has for integers only. */
export function hasExclusiveBounds({ schema }: FlatSchema, type: string | undefined): boolean {
  const { min, max } = limitsOf(schema);
  return type === "number" && (min.isExclusive || max.isExclusive);
}

interface Limit {
  readonly value: number | undefined;
  readonly isExclusive: boolean;
}

function limitsOf(schema: unknown): { readonly min: Limit; readonly max: Limit } {
  return {
    min: limitOf(member(schema, "minimum"), member(schema, "exclusiveMinimum"), Math.max),
    max: limitOf(member(schema, "maximum"), member(schema, "exclusiveMaximum"), Math.min),
  };
}

// Before 3.1, `exclusiveMinimum` is a boolean beside `minimum`; since then, it is a bound of its own.
function limitOf(
  inclusive: unknown,
  exclusive: unknown,
  nearer: (a: number, b: number) => number,
): Limit {
  const value = typeof inclusive === "number" ? inclusive : undefined;
  if (typeof exclusive !== "number") {
    return { value, isExclusive: exclusive === true && value !== undefined };
  }
  const isExclusive = value === undefined || nearer(value, exclusive) === exclusive;
  return isExclusive ? { value: exclusive, isExclusive } : { value, isExclusive };
}

function wholeBounds(schema: unknown): { min?: number; max?: number } {
  const { min, max } = limitsOf(schema);
  const low = min.value === undefined ? undefined : Math.ceil(min.value);
  const high = max.value === undefined ? undefined : Math.floor(max.value);
  const above = min.isExclusive && low === min.value ? 1 : 0;
  const below = max.isExclusive && high === max.value ? 1 : 0;
  return boundsOf(
    safe(low === undefined ? low : low + above),
    safe(high === undefined ? high : high - below),
  );
}

function safe(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

function patternOf(pattern: unknown): string | undefined {
  if (typeof pattern !== "string" || pattern === "") {
    return undefined;
  }
  try {
    return new RegExp(pattern, "u").source;
  } catch {
    return undefined;
  }
}
