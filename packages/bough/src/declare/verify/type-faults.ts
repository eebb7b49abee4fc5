// Finds what the compiler can't see in a parameter type and in the types inside it: bounds, defaults and names that
// conflict, and where the type cannot stand.
import { shown } from "../../shared/internal/wrong-argument.ts";
import { keyIssue } from "../parameter/named-texts.ts";
import { kindOf } from "../parameter/parameter-kind.ts";
import { isDay } from "../parameter/parameter-types.ts";
import type { AnyParameter } from "../parameter/parameter.ts";
import type { Faults } from "./declaration-error.ts";

/** What a parameter type belongs to. */
export interface Carrier {
  /** The words for it: `the query parameter`, `its id`. */
  readonly noun: string;
  readonly name?: string;
  /** Whether it is several pairs of a query or form, or one text. */
  readonly carries: "pairs" | "text";
}

const DEEPEST = 5;

export function findTypeFaults(type: AnyParameter, carrier: Carrier, found: Faults): void {
  const at = found.at(carrier.noun, carrier.name);
  const depth = depthOf(type);
  if (depth > DEEPEST) {
    at.add(`has objects in objects ${depth} deep`, `nest at most ${DEEPEST}, or use jsonText()`);
  } else {
    findFaults(type, carrier.carries, at);
  }
}

/** Finds the faults of the bounds of a number of parts. */
export function findCountFaults(bounds: object, carrier: Carrier, found: Faults): void {
  findBoundFaults("list", bounds, found.at(carrier.noun, carrier.name));
}

/** Whether names with brackets belong to a parameter of this type. */
export function isBracketed(type: AnyParameter): boolean {
  return type["~parameter"].query?.bracketed === true;
}

function depthOf(type: AnyParameter): number {
  const inside = Math.max(0, ...insideOf(type).map(depthOf));
  return inside + (type["~parameter"].kind === "object" ? 1 : 0);
}

function insideOf(type: AnyParameter): readonly AnyParameter[] {
  const { kind, constraints } = kindOf(type);
  if (kind === "either") {
    return constraints.alternatives;
  }
  if (kind === "object") {
    return Object.values(constraints.members);
  }
  return kind === "list" || kind === "record" ? [constraints.element] : [];
}

const isSpread = (type: AnyParameter): boolean => type["~parameter"].query?.spread !== undefined;

function findFaults(type: AnyParameter, carries: Carrier["carries"], at: Faults): void {
  findPlaceFaults(type, carries === "text", at);
  const { kind, constraints } = kindOf(type);
  if (kind === "object") {
    findMemberFaults(constraints.members, isSpread(type), { carries, at });
  } else {
    insideOf(type).forEach((inside) => findFaults(inside, carries, at));
  }
  if (kind === "either") {
    findUnreachable(constraints.alternatives, at);
  }
  findBoundFaults(kind, type["~parameter"].constraints, at);
  findValueFaults(type, at);
}

// A type that needs several pairs, where there is one text, and a style that cannot carry what is inside.
function findPlaceFaults(type: AnyParameter, isText: boolean, at: Faults): void {
  const { kind, constraints } = kindOf(type);
  if (isText && (kind === "object" || kind === "record")) {
    at.add(`is ${kind}(), which only queries and forms carry`, "use jsonText()");
  } else if (kind === "segments") {
    at.add("is segments(), which only an id can be", "use list(string())");
  } else if (kind === "list") {
    const { style, element } = constraints;
    if (isText && style !== "repeat" && style !== "comma") {
      at.add(`has the style "${style}", which only queries and forms carry`, "remove style");
    } else if (style !== "indexed" && isBracketed(element)) {
      const remedy = "remove style: such a list is indexed";
      at.add(`is a list of objects with the style "${style}"`, remedy);
    }
  }
  // The names of spread values have brackets of their own.
  if (kind === "record" && isSpread(type) && isBracketed(constraints.element)) {
    const remedy = "remove style, or use values of one text";
    at.add('has the style "spread" and values whose names have brackets', remedy);
  }
}

function findMemberFaults(
  members: Readonly<Record<string, AnyParameter>>,
  spread: boolean,
  { carries, at }: Pick<Carrier, "carries"> & { readonly at: Faults },
): void {
  const all = Object.entries(members);
  if (all.length === 0) {
    const remedy = "name them: object({ gte: integer() }), or use record(string())";
    at.add("is object() without members", remedy);
  }
  for (const [key, type] of all) {
    const member = at.member(key);
    if (keyIssue(key, spread)) {
      member.add(
        `has a name that ${spread ? "a query" : "brackets"} cannot carry`,
        "use another name: not empty, without brackets, not __proto__, constructor or prototype",
      );
    }
    if (isSpread(type)) {
      const remedy = "remove style: only a parameter itself is spread";
      member.add('has the style "spread" inside another object', remedy);
    }
    findFaults(type, carries, member);
  }
}

function findUnreachable(types: readonly AnyParameter[], at: Faults): void {
  const any = types.findIndex(isAnyText);
  if (types.length === 0) {
    const remedy = "pass types of one value to either(): either(integer(), boolean())";
    at.add("is either() without types", remedy);
  } else if (any >= 0 && types.slice(any + 1).some((type) => !isBracketed(type))) {
    at.add(
      "is either() with a type behind string(), which decodes every text",
      "move string() to the end, or add bounds to it",
    );
  }
}

function isAnyText(type: AnyParameter): boolean {
  const { kind, constraints } = kindOf(type);
  if (kind === "either") {
    return constraints.alternatives.some(isAnyText);
  }
  if (kind !== "string" || type["~parameter"].checks.length > 0) {
    return false;
  }
  const { min = 0, max = Infinity, pattern } = constraints;
  return min <= 0 && max === Infinity && pattern === undefined;
}

// What bounds must be beyond their type. Lengths of strings and lists are counts.
const BOUNDS = new Map<string, readonly [holds: (bound: unknown) => boolean, remedy: string]>([
  ["integer", [(bound) => isWhole(bound), "pass a whole number"]],
  ["number", [(bound) => !Number.isNaN(bound), "pass a number"]],
  ["date", [(bound) => isDay(String(bound)), 'pass a day: "2026-01-31"']],
  ["dateTime", [(bound) => !Number.isNaN(Number(bound)), "pass a Date that is an instant"]],
]);
const COUNT = [
  (bound: unknown) => isWhole(bound) && Number(bound) >= 0,
  "pass a whole number from 0",
] as const;

const isWhole = (bound: unknown): boolean =>
  Number.isInteger(bound) || Math.abs(Number(bound)) === Infinity;

/** Bounds may come from the environment. */
interface GivenBounds {
  readonly min?: unknown;
  readonly max?: unknown;
  readonly delimiters?: string | undefined;
}

function findBoundFaults(kind: string, bounds: GivenBounds, at: Faults): void {
  const [holds, remedy] = BOUNDS.get(kind) ?? COUNT;
  const { min, max, delimiters = "" } = bounds;
  const wrong = Object.entries({ min, max }).filter(([, one]) => one !== undefined && !holds(one));
  for (const [name, value] of wrong) {
    at.add(`has the ${name} ${shown(value)}`, remedy);
  }
  if (wrong.length === 0 && comparable(min) > comparable(max)) {
    at.add(`has the min ${textOf(min)} above its max ${textOf(max)}`, "swap the two");
  }
  // The characters that a segment may contain unescaped (RFC 3986 3.3, `sub-delims`, ":" and "@").
  if (!/^[!$&'()*+,;=:@]*$/.test(delimiters)) {
    const allowed = "pass characters of !$&'()*+,;=:@ as a string";
    at.add(`has the delimiters ${shown(delimiters)}`, allowed);
  }
}

// A missing bound is NaN, and every comparison with NaN is false.
function comparable(bound: unknown): number | string {
  return typeof bound === "string" ? bound : Number(bound);
}

function textOf(bound: unknown): string {
  return bound instanceof Date ? bound.toISOString() : String(bound);
}

// Values and defaults may come from the environment too. The default of a refined type may have any type.
function findValueFaults(type: AnyParameter, at: Faults): void {
  const { kind, constraints } = kindOf(type);
  const { fallback, checks } = type["~parameter"];
  if (kind === "oneOf") {
    const texts = constraints.values.map(String);
    const twice = [...new Set(constraints.values)]
      .map(String)
      .find((text, index, all) => all.indexOf(text) < index);
    if (texts.length === 0) {
      at.add("is oneOf() without values", 'list texts or numbers: oneOf("a", "b")');
    } else if (twice !== undefined) {
      const fault = `is oneOf() with the text ${shown(twice)} and the same number`;
      at.add(fault, "pass one of the two");
    }
  }
  const inside = kind === "list" ? constraints.element["~parameter"].kind : kind;
  const isNumeric = inside === "integer" || inside === "number";
  if (isNumeric && checks.length === 0 && [fallback?.value].flat().some(Number.isNaN)) {
    at.add(
      "has the default NaN, which is not a number",
      "pass a value of its type, or .optional()",
    );
  }
}
