// The schema of a union. Its members have the order of their declaration; the compiler's own order depends on
// what it has seen before.
import ts from "typescript";
import { brandedBase } from "./intersection-schema.ts";
import { byCodeUnit, orderText } from "./mutable-schema.ts";
import type { MutableSchema } from "./mutable-schema.ts";
import type { Place, SchemaReader } from "./schema-reader.ts";
import { memberNodes } from "./type-node.ts";

/** The schema of a union without `undefined`, whose place has its own rule. */
export function unionSchema(
  type: ts.UnionType,
  place: Place,
  schemas: SchemaReader,
): MutableSchema {
  const nodes = place.node ? memberNodes(place.node) : [];
  const members = membersOf(type, schemas.checker).map((member) => {
    const index = nodes.findIndex((node) => writes(node, member, schemas.checker));
    const node = nodes[index];
    return { index, schema: schemas.of(member, { ...place, node }) };
  });
  const unmatched = firstUnmatched(nodes, type, schemas.checker);
  const ordered = members
    .map(({ index, schema }) => ({
      index: index < 0 ? unmatched : index,
      schema,
      text: orderText(schema),
    }))
    .sort((one, other) => one.index - other.index || byValue(one, other));
  return joined(ordered.map(({ schema }) => schema));
}

interface Ordered {
  readonly schema: MutableSchema;
  readonly text: string;
}

function byValue(one: Ordered, other: Ordered): number {
  const [left, right] = [one.schema["const"], other.schema["const"]];
  if (typeof left === "number" && typeof right === "number") {
    return left - right;
  }
  return byCodeUnit(one.text, other.text);
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

/** Whether a node of the declaration writes this member, by itself or in a union of its own. */
function writes(node: ts.TypeNode, member: ts.Type, checker: ts.TypeChecker): boolean {
  const written = checker.getTypeFromTypeNode(node);
  return written === member || (written.isUnion() && written.types.includes(member));
}

/** The place of members that no node writes: that of the first type parameter. */
function firstUnmatched(
  nodes: readonly ts.TypeNode[],
  type: ts.UnionType,
  checker: ts.TypeChecker,
): number {
  const index = nodes.findIndex((node) => !type.types.some((one) => writes(node, one, checker)));
  return index < 0 ? nodes.length : index;
}

/** One schema of alternatives: texts as one `enum`, plain types as one list. */
function joined(schemas: readonly MutableSchema[]): MutableSchema {
  const enums = new Map<unknown, { type: unknown; enum: unknown[] }>();
  const alternatives = new Map<string, MutableSchema>();
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
      alternatives.set(`enum ${String(type)}`, made);
    } else if (Object.keys(schema).length === 1 && typeof type === "string") {
      if (plain) {
        plain.type.push(type);
      } else {
        alternatives.set("plain", (plain = { type: [type] }));
      }
    } else {
      alternatives.set(orderText(schema), schema);
    }
  }
  const found = [...alternatives.values()].map(simplest);
  const [first = { not: {} }] = found;
  return found.length > 1 ? { anyOf: found } : first;
}

function simplest(schema: MutableSchema): MutableSchema {
  const { type, enum: values } = schema;
  if (Array.isArray(values) && values.length === 1) {
    return { type, const: values[0] };
  }
  return Array.isArray(type) && type.length === 1 ? { type: type[0] } : schema;
}
