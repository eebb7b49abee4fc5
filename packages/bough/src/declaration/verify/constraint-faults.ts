// Finds faults of one parameter type: its bounds, values and default, but not those of the types inside it.
import { isRecord } from "../../internal/record.ts";
import { shown } from "../../internal/shown.ts";
import type { FaultPair } from "./declaration-error.ts";
import { kindOf } from "../parameter/parameter-kind.ts";
import { isDay } from "../parameter/parameter-types.ts";
import type { AnyParameter } from "../parameter/parameter.ts";

/** What a parameter type belongs to. Its name in a message is built when there is a fault, since most have none. */
export interface Carrier {
  /** The words for it: `the query parameter`, `its id`. */
  readonly noun: string;
  readonly name?: string;
  /** Whether it is several pairs of a query or form, or one text. */
  readonly carries: "pairs" | "text";
}

/** The name of a carrier in a message. */
export function named({ noun, name }: Carrier): string {
  return name === undefined ? noun : `${noun} "${name}"`;
}

/** The check of an option, and the remedy. */
type Rule = readonly [holds: (value: unknown) => boolean, remedy: string];

const isNumber = (value: unknown): boolean => typeof value === "number" && !Number.isNaN(value);
const isWhole = (value: unknown): boolean =>
  Number.isInteger(value) || value === Infinity || value === -Infinity;
const COUNT: Rule = [(value) => isWhole(value) && Number(value) >= 0, "pass a whole number from 0"];
const WHOLE: Rule = [isWhole, "pass a whole number"];
const NUMBER: Rule = [isNumber, "pass a number"];
const DAY: Rule = [
  (value) => typeof value === "string" && isDay(value),
  'pass a day: "2026-01-31"',
];
const INSTANT: Rule = [
  (value) => value instanceof Date && isNumber(value.getTime()),
  "pass a Date that is an instant",
];
// A codec that throws refuses the value, so that every request would be a 400.
const FUNCTION: Rule = [(value) => typeof value === "function", "pass a function of one value"];
const ANY: Rule = [() => true, ""];

// A computed text would keep these rules in the bundles of clients.
const STYLES = 'pass "repeat", "comma", "space", "pipe", "brackets", "indexed"';

const OBJECT_STYLE: Rule = [
  (value) => value === "brackets" || value === "spread",
  'pass "brackets", "spread"',
];

// The characters that a segment may contain unescaped (RFC 3986 3.3, `sub-delims`, ":" and "@").
const DELIMITERS: Rule = [
  (value) => typeof value === "string" && /^[!$&'()*+,;=:@]*$/.test(value),
  "pass characters of !$&'()*+,;=:@ as a string",
];

// The options by the kind of the type. Other kinds have no options.
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  string: {
    min: COUNT,
    max: COUNT,
    pattern: ANY,
    nul: ANY,
    delimiters: DELIMITERS,
  },
  integer: { min: WHOLE, max: WHOLE },
  number: { min: NUMBER, max: NUMBER },
  date: { min: DAY, max: DAY },
  dateTime: { min: INSTANT, max: INSTANT },
  list: {
    min: COUNT,
    max: COUNT,
    style: [(value) => STYLES.split(/[ ,]+/).includes(JSON.stringify(value)), STYLES],
    element: ANY,
  },
  object: { style: OBJECT_STYLE, members: ANY },
  record: { style: OBJECT_STYLE, element: ANY },
  parameter: { decode: FUNCTION, encode: FUNCTION, schema: ANY, delimiters: DELIMITERS },
};

/** Finds the faults of a parameter type itself. */
export function findConstraintFaults(
  type: AnyParameter,
  carrier: Carrier,
  found: FaultPair[],
): void {
  const { kind, constraints, fallback } = type["~parameter"];
  findOptionFaults(OPTIONS[kind], constraints, carrier, found);
  const known = kindOf(type);
  const values = known.kind === "oneOf" ? known.constraints.values : undefined;
  if (values !== undefined) {
    findValueFaults(values, carrier, found);
  }
  const wrong = fallback && wrongDefault(type, fallback.value);
  if (wrong !== undefined && kind === "list") {
    found.push([
      `${named(carrier)} has a default that is not ${wrong}`,
      "pass such an array, or remove .default(): an absent list is []",
    ]);
  } else if (wrong !== undefined) {
    found.push([
      `${named(carrier)} has the default ${shown(fallback?.value)}, which is not ${wrong}`,
      "pass a value of its type, or .optional()",
    ]);
  }
}

function wrongDefault(type: AnyParameter, value: unknown): string | undefined {
  // The default of a refined type may have any type.
  if (type["~parameter"].checks.length > 0) {
    return undefined;
  }
  const known = kindOf(type);
  if (known.kind === "oneOf") {
    return known.constraints.values.some((one) => one === value) ? undefined : "one of its values";
  }
  if (known.kind === "list") {
    const { element } = known.constraints;
    const isList = Array.isArray(value) && value.length > 0;
    return isList && value.every((one) => wrongDefault(element, one) === undefined)
      ? undefined
      : "a list with elements of its type";
  }
  const isNumeric = known.kind === "integer" || known.kind === "number";
  return isNumeric && Number.isNaN(value) ? "a number" : undefined;
}

/** Finds the faults of the bounds of a number of parts. */
export function findCountFaults(bounds: object, carrier: Carrier, found: FaultPair[]): void {
  findOptionFaults({ min: COUNT, max: COUNT }, bounds, carrier, found);
}

function findOptionFaults(
  rules: Readonly<Record<string, Rule>> | undefined,
  given: unknown,
  carrier: Carrier,
  found: FaultPair[],
): void {
  if (rules === undefined) {
    return;
  }
  const before = found.length;
  if (!isRecord(given)) {
    found.push([
      `${named(carrier)} has ${shown(given)} for its options`,
      `pass an object of ${namesOf(rules)}`,
    ]);
    return;
  }
  for (const name of Object.keys(given)) {
    const value = given[name];
    const rule = rules[name];
    if (rule === undefined) {
      found.push([
        `${named(carrier)} has the unknown option ${JSON.stringify(name)}`,
        `use ${namesOf(rules)}`,
      ]);
    } else if ((value !== undefined || rule === FUNCTION) && !rule[0](value)) {
      found.push([`${named(carrier)} has the ${name} ${shown(value)}`, rule[1]]);
    }
  }
  const { min, max } = given;
  if (found.length === before && comparable(min) > comparable(max)) {
    found.push([
      `${named(carrier)} has the min ${textOf(min)} above its max ${textOf(max)}`,
      "swap the two",
    ]);
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

function findValueFaults(values: readonly unknown[], carrier: Carrier, found: FaultPair[]): void {
  const wrong = values.findIndex((value) => typeof value !== "string" && !Number.isFinite(value));
  const texts = [...new Set(values)].map(String);
  const twice = texts.find((text, index) => texts.indexOf(text) < index);
  const remedy = 'list texts or numbers: oneOf("a", "b")';
  if (values.length === 0) {
    found.push([`${named(carrier)} is oneOf() without values`, remedy]);
  } else if (wrong >= 0) {
    found.push([
      `${named(carrier)} is oneOf() with ${shown(values[wrong])}, which is neither text nor a number`,
      remedy,
    ]);
  } else if (twice !== undefined) {
    found.push([
      `${named(carrier)} is oneOf() with the text ${shown(twice)} and the same number`,
      "pass one of the two",
    ]);
  }
}
