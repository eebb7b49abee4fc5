// JSON objects, and pointers to their members.

/** The members of any value, of which nothing is known; none for `null` and `undefined`. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

/** Whether a value of JSON is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One step of a JSON Pointer, with its slash (RFC 6901, section 3). */
export function pointerStep(name: PropertyKey): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
