// How a wrong value stands in the sentence that tells of it.

/** A value as a reader knows it again. */
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
