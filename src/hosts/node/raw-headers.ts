// The header lines of a request as they came. `IncomingMessage.headers` keeps one line of
// some names, and inherits from Object.

/** The value of a header by its lower-case name, several lines joined. */
export function headerIn(raw: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const field = raw[index] ?? "";
    if (field.length === name.length && isNamed(field, name)) {
      found = join(found, raw[index + 1], name === "cookie" ? "; " : ", ");
    }
  }
  return found;
}

/** Whether a line has this lower-case name. */
export function isNamed(name: string, lower: string): boolean {
  return name === lower || name.toLowerCase() === lower;
}

/** Two lines of a header as one. */
export function join(first: string | undefined, second = "", separator = ", "): string {
  return first === undefined ? second : first + separator + second;
}
