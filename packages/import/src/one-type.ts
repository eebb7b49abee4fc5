// Whether the declared properties of an object have the schema of its other properties, as an index signature demands.
import { entriesOf, isMembers, member } from "./json.ts";

const ANNOTATIONS = new Set(["title", "description", "example", "examples", "deprecated"]);

/** Whether each declared property has the schema of `additionalProperties`, apart from annotations. */
export function isOfOneType(schema: unknown): boolean {
  const more = textOf(member(schema, "additionalProperties"));
  return entriesOf(member(schema, "properties")).every(([, value]) => textOf(value) === more);
}

function textOf(schema: unknown): string | undefined {
  return JSON.stringify(schema, (_, value: unknown) =>
    isMembers(value)
      ? Object.fromEntries(
          entriesOf(value)
            .filter(([name]) => !ANNOTATIONS.has(name))
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
}
