// What the compiler refuses, for callers in JavaScript: a `TypeError` at the call, because it would change what is
// sent. And how messages show values.

/** Throws `TypeError` with what a function expects. */
export function wrongArgument(of: string, expected: string, received: unknown): never {
  const shown = typeof received === "string" ? JSON.stringify(received) : String(received);
  throw new TypeError(`${of}: expected ${expected}, received ${shown}`);
}

/** Throws `TypeError` for options that aren't an object. */
export function expectOptions(of: string, options: unknown): void {
  // The type of `null` is "object", too.
  if (options !== undefined && typeof (options ?? 0) !== "object") {
    wrongArgument(of, "an object", options);
  }
}

/** Throws `TypeError` for options that a function does not have. */
export function refuseOthers(of: string, others: object): void {
  const [name] = Object.keys(others);
  if (name !== undefined) {
    throw new TypeError(`${of}: unknown option ${JSON.stringify(name)}`);
  }
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

/** Escapes control characters, so a text cannot forge log lines or control a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, encodeURIComponent);
}

/**
 * Marks the end of a `switch` over a union, where the compiler proves that all cases are handled. Only a wrong cast or
 * untyped code gets there, with a `TypeError`. Do not use it to check external data.
 */
export function assertNever(value: never): never {
  throw new TypeError(`a case was not handled: ${typeof value}`);
}
