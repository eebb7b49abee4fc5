// Where a body has its entity or its list of entities: the body itself, or one member of it, an envelope.
import type { Schema } from "../values/keywords.ts";
import type { SchemaReader } from "../values/schema-reader.ts";
import { itemOf, membersOf } from "./members.ts";

/** A body with an entity or a list of entities. */
export interface BodyShape {
  readonly schema: Schema;
  /** The member of the envelope; `undefined` without an envelope. */
  readonly envelope: string | undefined;
  /** The schema of the entity, or of each entity of the list. */
  readonly entity: Schema;
}

/** The shape of a body with one entity, whose id may have these names. */
export function shapeOfOne(
  schema: Schema,
  idNames: readonly string[],
  reader: SchemaReader,
): BodyShape | undefined {
  const members = membersOf(schema, reader);
  if (members === undefined) {
    return undefined;
  }
  const plain = { schema, envelope: undefined, entity: schema };
  if (idIn(schema, idNames, reader) !== undefined) {
    return plain;
  }
  const objects = [...members].filter(([, member]) => membersOf(member, reader) !== undefined);
  const found = objects.filter(([, member]) => idIn(member, idNames, reader) !== undefined);
  const [only, other] = found.length > 0 ? found : members.size === 1 ? objects : [];
  return only === undefined || other !== undefined
    ? plain
    : { schema, envelope: only[0], entity: only[1] };
}

/** The first of these names that is a member of an object, and itself neither an object nor a list. */
export function idIn(
  schema: Schema,
  idNames: readonly string[],
  reader: SchemaReader,
): string | undefined {
  const members = membersOf(schema, reader);
  return idNames.find((name) => {
    const member = members?.get(name);
    const isScalar = (one: Schema): boolean =>
      membersOf(one, reader) === undefined && itemOf(one, reader) === undefined;
    return member !== undefined && isScalar(member);
  });
}

/** The shape of a body with a list of objects. */
export function shapeOfMany(schema: Schema, reader: SchemaReader): BodyShape | undefined {
  const item = itemOf(schema, reader);
  if (item !== undefined) {
    return membersOf(item, reader) && { schema, envelope: undefined, entity: item };
  }
  const lists = [...(membersOf(schema, reader) ?? [])].flatMap(([name, member]) => {
    const inner = itemOf(member, reader);
    return inner !== undefined && membersOf(inner, reader) !== undefined
      ? [{ schema, envelope: name, entity: inner }]
      : [];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/** The content of a body without its envelope. */
export function within(body: unknown, envelope: string | undefined): unknown {
  return envelope === undefined ? body : Object(body)[envelope];
}
