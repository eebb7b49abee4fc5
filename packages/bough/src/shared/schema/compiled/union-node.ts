// Alternatives. Those that cannot accept a value of its kind are not tried, and one member may tell which alternative
// an object is. If several accept a value, it keeps the members of each.
import type { JsonSchema } from "../extracted-schemas.ts";
import { membersOf } from "./json-copy.ts";
import { kindOf } from "./json-kind.ts";
import { merged } from "./merged.ts";
import { Node, type Compiler } from "./node.ts";
import { either, literalNode } from "./scalar-nodes.ts";
import {
  ableOf,
  alternativesOf,
  taggedOf,
  type Alternative,
  type Tagged,
} from "./union-choices.ts";
import { MISFIT, REFUSED, type Check, type Validation } from "./validation.ts";

/** The node of `anyOf`. */
export function unionNode(schemas: readonly JsonSchema[], compiler: Compiler): Node {
  const alternatives = alternativesOf(schemas, compiler);
  const message = `must be ${either(nounsOf(alternatives))}`;
  const refuse: Check = (value, validation) => validation.refuseKind(value, message);
  const byKind = new Map<number, Check>();
  for (let kind = 1; kind <= 32; kind *= 2) {
    const able = ableOf(alternatives, kind);
    const tagged = taggedOf(able, kind, compiler);
    const check = tagged && taggedCheck(tagged, compiler);
    byKind.set(kind, check ?? (able.length === 0 ? refuse : anyCheck(able, compiler)));
  }
  return new Node((value, validation, room) =>
    (byKind.get(kindOf(value)) ?? refuse)(value, validation, room),
  );
}

const NOUNS = ["a string", "a number", "true or false", "null", "an object", "a list"];

function nounsOf(alternatives: readonly Alternative[]): string[] {
  const kinds = alternatives.reduce((bits, one) => bits | one.kinds, 0);
  return NOUNS.filter((_, bit) => (kinds & (1 << bit)) !== 0);
}

function anyCheck(alternatives: readonly Alternative[], compiler: Compiler): Check {
  const choices = choicesOf(alternatives, compiler);
  const [only, second] = choices;
  if (only !== undefined && second === undefined) {
    return only.check;
  }
  return (value, validation, room) =>
    validation.plainly(value, room, (plain) => {
      const { trial } = validation;
      let result: unknown = REFUSED;
      for (const { check } of choices) {
        const kept = check(plain, trial, room);
        if (trial.tooDeep) {
          return validation.refuseDepth();
        }
        if (kept !== REFUSED) {
          result = result === REFUSED ? kept : merged(plain, [result, kept], trial);
        }
      }
      if (result !== REFUSED) {
        return result;
      }
      const refused = validation.refuse(plain, "must fit one of the declared alternatives");
      return validation.mode === "strip"
        ? stripped(plain, choices, validation.salvage, room)
        : refused;
    });
}

/** An alternative to strip a value by. */
interface Choice {
  readonly check: Check;
  readonly required: readonly string[];
}

function choicesOf(alternatives: Iterable<Alternative>, compiler: Compiler): Choice[] {
  return Array.from(alternatives, ({ schema }) => ({
    check: compiler.of(schema).check,
    required: compiler.resolve(schema).required ?? [],
  }));
}

/**
 * A value that fits no alternative, with the members of each that does not refuse it. An alternative whose members are
 * not all there says nothing about a value if another one has them.
 */
function stripped(
  value: unknown,
  choices: readonly Choice[],
  salvage: Validation,
  room: number,
): unknown {
  const whole = choices.filter(({ required }) =>
    required.every((name) => ownMember(Object(value), name) !== undefined),
  );
  const [first = REFUSED, ...others] = (whole.length > 0 ? whole : choices)
    .map(({ check }) => check(value, salvage, room))
    .filter((kept) => kept !== REFUSED && kept !== MISFIT);
  return others.reduce((result, kept) => merged(value, [result, kept], salvage), first);
}

/** The check of objects that one member tells apart. */
function taggedCheck({ name, alternatives }: Tagged, compiler: Compiler): Check {
  const checks = new Map(
    [...alternatives].map(([tag, { schema }]) => [tag, compiler.of(schema).check]),
  );
  const wrong = literalNode([...checks.keys()]).check;
  const choices = choicesOf(alternatives.values(), compiler);
  const check: Check = (value, validation, room) => {
    const tag = ownMember(value, name);
    const chosen = checks.get(tag);
    if (chosen !== undefined) {
      return chosen(value, validation, room);
    }
    // Its `toJSON` and the other alternatives must not ask the value again.
    if (validation.copies) {
      return validation.plainly(value, room, (plain) => check(plain, validation, room));
    }
    const found = tag === undefined ? validation.miss(name) : validation.at(name, tag, wrong, room);
    if (found === REFUSED || found === MISFIT) {
      return REFUSED;
    }
    return validation.mode === "strip" ? stripped(value, choices, validation.salvage, room) : value;
  };
  // The tag is looked at before the members, and a getter is asked once.
  return (value, validation, room) =>
    check(validation.copies ? membersOf(Object(value)) : value, validation, room);
}

function ownMember(value: unknown, name: string): unknown {
  return Object.prototype.propertyIsEnumerable.call(value, name)
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the members of an object
      (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
