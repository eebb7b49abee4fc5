// What the compiler refuses, for callers in JavaScript: a `TypeError` at the call, because it would change what is sent.

/** Throws `TypeError` with what a function expects. */
export function wrongArgument(of: string, expected: string, received: unknown): never {
  const shown = typeof received === "string" ? JSON.stringify(received) : String(received);
  throw new TypeError(`${of}: expected ${expected}, received ${shown}`);
}

/** Throws `TypeError` for options that aren't an object. */
export function expectOptions(of: string, options: unknown): void {
  if (options !== undefined && (typeof options !== "object" || options === null)) {
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
