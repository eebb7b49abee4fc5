// A JSON Schema that is being written.

/** A JSON Schema whose keywords can still be set. Names of users are keys of null-prototype objects only. */
export interface MutableSchema {
  [keyword: string]: unknown;
}

/** A record of schemas by names of users. */
export function schemasByName(
  entries: Iterable<readonly [string, MutableSchema]> = [],
): Record<string, MutableSchema> {
  const record: Record<string, MutableSchema> = Object.create(null);
  for (const [name, schema] of entries) {
    record[name] = schema;
  }
  return record;
}

/** The text by which schemas are ordered where the types have no order. */
export function orderText(schema: MutableSchema): string {
  return JSON.stringify(schema);
}

/** Compares by code unit, so that every machine sorts alike. */
export function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
