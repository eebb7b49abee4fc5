// Which alternatives of `anyOf` can accept which values: by the kind of a value, and objects by the literal that
// one member has.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { Keywords, Resolver } from "./keywords.ts";
import { kindsIn, literalsOf, OBJECT } from "./json-kind.ts";

/** One alternative, and the bits of the kinds that it may accept. */
export interface Alternative {
  readonly schema: JsonSchema;
  readonly kinds: number;
}

/** Alternatives of objects that one member tells apart. */
export interface Tagged {
  readonly name: string;
  readonly alternatives: ReadonlyMap<unknown, Alternative>;
}

/** The alternatives of `anyOf`, with those of alternatives that say nothing else. */
export function alternativesOf(schemas: readonly JsonSchema[], resolver: Resolver): Alternative[] {
  return flattened(schemas, resolver).map((schema) => ({
    schema,
    kinds: kindsIn(schema, resolver),
  }));
}

/** The alternatives that may accept a value of a kind. */
export function ableOf(alternatives: readonly Alternative[], kind: number): Alternative[] {
  return alternatives.filter(({ kinds }) => (kinds & kind) !== 0);
}

/** The member that tells the objects of several alternatives apart; `undefined` if there is none. */
export function taggedOf(
  alternatives: readonly Alternative[],
  kind: number,
  resolver: Resolver,
): Tagged | undefined {
  if (kind !== OBJECT || alternatives.length < 2) {
    return undefined;
  }
  const shapes = alternatives.map(({ schema }) => resolver.resolve(schema));
  const name = shapes[0]?.required?.find((one) => tags(shapes, one, resolver) !== undefined);
  const values = name === undefined ? undefined : tags(shapes, name, resolver);
  if (name === undefined || values === undefined) {
    return undefined;
  }
  const byTag = alternatives.flatMap((one, index) =>
    (values[index] ?? []).map((value) => [value, one] as const),
  );
  return { name, alternatives: new Map(byTag) };
}

function flattened(
  schemas: readonly JsonSchema[],
  resolver: Resolver,
  seen = new Set<Keywords>(),
): JsonSchema[] {
  return schemas.flatMap((schema) => {
    const keywords = resolver.resolve(schema);
    if (seen.has(keywords)) {
      return [];
    }
    seen.add(keywords);
    const { anyOf, ...others } = keywords;
    const isPure = Object.keys(others).every((name) => name === "description");
    return anyOf !== undefined && isPure ? flattened(anyOf, resolver, seen) : [schema];
  });
}

/** The literal values of a member in each shape, if it is required and no value is that of two shapes. */
function tags(
  shapes: readonly Keywords[],
  name: string,
  resolver: Resolver,
): readonly (readonly unknown[])[] | undefined {
  const seen = new Set<unknown>();
  const found: (readonly unknown[])[] = [];
  for (const { properties = {}, required = [] } of shapes) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const values =
      schema && required.includes(name) ? (literalsOf(resolver.resolve(schema)) ?? []) : [];
    if (values.length === 0 || values.some((value) => seen.has(value))) {
      return undefined;
    }
    for (const value of values) {
      seen.add(value);
    }
    found.push(values);
  }
  return found;
}
