// The end of a `switch` over a union: the compiler proves that no case is left.
// It is reached only when a cast or an untyped caller lied, so it throws what a bug throws.
// It is no check of outside data: that is answered by the parser that reads the data.

/** Marks a place that no value reaches; throws a `TypeError` if one does. */
export function assertNever(value: never): never {
  throw new TypeError(`a case was not handled: ${typeof value}`);
}
