// Values of which nothing is known.

/** The members of any value; none for `null` and `undefined`. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

/** Whether a value is an object of names and values, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A received value for an error message. */
export function shown(value: unknown): string {
  return typeof value === "string"
    ? JSON.stringify(value)
    : typeof value === "function"
      ? "a function"
      : Array.isArray(value)
        ? "a list"
        : isRecord(value)
          ? "an object"
          : String(value);
}
