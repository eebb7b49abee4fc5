// Lays members over a value that was made, as far as they fit its schema.
import type { Schema } from "../values/keywords.ts";
import type { SchemaValues } from "../values/schema-values.ts";
import type { Entity } from "./entity-store.ts";
import { membersOf, requiredOf } from "./members.ts";

/** The members of an object that is JSON; none of another value. */
export function entityOf(value: unknown): Entity {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** `base` with the members of `over` that its schema has and accepts. */
export function laidOver(
  base: unknown,
  over: Entity,
  { schema, values }: { readonly schema: Schema; readonly values: SchemaValues },
): Entity {
  const { reader, validator } = values;
  const members = membersOf(schema, reader) ?? new Map<string, Schema>();
  const fitting = Object.entries(over).filter(([name, value]) => {
    const member = members.get(name);
    return member !== undefined && value !== undefined && validator.fits(member, value);
  });
  return { ...entityOf(base), ...Object.fromEntries(fitting) };
}

/**
 * An entity as a response has it: its own members, and made ones where the schema requires them. `made` makes a value
 * of the whole schema.
 */
export async function fitted(
  entity: Entity,
  schema: Schema,
  { values, made }: { readonly values: SchemaValues; readonly made: () => Promise<unknown> },
): Promise<unknown> {
  const { reader, validator } = values;
  const members = membersOf(schema, reader);
  if (members === undefined) {
    return made();
  }
  const own = Object.fromEntries(Object.entries(entity).filter(([name]) => members.has(name)));
  if (validator.fits(schema, own)) {
    return own;
  }
  const base = entityOf(await made());
  const required = requiredOf(schema, reader);
  const needed = Object.fromEntries(Object.entries(base).filter(([name]) => required.has(name)));
  const lean = laidOver(needed, own, { schema, values });
  return validator.fits(schema, lean) ? lean : laidOver(base, own, { schema, values });
}
