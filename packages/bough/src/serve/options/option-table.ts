// Checks the options of a function by a table. The compiler refuses wrong names and values, but options may come
// from plain JavaScript, a configuration file or the environment. Without a check, a wrong option would silently
// keep its default, or fail at the first request.
import { isRecord } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";

/** Returns what is wrong with the value of an option, as a sentence with its name; `undefined` if it is right. */
export type OptionFault = (value: unknown, name: string) => string | undefined;

/** Options by name. */
export type OptionTable = Readonly<Record<string, OptionFault>>;

/** Throws `TypeError` for options that the function `asked` does not have, and for wrong values. */
export function verifyTable(asked: string, options: unknown, table: OptionTable): void {
  const names = Object.keys(table);
  if (!isRecord(options)) {
    throw new TypeError(
      `${asked}: expected an options object { ${names.join(", ")} }, received ${shown(options)}`,
    );
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `${asked}: unknown option ${JSON.stringify(unknown)}: the options are ${names.join(", ")}`,
    );
  }
  for (const [name, faultOf] of Object.entries(table)) {
    const value = options[name];
    const fault = value === undefined ? undefined : faultOf(value, name);
    if (fault !== undefined) {
      throw new TypeError(`${asked}: ${fault}`);
    }
  }
}

/** An option for which a condition must hold; `needed` describes it in the message. */
export function option(needed: string, holds: (value: unknown) => boolean): OptionFault {
  return (value, name) =>
    holds(value) ? undefined : `expected ${name} to be ${needed}, received ${shown(value)}`;
}

/** On or off. */
export const flag: OptionFault = option("true or false", (value) => typeof value === "boolean");

/** Whether a value is a whole number from 0. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** A number from 0; `Infinity` is allowed. */
export const amount: OptionFault = option(
  "a number from 0",
  (value) => typeof value === "number" && value >= 0,
);

/** A function; `remedy` shows how to write it. */
export function hook(remedy: string): OptionFault {
  return (value, name) =>
    typeof value === "function"
      ? undefined
      : `expected ${name} to be a function, received ${shown(value)}: ${remedy}`;
}

/** An option that other code checks. */
export const anything: OptionFault = () => undefined;
