// Objects of which nothing is known.

/** The members of any value; none for `null` and `undefined`. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

/** Whether a value is an object of names and values: neither an iterable such as a list or a `Map`, nor a promise. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !(Symbol.iterator in value) &&
    !("then" in value && typeof value.then === "function")
  );
}
