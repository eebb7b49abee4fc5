// What the options of a function have to be, as tables that one checker reads. The compiler
// refuses other names and values; plain JavaScript, a configuration file and an environment, whose
// values are texts, would leave a default to hold, or be met by the first request.
import { isRecord } from "../../internal/record.ts";
import { shown } from "../../internal/shown.ts";

/** What is wrong with the value of an option, told with its name; `undefined` where nothing is. */
export type OptionFault = (value: unknown, name: string) => string | undefined;

/** Options by name. */
export type OptionTable = Readonly<Record<string, OptionFault>>;

/** Throws `TypeError` for options that `asked` does not have, or that are not what it needs. */
export function verifyTable(asked: string, options: unknown, table: OptionTable): void {
  const names = Object.keys(table);
  if (!isRecord(options)) {
    throw new TypeError(
      `${asked}: got ${shown(options)} for its options, but takes { ${names.join(", ")} }`,
    );
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `${asked}: there is no option ${JSON.stringify(unknown)}, but ${names.join(", ")}`,
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

/** An option for which a condition holds; `needed` ends the sentence where it does not. */
export function option(needed: string, holds: (value: unknown) => boolean): OptionFault {
  return (value, name) =>
    holds(value) ? undefined : `${name} is ${shown(value)}, but ${needed} is needed`;
}

/** On or off. */
export const flag: OptionFault = option("true or false", (value) => typeof value === "boolean");

/** Whether a value is a whole number from 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** How many of something, `Infinity` included. */
export const amount: OptionFault = option(
  "a number from 0",
  (value) => typeof value === "number" && value >= 0,
);

/** A function; `remedy` shows how it is written. */
export function hook(remedy: string): OptionFault {
  return (value, name) =>
    typeof value === "function" ? undefined : `${name} is no function: ${remedy}`;
}

/** What is looked at elsewhere. */
export const anything: OptionFault = () => undefined;
