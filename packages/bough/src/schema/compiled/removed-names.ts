// Which members a projection left out.
import { jsonView } from "./json-view.ts";

/** Deeper members are not looked at: a value may contain itself. */
const DEEPEST = 100;

/** The names of the members of a value that its projection does not have. */
export function removedNames(value: unknown, kept: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  compare(value, kept, names, DEEPEST);
  return names;
}

function compare(value: unknown, kept: unknown, names: Set<string>, room: number): void {
  if (value === kept || room === 0 || !isObject(value) || !isObject(kept)) return;
  for (const [name, own] of Object.entries(value)) {
    const seen = jsonView(own, name);
    if (seen === undefined) continue;
    if (Object.hasOwn(kept, name)) {
      compare(seen, (kept as Readonly<Record<string, unknown>>)[name], names, room - 1);
    } else if (!Array.isArray(value)) {
      names.add(name);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
