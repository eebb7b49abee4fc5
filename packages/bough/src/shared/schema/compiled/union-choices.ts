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
  able: readonly Alternative[],
  kind: number,
  resolver: Resolver,
): Tagged | undefined {
  const [first, second] = able;
  if (kind !== OBJECT || first === undefined || second === undefined) {
    return undefined;
  }
  for (const name of resolver.resolve(first.schema).required ?? []) {
    const alternatives = byLiteral(able, name, resolver);
    if (alternatives !== undefined) {
      return { name, alternatives };
    }
  }
  return undefined;
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

/** The alternatives by the literals of a member, if each requires it and no literal is that of two. */
function byLiteral(
  able: readonly Alternative[],
  name: string,
  resolver: Resolver,
): ReadonlyMap<unknown, Alternative> | undefined {
  const found = new Map<unknown, Alternative>();
  for (const one of able) {
    const { properties = {}, required = [] } = resolver.resolve(one.schema);
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const literals =
      schema && required.includes(name) ? (literalsOf(resolver.resolve(schema)) ?? []) : [];
    if (literals.length === 0 || literals.some((literal) => found.has(literal))) {
      return undefined;
    }
    literals.forEach((literal) => found.set(literal, one));
  }
  return found;
}
