// What can be wrong with what a parameter type was made of: its bounds, its default, its
// refinements, its elements. In plain JavaScript the first request would meet them.
import { isRecord } from "../../internal/record.ts";
import { shown } from "../../internal/shown.ts";
import type { FaultPair } from "./fault-pair.ts";
import { isDay } from "../parameter/parameter-types.ts";
import type { AnyParameter } from "../parameter/parameter.ts";

/** What an option has to be, and how that is told. */
type Rule = readonly [holds: (value: unknown) => boolean, remedy: string];

const isNumber = (value: unknown): boolean => typeof value === "number" && !Number.isNaN(value);
const isWhole = (value: unknown): boolean =>
  Number.isInteger(value) || value === Infinity || value === -Infinity;
const COUNT: Rule = [(value) => isWhole(value) && Number(value) >= 0, "give a whole number from 0"];
const WHOLE: Rule = [isWhole, "give a whole number"];
const NUMBER: Rule = [isNumber, "give a number"];
const DAY: Rule = [
  (value) => typeof value === "string" && isDay(value),
  'give a day: "2026-01-31"',
];
const INSTANT: Rule = [
  (value) => value instanceof Date && isNumber(value.getTime()),
  "give a Date that is an instant",
];
const FUNCTION: Rule = [(value) => typeof value === "function", "give a function of one value"];

// The options by the kind of a type; of others there are none.
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  string: {
    min: COUNT,
    max: COUNT,
    // Those of another realm are none of this one's, and those of another engine none of the language's.
    pattern: [(value) => Symbol.search in Object(value), "give a regular expression: /^[a-z]+$/"],
    nul: [(value) => typeof value === "boolean", "give true or false"],
  },
  integer: { min: WHOLE, max: WHOLE },
  number: { min: NUMBER, max: NUMBER },
  date: { min: DAY, max: DAY },
  dateTime: { min: INSTANT, max: INSTANT },
  list: {
    min: COUNT,
    max: COUNT,
    style: [(value) => value === "repeat" || value === "comma", 'give "repeat" or "comma"'],
  },
};

const CODEC: Readonly<Record<string, Rule>> = { decode: FUNCTION, encode: FUNCTION };

// What values of a kind are to `typeof`, where that tells them.
const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  uuid: "string",
  date: "string",
  oneOf: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  bigint: "bigint",
};

/** Finds what is wrong with what a type was made of; `what` is what the parameter is called. */
export function findConstraintFaults(type: AnyParameter, what: string, found: FaultPair[]): void {
  const { kind, constraints, list, fallback, checks } = type["~parameter"];
  if (list?.element !== undefined) {
    findListFaults(list.element, what, found);
  }
  findOptionFaults(OPTIONS[kind], constraints, what, found);
  if (list !== undefined) {
    const { style, min, max } = list;
    findOptionFaults(OPTIONS["list"], { style, min, max }, what, found);
  }
  if (kind === "oneOf") {
    findTextFaults((constraints as { readonly values: readonly unknown[] }).values, what, found);
  }
  if (kind === "parameter") {
    findOptionFaults(CODEC, constraints, what, found);
  }
  const expected = TYPES[kind];
  // A refined one is what its schemas give, and that of a list is told of as a whole.
  if (
    fallback &&
    list === undefined &&
    checks.length === 0 &&
    expected !== undefined &&
    (typeof fallback.value !== expected || Number.isNaN(fallback.value))
  ) {
    found.push([
      `${what} has the default ${shown(fallback.value)}, which is no ${expected}`,
      "give a value of its type, or .optional()",
    ]);
  }
  if (!checks.every((check: unknown) => "~standard" in Object(check))) {
    found.push([
      `${what} is checked by what is no schema`,
      "give .check() a Standard Schema: one of zod, valibot, arktype …",
    ]);
  }
}

function findOptionFaults(
  rules: Readonly<Record<string, Rule>> | undefined,
  given: unknown,
  what: string,
  found: FaultPair[],
): void {
  if (rules === undefined) {
    return;
  }
  const before = found.length;
  if (!isRecord(given)) {
    found.push([
      `${what} has ${shown(given)} for its options`,
      `give an object of ${namesOf(rules)}`,
    ]);
    return;
  }
  for (const name of Object.keys(given)) {
    const value = given[name];
    const rule = rules[name];
    if (rule === undefined) {
      found.push([
        `${what} has the option ${JSON.stringify(name)}, which its type has not`,
        `it takes ${namesOf(rules)}`,
      ]);
    } else if ((value !== undefined || rule === FUNCTION) && !rule[0](value)) {
      found.push([`${what} has the ${name} ${shown(value)}`, rule[1]]);
    }
  }
  const { min, max } = given;
  if (found.length === before && comparable(min) > comparable(max)) {
    found.push([`${what} has the min ${textOf(min)} above its max ${textOf(max)}`, "swap the two"]);
  }
}

// A bound that is left out is NaN, and every comparison with it is false.
function comparable(bound: unknown): number | string {
  return typeof bound === "string" ? bound : Number(bound);
}

function textOf(bound: unknown): string {
  return bound instanceof Date ? bound.toISOString() : String(bound);
}

function namesOf(rules: Readonly<Record<string, Rule>>): string {
  return Object.keys(rules).join(", ");
}

function findTextFaults(values: readonly unknown[], what: string, found: FaultPair[]): void {
  const wrong = values.findIndex((value) => typeof value !== "string");
  const remedy = 'list the texts: oneOf("a", "b")';
  if (values.length === 0) {
    found.push([`${what} is one of no texts`, remedy]);
  } else if (wrong >= 0) {
    found.push([`${what} is one of texts, but has ${shown(values[wrong])}`, remedy]);
  }
}

function findListFaults(element: unknown, what: string, found: FaultPair[]): void {
  const data = (Object(element) as Partial<AnyParameter>)["~parameter"];
  if (data === undefined || data.list !== undefined) {
    found.push([
      `${what} is a list of ${data === undefined ? "what is no parameter type" : "lists"}`,
      "give list() the type of one element: list(integer())",
    ]);
  }
}
