// The check of alternatives. Those that cannot accept a value of its kind are not tried, and one member may tell
// which alternative an object is. If several accept a value, it keeps the members of each.
import type { JsonSchema } from "../extracted-schemas.ts";
import { REFUSED } from "./validation.ts";
import type { Check, Validation } from "./validation.ts";
import type { CheckMaker, Keywords } from "./check-maker.ts";
import { kindOf, kindsIn, OBJECT } from "./json-kind.ts";
import { jsonView } from "./json-view.ts";
import { merged } from "./merged.ts";
import { either } from "./scalar-checks.ts";

interface Alternative {
  readonly schema: JsonSchema;
  readonly kinds: number;
  readonly check: Check;
}

/** The check of `anyOf`. */
export function unionCheck(schemas: readonly JsonSchema[], maker: CheckMaker): Check {
  const alternatives = flattened(schemas, maker).map((schema) => ({
    schema,
    kinds: kindsIn(schema, maker),
    check: maker.of(schema),
  }));
  const message = `must be ${either(nounsOf(alternatives))}`;
  const refuse: Check = (value, validation) => validation.refuse(value, message);
  const byKind = new Map<number, Check>();
  for (let kind = 1; kind <= 32; kind *= 2) {
    const able = alternatives.filter(({ kinds }) => (kinds & kind) !== 0);
    const told = kind === OBJECT ? discriminated(able, maker) : undefined;
    byKind.set(kind, told ?? (able.length === 0 ? refuse : anyCheck(able)));
  }
  return (value, validation) => (byKind.get(kindOf(value)) ?? refuse)(value, validation);
}

/** The alternatives, with those of alternatives that say nothing else. */
function flattened(
  schemas: readonly JsonSchema[],
  maker: CheckMaker,
  seen = new Set<Keywords>(),
): JsonSchema[] {
  return schemas.flatMap((schema) => {
    const keywords = maker.resolve(schema);
    if (seen.has(keywords)) return [];
    seen.add(keywords);
    const { anyOf, ...others } = keywords;
    const isPure = Object.keys(others).every((name) => name === "description");
    return anyOf !== undefined && isPure ? flattened(anyOf, maker, seen) : [schema];
  });
}

const NOUNS = ["a string", "a number", "true or false", "null", "an object", "a list"];

function nounsOf(alternatives: readonly Alternative[]): string[] {
  const kinds = alternatives.reduce((bits, one) => bits | one.kinds, 0);
  return NOUNS.filter((_, bit) => (kinds & (1 << bit)) !== 0);
}

function anyCheck(alternatives: readonly Alternative[]): Check {
  const checks = alternatives.map(({ check }) => check);
  const [only, second] = checks;
  if (only !== undefined && second === undefined) return only;
  return (value, validation) => {
    const { trial } = validation;
    let result: unknown = REFUSED;
    for (const check of checks) {
      const kept = check(value, trial);
      if (trial.tooDeep) return validation.refuseDepth();
      if (kept !== REFUSED) result = result === REFUSED ? kept : merged(value, result, kept);
    }
    if (result !== REFUSED) return result;
    const refused = validation.refuse(value, "must fit one of the declared alternatives");
    return validation.mode === "strip" ? stripped(value, checks, validation) : refused;
  };
}

/** A value that fits no alternative, with the members of each. */
function stripped(value: unknown, checks: readonly Check[], { salvage }: Validation): unknown {
  const [first = value, ...others] = checks
    .map((check) => check(value, salvage))
    .filter((kept) => kept !== REFUSED);
  return others.reduce((result, kept) => merged(value, result, kept), first);
}

/** The check of objects that one member tells apart; `undefined` if there is no such member. */
function discriminated(alternatives: readonly Alternative[], maker: CheckMaker): Check | undefined {
  if (alternatives.length < 2) return undefined;
  const shapes = alternatives.map(({ schema }) => maker.resolve(schema));
  const name = shapes[0]?.required?.find((one) => tags(shapes, one, maker) !== undefined);
  const values = name === undefined ? undefined : tags(shapes, name, maker);
  if (name === undefined || values === undefined) return undefined;
  const checks = new Map<unknown, Check>();
  alternatives.forEach(({ check }, index) => {
    for (const value of values[index] ?? []) checks.set(value, check);
  });
  const message = `must be ${either([...checks.keys()].map((one) => JSON.stringify(one)))}`;
  const wrong: Check = (value, validation) => validation.refuse(value, message);
  const { answers } = maker;
  return (value, validation) => {
    const tag = ownMember(value, name, answers);
    const check = checks.get(tag);
    if (check !== undefined) return check(value, validation);
    const ends =
      tag === undefined ? validation.miss(name) : validation.at(name, tag, wrong) === REFUSED;
    if (ends) return REFUSED;
    return validation.mode === "strip" ? stripped(value, [...checks.values()], validation) : value;
  };
}

function ownMember(value: unknown, name: string, answers: boolean): unknown {
  const own = Object.prototype.propertyIsEnumerable.call(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
  return answers ? jsonView(own, name) : own;
}

/** The literal values of a member in each shape, if it is required and no value is that of two shapes. */
function tags(
  shapes: readonly Keywords[],
  name: string,
  maker: CheckMaker,
): readonly (readonly unknown[])[] | undefined {
  const seen = new Set<unknown>();
  const found: (readonly unknown[])[] = [];
  for (const { properties = {}, required = [] } of shapes) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const values = schema && required.includes(name) ? literalsOf(maker.resolve(schema)) : [];
    if (values.length === 0 || values.some((value) => seen.has(value))) return undefined;
    for (const value of values) seen.add(value);
    found.push(values);
  }
  return found;
}

function literalsOf(keywords: Keywords): readonly unknown[] {
  return "const" in keywords ? [keywords.const] : (keywords.enum ?? []);
}
