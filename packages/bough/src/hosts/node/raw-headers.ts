// The header lines of a request as they arrived. `IncomingMessage.headers` keeps only one line of some names,
// and inherits from Object.
import type { IncomingMessage } from "node:http";

/** The header lines of a request: names and values in turn. */
export function linesOf(req: IncomingMessage): readonly string[] {
  // Requests that an adapter makes, for example from a Lambda event, may have only `headers`.
  const lines = req.rawHeaders as readonly string[] | undefined;
  return lines === undefined || lines.length === 0 ? madeOf(req.headers) : lines;
}

// An adapter may give a length as a number.
type MadeHeaders = Readonly<Record<string, string | number | readonly string[] | undefined>>;

function madeOf(headers: MadeHeaders): string[] {
  return Object.entries(headers).flatMap(([name, given]) =>
    [given ?? []].flat().flatMap((value) => [name, String(value)]),
  );
}

/** The value of a header by its lower-case name. Several lines are joined. */
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

/** Joins two lines of a header. */
export function join(first: string | undefined, second = "", separator = ", "): string {
  return first === undefined ? second : first + separator + second;
}
