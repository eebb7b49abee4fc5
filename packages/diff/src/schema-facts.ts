// What a change of a schema says about its place: constants, tags, bounds, the schema as it is written.
import { isRecord } from "./record.ts";
import { isEqual, typeOf } from "./json-value.ts";
import type { Node } from "./schema.ts";
import type { Part } from "./shape-pairs.ts";
import type { ObjectShape } from "./shapes.ts";

/** A property before and after. */
export interface Member {
  readonly name: string;
  readonly before: ObjectShape;
  readonly after: ObjectShape;
}

/** What is more than a bound: formats, and what a number is a multiple of. */
export function detailsOf(shape: Part["open"]): unknown {
  return shape.type === "number"
    ? [shape.steps, shape.formats]
    : shape.type === "string"
      ? shape.formats
      : [];
}

/** The constants among alternatives. */
export function constantsIn(parts: readonly Part[]): readonly unknown[] {
  return parts.flatMap(({ open }) => (open.type === "values" ? open.values : []));
}

/** The values that parts do not have, neither as constants nor as values of a type. */
export function missingIn(values: readonly unknown[], parts: readonly Part[]): readonly unknown[] {
  const types = new Set<string>(parts.map(({ open }) => open.type));
  const known = new Set(constantsIn(parts).map((one) => JSON.stringify(one)));
  return values.filter((one) => !known.has(JSON.stringify(one)) && !types.has(typeOf(one)));
}

/** The property whose new constant tells an object from all others. */
export function tagOf(
  { open }: Part,
  others: readonly Part[],
): { readonly name: string; readonly value: unknown } | undefined {
  const objects = others.flatMap((one) => (one.open.type === "object" ? [one.open] : []));
  if (open.type !== "object" || objects.length === 0) {
    return undefined;
  }
  for (const name of open.required) {
    const [value, ...more] = open.constants(name) ?? [];
    const isNew = objects.every((one) => {
      const constants = one.required.has(name) ? one.constants(name) : undefined;
      return constants !== undefined && !constants.some((constant) => isEqual(constant, value));
    });
    if (value !== undefined && more.length === 0 && isNew) {
      return { name, value };
    }
  }
  return undefined;
}

/** The schema of a property as it is written. */
export function rawMember({ atoms }: ObjectShape, name: string): unknown {
  const found = atoms.flatMap(({ properties }) =>
    isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
  );
  return found.length > 1 ? { allOf: found } : (found[0] ?? {});
}

/** The schema of a node as it is written. */
export function schemaOf({ schemas, never }: Node): unknown {
  return never ? false : schemas.length === 1 ? schemas[0] : { allOf: schemas };
}

/** The bounds of counts, as they are written. */
export function boundsOf(atoms: readonly Readonly<Record<string, unknown>>[]): unknown {
  const names = ["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"];
  return Object.fromEntries(
    atoms.flatMap((atom) =>
      names.flatMap((name) => (atom[name] === undefined ? [] : [[name, atom[name]]])),
    ),
  );
}
