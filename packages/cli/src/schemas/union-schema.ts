// The schema of a union. Its members have the order of their declaration; the compiler's own order depends on
// what it has seen before.
import ts from "typescript";
import { brandedBase } from "./intersection-schema.ts";
import { byCodeUnit, orderText, type MutableSchema } from "./mutable-schema.ts";
import type { Place, SchemaReader } from "./schema-reader.ts";
import { memberNodes } from "./type-node.ts";

/** The schema of a union without `undefined`, whose place has its own rule. */
export function unionSchema(
  type: ts.UnionType,
  place: Place,
  schemas: SchemaReader,
): MutableSchema {
  const nodes = place.node ? memberNodes(place.node) : [];
  const written = new Written(nodes, type, schemas.checker);
  const ordered = membersOf(type, schemas.checker)
    .map((member) => {
      const index = written.of(member);
      const node = index === undefined ? undefined : nodes[index];
      return { index: index ?? written.unmatched, schema: schemas.of(member, { ...place, node }) };
    })
    .sort((one, other) => one.index - other.index || byValue(one.schema, other.schema));
  return joined(ordered.map(({ schema }) => schema));
}

function byValue(one: MutableSchema, other: MutableSchema): number {
  const [left, right] = [one["const"], other["const"]];
  if (typeof left === "number" && typeof right === "number") {
    return left - right;
  }
  return byCodeUnit(orderText(one), orderText(other));
}

/** The members, with named unions as they are and `true` and `false` as one. */
function membersOf(type: ts.UnionType, checker: ts.TypeChecker): ts.Type[] {
  // The compiler keeps the named unions of a union here, but does not publish the member.
  const { origin } = type as ts.UnionType & { readonly origin?: ts.Type };
  const parts = origin?.isUnion() ? origin.types : type.types;
  const kept = parts
    .filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    // A brand with a name keeps it.
    .map((part) => (part.aliasSymbol ? part : brandedBase(part, checker)));
  const booleans = kept.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
  if (booleans.length < 2) {
    return [...new Set(kept)];
  }
  const boolean = checker.getBooleanType();
  return [...new Set(kept.map((part) => (booleans.includes(part) ? boolean : part)))];
}

/** The places of a union's members in its declaration. */
class Written {
  /** The place of members that no node writes: that of the first type parameter. */
  readonly unmatched: number;
  /** The first node that writes a type, by itself or in a union of its own. */
  readonly #places = new Map<ts.Type, number>();

  constructor(nodes: readonly ts.TypeNode[], type: ts.UnionType, checker: ts.TypeChecker) {
    const members = new Set(type.types);
    let unmatched = nodes.length;
    for (const [index, node] of nodes.entries()) {
      const written = checker.getTypeFromTypeNode(node);
      const parts = written.isUnion() ? [written, ...written.types] : [written];
      for (const part of parts.filter((one) => !this.#places.has(one))) {
        this.#places.set(part, index);
      }
      if (unmatched === nodes.length && !parts.some((part) => members.has(part))) {
        unmatched = index;
      }
    }
    this.unmatched = unmatched;
  }

  of(member: ts.Type): number | undefined {
    return this.#places.get(member);
  }
}

/** One schema of alternatives: texts as one `enum`, plain types as one list. */
function joined(schemas: readonly MutableSchema[]): MutableSchema {
  const enums = new Map<unknown, { type: unknown; enum: unknown[] }>();
  const alternatives: MutableSchema[] = [];
  let plain: { type: unknown[] } | undefined;
  for (const schema of schemas) {
    const { type, const: value, ...others } = schema;
    if (value !== undefined && Object.keys(others).length === 0) {
      const known = enums.get(type);
      if (known) {
        known.enum.push(value);
        continue;
      }
      const made = { type, enum: [value] };
      enums.set(type, made);
      alternatives.push(made);
    } else if (Object.keys(schema).length === 1 && typeof type === "string") {
      if (plain) {
        plain.type.push(type);
      } else {
        alternatives.push((plain = { type: [type] }));
      }
    } else {
      alternatives.push(schema);
    }
  }
  const found = distinct(alternatives).map(simplest);
  const [first = { not: {} }] = found;
  return found.length > 1 ? { anyOf: found } : first;
}

/** Schemas without those that come again. Only schemas with the same names are compared, because texts are long. */
function distinct(schemas: readonly MutableSchema[]): readonly MutableSchema[] {
  const counts = new Map<string, number>();
  const names = schemas.map(({ properties, ...others }) =>
    [...Object.keys(others), "of", ...Object.keys(properties ?? {})].join(),
  );
  for (const one of names) {
    counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const seen = new Set<string>();
  return schemas.filter((schema, index) => {
    if (counts.get(names[index] ?? "") === 1) {
      return true;
    }
    const text = orderText(schema);
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

function simplest(schema: MutableSchema): MutableSchema {
  const { type, enum: values } = schema;
  if (Array.isArray(values) && values.length === 1) {
    return { type, const: values[0] };
  }
  return Array.isArray(type) && type.length === 1 ? { type: type[0] } : schema;
}
