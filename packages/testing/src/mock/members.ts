// The members of object schemas and the items of array schemas, as far as state needs them.
import type { Schema } from "../values/keywords.ts";
import type { SchemaReader } from "../values/schema-reader.ts";

/** The members of an object by name. */
export type Members = ReadonlyMap<string, Schema>;

/** The members that every value of an object schema may have; `undefined` for other schemas. */
export function membersOf(schema: Schema, reader: SchemaReader): Members | undefined {
  const [first, ...others] = alternativesOf(schema, reader);
  if (first === undefined || first.properties.size === 0) {
    return undefined;
  }
  return others.length === 0
    ? first.properties
    : new Map(
        [...first.properties].filter(([name]) => others.every((one) => one.properties.has(name))),
      );
}

/** The schema of the items of an array; `undefined` for other schemas. */
export function itemOf(schema: Schema, reader: SchemaReader): Schema | undefined {
  const [only, other] = alternativesOf(schema, reader);
  return other === undefined ? only?.items : undefined;
}

/** The members that an object must have. */
export function requiredOf(schema: Schema, reader: SchemaReader): ReadonlySet<string> {
  return new Set(alternativesOf(schema, reader).flatMap(({ required }) => required));
}

/** Whether the values of a schema are whole numbers. */
export function isCount(schema: Schema, reader: SchemaReader): boolean {
  return reader
    .alternativesOf(schema)
    .every(({ types, literals }) => literals === undefined && types?.join() === "integer");
}

// `null` stands for a value that is not there.
function alternativesOf(schema: Schema, reader: SchemaReader) {
  return reader
    .alternativesOf(schema)
    .filter(({ types, literals }) => types?.join() !== "null" && literals?.join() !== "");
}
