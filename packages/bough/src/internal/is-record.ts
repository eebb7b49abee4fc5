// Whether a value is an object of names and values. What is gone through, such as a list, a `Map`
// or `Headers`, holds no value under a name of its own, and what is waited for not yet.

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !(Symbol.iterator in value) &&
    typeof (value as { readonly then?: unknown }).then !== "function"
  );
}
