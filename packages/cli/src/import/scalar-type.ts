// Types of one value: text, numbers, booleans, dates and enums.
import type { ContractType } from "bough/contract";
import type { FlatSchema } from "./flat-schema.ts";
import { elementsOf, member } from "./json.ts";

/** Text with these bounds. */
export function text(more: Pick<ContractType, "min" | "max" | "pattern">): ContractType {
  return { type: "string", ...more, schema: { type: "string" } };
}

/** The bounds of the length of a list. */
export function countsOf(schema: unknown): { min?: number; max?: number } {
  return boundsOf(member(schema, "minItems"), member(schema, "maxItems"), 0);
}

function boundsOf(low: unknown, high: unknown, least = -Infinity): { min?: number; max?: number } {
  const min = typeof low === "number" && low > least ? low : undefined;
  const max =
    typeof high === "number" && high >= least && high >= (min ?? -Infinity) ? high : undefined;
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** The type of a schema that is neither a list nor an object. */
export function scalar({ schema }: FlatSchema, type: string | undefined): ContractType {
  const values = valuesOf(schema);
  if (values.length > 0) {
    const isBoolean = values.every((value) => typeof value === "boolean");
    const plain = values.map((value) => (typeof value === "boolean" ? String(value) : value));
    if (isBoolean && values.length === 2) return { type: "boolean", schema: { type: "boolean" } };
    const kept = asTyped(plain, type);
    return { type: "oneOf", values: kept, schema: { enum: kept } };
  }
  if (type === "integer") {
    return { type, ...wholeBounds(schema), schema: { type } };
  }
  if (type === "number") {
    return {
      type,
      ...boundsOf(member(schema, "minimum"), member(schema, "maximum")),
      schema: { type },
    };
  }
  if (type === "boolean") return { type, schema: { type } };
  const format = FORMATS.get(String(schema["format"]));
  if (format !== undefined)
    return { type: format, schema: { type: "string", format: schema["format"] } };
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

function valuesOf(schema: unknown): readonly (string | number | boolean)[] {
  const constant = member(schema, "const");
  const given = constant === undefined ? elementsOf(member(schema, "enum")) : [constant];
  const values = given.filter((one) => ["string", "number", "boolean"].includes(typeof one));
  return [...new Set(values as (string | number | boolean)[])];
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

function wholeBounds(schema: unknown): { min?: number; max?: number } {
  const low = member(schema, "minimum");
  const high = member(schema, "maximum");
  const safe = (value: unknown): number | undefined =>
    typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
  const min = safe(low);
  const max = safe(high);
  return boundsOf(
    min === undefined ? undefined : Math.ceil(min),
    max === undefined ? undefined : Math.floor(max),
  );
}

function patternOf(pattern: unknown): string | undefined {
  if (typeof pattern !== "string" || pattern === "") return undefined;
  try {
    return new RegExp(pattern, "u").source;
  } catch {
    return undefined;
  }
}
