// Finds faults of parameter types: their bounds, defaults, checks and elements. In plain JavaScript they
// would otherwise appear only with the first request.
import { isRecord } from "../../internal/record.ts";
import { shown } from "../../internal/shown.ts";
import type { FaultPair } from "./fault-pair.ts";
import { isDay } from "../parameter/parameter-types.ts";
import type { AnyParameter } from "../parameter/parameter.ts";

/** The check of an option, and the remedy. */
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

// The options by the kind of the type. Other kinds have no options.
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  string: {
    min: COUNT,
    max: COUNT,
    // Not `instanceof RegExp`, which fails for another realm or another engine of regular expressions.
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

// The `typeof` of values by kind, if there is one.
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

/** Finds the faults of a parameter type; `what` names the parameter. */
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
  // The default of a refined type may have any type, and a list cannot have a default.
  if (
    fallback &&
    list === undefined &&
    checks.length === 0 &&
    expected !== undefined &&
    (typeof fallback.value !== expected || Number.isNaN(fallback.value))
  ) {
    found.push([
      `${what} has the default ${shown(fallback.value)}, which is not a ${expected}`,
      "give a value of its type, or .optional()",
    ]);
  }
  if (!checks.every((check: unknown) => "~standard" in Object(check))) {
    found.push([
      `${what} has a check that is not a schema`,
      "give .check() a Standard Schema, from zod, valibot, arktype …",
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
        `${what} has the unknown option ${JSON.stringify(name)}`,
        `use ${namesOf(rules)}`,
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

// A missing bound is NaN, and every comparison with NaN is false.
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
    found.push([`${what} is oneOf() without texts`, remedy]);
  } else if (wrong >= 0) {
    found.push([`${what} is oneOf() with ${shown(values[wrong])}, which is not text`, remedy]);
  }
}

function findListFaults(element: unknown, what: string, found: FaultPair[]): void {
  const data = (Object(element) as Partial<AnyParameter>)["~parameter"];
  if (data === undefined || data.list !== undefined) {
    found.push([
      `${what} is a list whose element is ${data === undefined ? "not a parameter type" : "a list"}`,
      "give list() the type of one element: list(integer())",
    ]);
  }
}
