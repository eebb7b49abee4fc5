// Whether a value is an object of names and values: not an iterable such as a list, a `Map` or
// `Headers`, and not a promise.

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !(Symbol.iterator in value) &&
    typeof (value as { readonly then?: unknown }).then !== "function"
  );
}
