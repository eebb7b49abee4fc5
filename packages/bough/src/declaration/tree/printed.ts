// How endpoints and resources print: in one line, because their declarations refer to the whole tree. Consoles, JSON and
// the messages of tests ask these functions.

/**
 * Freezes a prototype of nodes and adds the functions that print them. They cannot be listed, and a child with one of
 * their names hides it.
 */
export function printedAs<Node>(
  prototype: object & ThisType<Node>,
  print: (this: Node) => string,
): object {
  for (const name of ["toString", "toJSON", Symbol.for("nodejs.util.inspect.custom")]) {
    Object.defineProperty(prototype, name, { value: print });
  }
  return Object.freeze(prototype);
}
