// Checks the options of a function by a table. From plain JavaScript, a wrong option would silently keep its default, or
// fail at the first request.
import { fieldsOf, shown } from "./received.ts";

/** Returns what is wrong with the value of an option; `undefined` if it is right. */
export type OptionFault = (value: unknown, name: string) => string | undefined;

/** Throws `TypeError` for options that the function `asked` does not have, and for wrong values. */
export function verifyOptions(
  asked: string,
  options: unknown,
  table: Readonly<Record<string, OptionFault>>,
): void {
  const names = Object.keys(table);
  if (typeof options !== "object" || options === null || Symbol.iterator in options) {
    throw new TypeError(
      `${asked}: expected an options object { ${names.join(", ")} }, received ${shown(options)}`,
    );
  }
  for (const [name, value] of Object.entries(fieldsOf(options))) {
    const faultOf = Object.hasOwn(table, name) ? table[name] : undefined;
    const fault = faultOf
      ? value !== undefined && faultOf(value, name)
      : `unknown option ${JSON.stringify(name)}: the options are ${names.join(", ")}`;
    if (fault) {
      throw new TypeError(`${asked}: ${fault}`);
    }
  }
}

/** An option for which a condition must hold; `needed` describes it in the message. */
export function option(needed: string, holds: (value: unknown) => boolean): OptionFault {
  return (value, name) =>
    holds(value) ? undefined : `expected ${name} to be ${needed}, received ${shown(value)}`;
}

/** A function; `remedy` shows how to write it. */
export function hook(remedy: string): OptionFault {
  return (value, name) =>
    typeof value === "function"
      ? undefined
      : `expected ${name} to be a function, received ${shown(value)}: ${remedy}`;
}
