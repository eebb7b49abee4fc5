// Members of extracted schemas whose JSDoc has `@internal`. Servers validate them; contracts and documents leave
// them out.
import { isRecord } from "../internal/record.ts";
import type { JsonSchema } from "../schema/extracted-schemas.ts";
import { changedSchema } from "./schema-walk.ts";

/** Copies a schema without its internal members, at any depth. */
export function withoutInternalMembers(schema: JsonSchema): JsonSchema {
  return changedSchema(schema, (part) => {
    const { properties, required, ...rest } = part;
    if (!isRecord(properties)) {
      return part;
    }
    const shown = Object.entries(properties).filter(([, member]) => !isInternal(member));
    if (shown.length === Object.keys(properties).length) {
      return part;
    }
    const names = new Set(shown.map(([name]) => name));
    const needed = Array.isArray(required) ? required.filter((name) => names.has(name)) : [];
    return {
      ...rest,
      properties: Object.fromEntries(shown),
      ...(needed.length === 0 ? {} : { required: needed }),
    };
  });
}

function isInternal(member: unknown): boolean {
  return isRecord(member) && member["x-internal"] === true;
}
