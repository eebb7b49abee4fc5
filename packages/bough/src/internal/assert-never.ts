// The end of a `switch` over a union, where the compiler proves that all cases are handled.
// Only a wrong cast or untyped code gets there. Do not use it to check external data.

/** Marks code that is never reached; throws a `TypeError` if it is. */
export function assertNever(value: never): never {
  throw new TypeError(`a case was not handled: ${typeof value}`);
}
