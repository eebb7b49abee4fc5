// Whether no value fits two of the schemas of a oneOf: by their types, constants, bounds, or a property whose constants
// tell them apart.
import { fieldsOf, isRecord } from "./record.ts";
import { isEqual, isOfType, typeOf } from "./json-value.ts";
import type { Alternative, Alternatives, Schema } from "./schema.ts";

const MOST_PAIRS = 20_000;

/** Whether the groups of alternatives, one for each schema of a oneOf, certainly share no value. */
export function isShapeDisjoint(
  groups: readonly (readonly Alternative[])[],
  view: Alternatives,
): boolean {
  const facts = groups.map((group) => group.map((one) => factsOf(one, view)));
  let pairs = 0;
  return facts.every((group, index) =>
    facts.slice(index + 1).every((other) =>
      group.every((one) => {
        pairs += other.length;
        return pairs <= MOST_PAIRS && other.every((two) => areApart(one, two));
      }),
    ),
  );
}

interface Facts {
  readonly atoms: readonly Schema[];
  readonly types: readonly string[];
  readonly values: readonly unknown[] | undefined;
  /** The constants of required properties. */
  readonly tags: ReadonlyMap<string, readonly unknown[]>;
}

const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];

function factsOf({ atoms }: Alternative, view: Alternatives): Facts {
  const types = TYPES.filter((type) =>
    atoms.every(
      ({ type: own }) =>
        own === undefined ||
        [own].flat().some((one) => one === type || (one === "number" && type === "integer")),
    ),
  );
  const tags = new Map<string, readonly unknown[]>();
  for (const { required } of atoms) {
    for (const name of Array.isArray(required) ? required : []) {
      const constants = typeof name === "string" ? constantsOf(atoms, name, view) : undefined;
      if (constants !== undefined) {
        tags.set(String(name), constants);
      }
    }
  }
  return { atoms, types, values: valuesOf(atoms), tags };
}

/** The constants of a property; `undefined` if it may have others. */
export function constantsOf(
  atoms: readonly Schema[],
  name: string,
  view: Alternatives,
): readonly unknown[] | undefined {
  const schemas = atoms.flatMap(({ properties }) =>
    isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
  );
  if (schemas.length === 0) {
    return undefined;
  }
  const lists = view.alternatives(view.node(...schemas)).map((one) => valuesOf(one.atoms));
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** The values of const and enum that fit the type; `undefined` if atoms have neither. */
export function valuesOf(atoms: readonly Schema[]): readonly unknown[] | undefined {
  const lists = atoms.flatMap((atom): (readonly unknown[])[] => {
    const { enum: values, const: constant } = atom;
    return [
      ...("const" in atom ? [[constant]] : []),
      ...(Array.isArray(values) ? [values as readonly unknown[]] : []),
    ];
  });
  const [first, ...others] = lists;
  return first?.filter(
    (value) =>
      others.every((list) => list.includes(value) || list.some((one) => isEqual(one, value))) &&
      atoms.every(
        ({ type }) => type === undefined || [type].flat().some((one) => isOfType(value, one)),
      ),
  );
}

function areApart(one: Facts, other: Facts): boolean {
  const shared = one.types.filter((type) => other.types.includes(type));
  return (
    shared.length === 0 ||
    hasNone(one, other) ||
    hasNone(other, one) ||
    // Properties are a question for objects only: a string fits two schemas that require different properties.
    (shared.every((type) => type === "object") && haveOtherTags(one, other)) ||
    isBeyond(one, other) ||
    isBeyond(other, one)
  );
}

function haveOtherTags(one: Facts, other: Facts): boolean {
  return [...one.tags].some(([name, values]) => {
    const others = other.tags.get(name);
    return (
      others !== undefined && !values.some((value) => others.some((two) => isEqual(value, two)))
    );
  });
}

// None of the constants of one is a value of the other.
function hasNone({ values }: Facts, other: Facts): boolean {
  return (
    values !== undefined &&
    values.every(
      (value) =>
        !other.types.includes(typeOf(value)) ||
        (other.values !== undefined && !other.values.some((one) => isEqual(one, value))),
    )
  );
}

const BOUNDS = [
  ["number", "minimum", "maximum"],
  ["string", "minLength", "maxLength"],
  ["array", "minItems", "maxItems"],
] as const;

function isBeyond(one: Facts, other: Facts): boolean {
  return BOUNDS.some(([type, least, most]) => {
    const isOnly = [one, other].every(({ types }) =>
      types.every((name) => name === type || (type === "number" && name === "integer")),
    );
    const bound = (facts: Facts, name: string): number[] =>
      facts.atoms.map((atom) => fieldsOf(atom)[name]).filter((each) => typeof each === "number");
    return (
      isOnly &&
      Math.max(-Infinity, ...bound(one, least)) > Math.min(Infinity, ...bound(other, most))
    );
  });
}
