// The members of an object that JSON can hold without a change.
import { isRecord } from "../shared/internal/record.ts";

/** The members whose values are JSON; the others are left out. */
export function jsonMembers(members: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isJson(value)));
}

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.every(isJson);
  }
  if (isRecord(value)) {
    const prototype: unknown = Object.getPrototypeOf(value);
    return (
      (prototype === Object.prototype || prototype === null) && Object.values(value).every(isJson)
    );
  }
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

/** Returns the limits that apply, or `undefined` without any. `Infinity` turns a limit off, and isn't JSON. */
export function finite(limits: object): Readonly<Record<string, number>> | undefined {
  const on = Object.entries(limits).filter((entry): entry is [string, number] =>
    Number.isFinite(entry[1]),
  );
  return on.length === 0 ? undefined : Object.fromEntries(on);
}
