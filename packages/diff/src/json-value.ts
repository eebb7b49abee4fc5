// JSON values: their types, and whether two are equal.
import { isRecord } from "./record.ts";

/** Whether a value is of a type of JSON Schema. */
export function isOfType(value: unknown, type: unknown): boolean {
  return type === "integer"
    ? typeof value === "number" && Number.isInteger(value)
    : typeOf(value) === type;
}

/** The type of a JSON value, as JSON Schema names it. */
export function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** Whether two JSON values are equal; the order of properties does not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => isEqual(each, other[index]));
  }
  if (isRecord(one) && isRecord(other) && !Array.isArray(one) && !Array.isArray(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
    );
  }
  return one === other;
}
