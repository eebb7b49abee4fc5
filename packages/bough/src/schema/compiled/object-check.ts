// The check of an object: its declared members, and those of its index signatures. Others are left out.
import type { JsonSchema } from "../extracted-schemas.ts";
import { MISFIT, REFUSED } from "./validation.ts";
import type { Check, Validation } from "./validation.ts";
import type { CheckMaker } from "./check-maker.ts";
import type { Keywords } from "./keywords.ts";
import { put } from "./copy.ts";
import type { Copy } from "./copy.ts";
import { leaveOut, merged } from "./merged.ts";

interface Member {
  readonly name: string;
  readonly index: number;
  readonly required: boolean;
  readonly check: Check;
}

/** The check of the members that are not declared by name: `undefined` for a name that is left out. */
type OthersCheck = (name: string) => Check | undefined;

/** Whether a schema says anything about members. */
export function hasMembers(keywords: Keywords): boolean {
  return (
    keywords.properties !== undefined ||
    keywords.required !== undefined ||
    keywords.additionalProperties !== undefined ||
    keywords.patternProperties !== undefined
  );
}

/** The check of an object; a value of another kind is refused by `otherwise`. */
export function objectCheck(keywords: Keywords, maker: CheckMaker, otherwise: Check): Check {
  const members = membersOf(keywords, maker);
  const byName = new Map(members.map((member) => [member.name, member]));
  const required = members.filter((member) => member.required).length;
  const others = othersOf(keywords, maker);
  return (value, validation) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return otherwise(value, validation);
    }
    // Its names are looked up as own members only.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the members of an object
    const given = value as Copy;
    let copy: Copy | undefined;
    let next = 0;
    let found = 0;
    for (const name in given) {
      // Object.hasOwn is not as fast in such a loop.
      if (!Object.prototype.hasOwnProperty.call(given, name)) {
        continue;
      }
      const own = given[name];
      if (own === undefined) {
        continue;
      }
      // Members mostly come in the order of their declaration.
      let member = members[next];
      if (member?.name === name) {
        next++;
      } else {
        member = byName.get(name);
        if (member !== undefined) {
          next = member.index + 1;
        }
      }
      const check = member === undefined ? others?.(name) : member.check;
      if (member?.required === true) {
        found++;
      }
      if (check === undefined) {
        copy ??= copiedUntil(given, name);
        continue;
      }
      const kept = validation.at(name, own, check);
      if (kept === REFUSED || (kept === MISFIT && member?.required === true)) {
        return REFUSED;
      }
      if (copy === undefined && kept !== own) {
        copy = copiedUntil(given, name);
      }
      if (copy !== undefined) {
        keep(copy, name, kept, validation);
      }
    }
    if (found < required && misses(members, given, validation)) {
      return REFUSED;
    }
    return copy ?? value;
  };
}

function membersOf(
  { properties = {}, required = [], patternProperties }: Keywords,
  maker: CheckMaker,
): Member[] {
  const needed = new Set(required);
  const patterns = patternsOf(patternProperties, maker);
  return [...new Set([...Object.keys(properties), ...needed])].map((name, index) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const checks = patterns.filter(({ pattern }) => pattern.test(name)).map(({ check }) => check);
    const check = together([maker.of(own ?? {}), ...checks]);
    return { name, index, required: needed.has(name), check };
  });
}

interface Pattern {
  readonly pattern: RegExp;
  readonly check: Check;
}

function patternsOf(
  record: Readonly<Record<string, JsonSchema>> = {},
  maker: CheckMaker,
): Pattern[] {
  return Object.entries(record).map(([pattern, schema]) => ({
    pattern: new RegExp(pattern, "u"),
    check: maker.of(schema),
  }));
}

function othersOf(keywords: Keywords, maker: CheckMaker): OthersCheck | undefined {
  const { additionalProperties, patternProperties } = keywords;
  const rest = additionalProperties === undefined ? undefined : maker.of(additionalProperties);
  const patterns = patternsOf(patternProperties, maker);
  if (patterns.length === 0) {
    return rest && (() => rest);
  }
  return (name) => {
    const checks = patterns.filter(({ pattern }) => pattern.test(name)).map(({ check }) => check);
    return checks.length > 0 ? together(checks) : rest;
  };
}

/** A check by several, whose projections are joined. */
export function together(checks: readonly Check[]): Check {
  const [first, ...more] = checks;
  if (first === undefined) {
    return (value) => value;
  }
  if (more.length === 0) {
    return first;
  }
  return (value, validation) => {
    let result = first(value, validation);
    for (const check of more) {
      if (result === REFUSED || result === MISFIT) {
        return result;
      }
      const other = check(value, validation);
      const isRefused = other === REFUSED || other === MISFIT;
      result = isRefused ? other : merged(value, result, other, validation.leftOut);
    }
    return result;
  };
}

function keep(copy: Copy, name: string, kept: unknown, { leftOut }: Validation): void {
  if (kept === MISFIT) {
    leaveOut(copy, name, leftOut);
  } else {
    put(copy, name, kept);
  }
}

/** The members before one, all of which are kept as they are. */
function copiedUntil(given: Copy, end: string): Copy {
  const copy: Copy = {};
  for (const name of Object.keys(given)) {
    if (name === end) {
      break;
    }
    put(copy, name, given[name]);
  }
  return copy;
}

/** Notes the required members that are not there; whether the walk ends. */
function misses(members: readonly Member[], given: Copy, validation: Validation): boolean {
  return members.some(({ name, required }) => {
    if (!required) {
      return false;
    }
    const own = Object.prototype.propertyIsEnumerable.call(given, name) ? given[name] : undefined;
    return own === undefined && validation.miss(name) === REFUSED;
  });
}
