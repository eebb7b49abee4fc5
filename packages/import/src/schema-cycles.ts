// Schemas that consist of themselves: `A = B | C` and `B = A & D` have no type.
import { elementsOf, isMembers, member, stepsOf, textOf } from "./json.ts";

/** One name of each cycle. */
export function namesInCycles(components: ReadonlyMap<string, unknown>): readonly string[] {
  const done = new Set<string>();
  const open = new Set<string>();
  const found = new Set<string>();
  // A long chain of references would exhaust the stack.
  const waiting: { readonly name: string; readonly isLeft: boolean }[] = [];
  const visit = (names: Iterable<string>): void => {
    waiting.push(...[...names].toReversed().map((name) => ({ name, isLeft: false })));
  };
  visit(components.keys());
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, isLeft } = next;
    if (isLeft) {
      open.delete(name);
      done.add(name);
    } else if (open.has(name)) {
      found.add(name);
    } else if (!done.has(name)) {
      open.add(name);
      waiting.push({ name, isLeft: true });
      visit(directReferences(components.get(name)));
    }
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
