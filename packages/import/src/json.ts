// Values of a parsed document. Names come from users, so only own members are read.

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of an object; `undefined` if there is no object, or no such member. */
export function member(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The members of an object, in order; none if it is not an object. */
export function entriesOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  return isMembers(value) ? Object.entries(value) : [];
}

/** The elements of a list; none if it is not a list. */
export function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; `undefined` if it is another value or empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whether a literal has this value. A number such as `1e999` is infinite when it is read. */
export function hasLiteral(value: unknown): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

export function textsOf(value: unknown): readonly string[] {
  return elementsOf(value).filter((one) => typeof one === "string");
}

/** A step of a JSON pointer (RFC 6901). */
export function step(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names of a JSON pointer, also of one in a URL fragment. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => decoded(name).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A text without percent encoding; the text itself if it is not encoded well. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
