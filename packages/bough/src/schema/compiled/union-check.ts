// The check of alternatives. Those that cannot accept a value of its kind are not tried, and one member may tell
// which alternative an object is. If several accept a value, it keeps the members of each.
import type { JsonSchema } from "../extracted-schemas.ts";
import { MISFIT, REFUSED } from "./validation.ts";
import type { Check, Validation } from "./validation.ts";
import type { CheckMaker } from "./check-maker.ts";
import { kindOf } from "./json-kind.ts";
import { merged } from "./merged.ts";
import { either, literalCheck } from "./scalar-checks.ts";
import { ableOf, alternativesOf, taggedOf } from "./union-choices.ts";
import type { Alternative, Tagged } from "./union-choices.ts";

/** The check of `anyOf`. */
export function unionCheck(schemas: readonly JsonSchema[], maker: CheckMaker): Check {
  const alternatives = alternativesOf(schemas, maker);
  const message = `must be ${either(nounsOf(alternatives))}`;
  const refuse: Check = (value, validation) => validation.refuseKind(value, message);
  const byKind = new Map<number, Check>();
  for (let kind = 1; kind <= 32; kind *= 2) {
    const able = ableOf(alternatives, kind);
    const tagged = taggedOf(able, kind, maker);
    const check = tagged && taggedCheck(tagged, maker);
    byKind.set(kind, check ?? (able.length === 0 ? refuse : anyCheck(able, maker)));
  }
  return (value, validation) => (byKind.get(kindOf(value)) ?? refuse)(value, validation);
}

const NOUNS = ["a string", "a number", "true or false", "null", "an object", "a list"];

function nounsOf(alternatives: readonly Alternative[]): string[] {
  const kinds = alternatives.reduce((bits, one) => bits | one.kinds, 0);
  return NOUNS.filter((_, bit) => (kinds & (1 << bit)) !== 0);
}

function anyCheck(alternatives: readonly Alternative[], maker: CheckMaker): Check {
  const choices = choicesOf(alternatives, maker);
  const checks = choices.map(({ check }) => check);
  const [only, second] = checks;
  if (only !== undefined && second === undefined) {
    return only;
  }
  return (value, validation) => {
    const { trial } = validation;
    let result: unknown = REFUSED;
    for (const check of checks) {
      const kept = check(value, trial);
      if (trial.tooDeep) {
        return validation.refuseDepth();
      }
      if (kept !== REFUSED) {
        result = result === REFUSED ? kept : merged(value, result, kept);
      }
    }
    if (result !== REFUSED) {
      return result;
    }
    const refused = validation.refuse(value, "must fit one of the declared alternatives");
    return validation.mode === "strip" ? stripped(value, choices, validation) : refused;
  };
}

/** An alternative to strip a value by. */
interface Choice {
  readonly check: Check;
  readonly required: readonly string[];
}

function choicesOf(alternatives: Iterable<Alternative>, maker: CheckMaker): Choice[] {
  return Array.from(alternatives, ({ schema }) => ({
    check: maker.of(schema),
    required: maker.resolve(schema).required ?? [],
  }));
}

/**
 * A value that fits no alternative, with the members of each that does not refuse it. An alternative whose members are
 * not all there says nothing about a value if another one has them.
 */
function stripped(value: unknown, choices: readonly Choice[], { salvage }: Validation): unknown {
  const whole = choices.filter(({ required }) =>
    required.every((name) => ownMember(Object(value), name) !== undefined),
  );
  const [first = REFUSED, ...others] = (whole.length > 0 ? whole : choices)
    .map(({ check }) => check(value, salvage))
    .filter((kept) => kept !== REFUSED && kept !== MISFIT);
  return others.reduce((result, kept) => merged(value, result, kept, salvage.leftOut), first);
}

/** The check of objects that one member tells apart. */
function taggedCheck({ name, alternatives }: Tagged, maker: CheckMaker): Check {
  const checks = new Map([...alternatives].map(([tag, { schema }]) => [tag, maker.of(schema)]));
  const wrong = literalCheck([...checks.keys()]);
  const choices = choicesOf(alternatives.values(), maker);
  return (value, validation) => {
    const tag = ownMember(value, name);
    const check = checks.get(tag);
    if (check !== undefined) {
      return check(value, validation);
    }
    const found = tag === undefined ? validation.miss(name) : validation.at(name, tag, wrong);
    if (found === REFUSED || found === MISFIT) {
      return REFUSED;
    }
    return validation.mode === "strip" ? stripped(value, choices, validation) : value;
  };
}

function ownMember(value: unknown, name: string): unknown {
  return Object.prototype.propertyIsEnumerable.call(value, name)
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the members of an object
      (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
