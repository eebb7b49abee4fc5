// Values that a schema refuses, each with the rule that it breaks.
import { brokenAt, type Violation } from "./broken-values.ts";
import type { Schema } from "./keywords.ts";
import { NotGenerated } from "./not-generated.ts";
import type { SchemaValues } from "./schema-values.ts";

const MOST = 400;

/** How many values are tried before a violation is left out, because another alternative accepts them. */
const ATTEMPTS = 5;
/** How many violations are tried: a large union has thousands that one of its alternatives accepts. */
const MOST_TRIED = 3 * MOST;

/** The ways to break a schema, the shallow ones first. */
export function violationsOf(schema: Schema, values: SchemaValues): readonly Violation[] {
  const all = brokenAt(schema, values, 0);
  const sorted = all.toSorted((one, other) => depthOf(one.pointer) - depthOf(other.pointer));
  const known = new Set<string>();
  // Where another alternative accepts any type, it accepts what is below, too.
  const accepted = new Set<string>();
  const found: Violation[] = [];
  let tried = 0;
  for (const violation of sorted) {
    const { pointer, rule } = violation;
    const key = `${pointer} ${rule}`;
    const isSettled =
      (known.has(key) && rule !== "bound") ||
      parentsOf(pointer).some((one) => accepted.has(one) && !known.has(`${one} type`));
    if (isSettled) {
      continue;
    }
    const refused = refusedOnly(violation, schema, values);
    tried++;
    if (refused !== undefined) {
      known.add(key);
      found.push(refused);
    } else if (rule === "type") {
      accepted.add(pointer);
    }
    if (found.length === MOST || tried === MOST_TRIED) {
      break;
    }
  }
  return found;
}

function parentsOf(pointer: string): readonly string[] {
  const parts = pointer.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

function depthOf(pointer: string): number {
  return pointer.split("/").length;
}

/** A violation whose values the whole schema refuses: what one alternative refuses, another one may accept. */
function refusedOnly(
  violation: Violation,
  schema: Schema,
  { own, fc, validator }: SchemaValues,
): Violation | undefined {
  const isRefused = (value: unknown): boolean => !validator.fits(schema, value);
  const fault = (): NotGenerated => new NotGenerated("another alternative accepts it");
  try {
    const tried = own.fitting(violation.values, isRefused, fault, ATTEMPTS);
    fc.sample(tried, { seed: 1, numRuns: 1 });
    return { ...violation, values: own.fitting(violation.values, isRefused, fault) };
  } catch (error) {
    if (error instanceof NotGenerated) {
      return undefined;
    }
    throw error;
  }
}
