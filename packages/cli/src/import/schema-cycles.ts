// Schemas that consist of themselves: `A = B | C` and `B = A & D` have no type.
import { elementsOf, isMembers, member, stepsOf, textOf } from "./json.ts";

/** One name of each cycle. */
export function namesInCycles(components: ReadonlyMap<string, unknown>): readonly string[] {
  const done = new Set<string>();
  const open = new Set<string>();
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (open.has(name)) {
      found.add(name);
    }
    if (done.has(name) || open.has(name)) {
      return;
    }
    open.add(name);
    for (const next of directReferences(components.get(name))) {
      visit(next);
    }
    open.delete(name);
    done.add(name);
  };
  for (const name of components.keys()) {
    visit(name);
  }
  return [...found];
}

// A reference in a member or an element does not belong to the type itself.
function directReferences(schema: unknown): readonly string[] {
  if (!isMembers(schema)) {
    return [];
  }
  const reference = textOf(member(schema, "$ref"));
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((name) => elementsOf(member(schema, name)));
  return [
    ...(reference === undefined ? [] : [stepsOf(reference).at(-1) ?? ""]),
    ...parts.flatMap(directReferences),
  ];
}
