// A schema for objects whose property has a value.
import type { Schema } from "./schema.ts";

/** Objects in which a property has this value. */
export function constantNode(name: string, value: unknown): Schema {
  return { properties: { [name]: { const: value } } };
}
