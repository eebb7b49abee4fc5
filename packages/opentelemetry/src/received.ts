// Values of which nothing is known.

/** The members of any value; none for `null` and `undefined`. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

/** A received value for an error message. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  return typeof value === "object" && value !== null
    ? Object.prototype.toString.call(value).replace(/\[object (.*)\]/, "an object ($1)")
    : typeof value === "function"
      ? "a function"
      : String(value);
}
