// A compiled schema as a Standard Schema, whose output is the projection of its input.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { AnySchema, StandardIssue, StandardResult } from "../standard-schema.ts";
import { jsonView } from "./json-view.ts";
import type { SchemaCompiler } from "./schema-compiler.ts";
import { MISFIT, REFUSED, Validation } from "./validation.ts";
import type { Check } from "./validation.ts";

/** How a compiled schema treats its values. */
export interface CompiledOptions {
  /**
   * Whether a value that does not fit is projected as far as it fits. It is refused if it, or something that cannot be
   * left out of it, is of another kind than its type.
   */
  readonly strips: boolean;
  /** Gets the names of the members that were left out; `undefined` if nobody asks. */
  readonly removed: ((names: ReadonlySet<string>) => void) | undefined;
}

/** The result for a value that does not fit, but is sent. */
export interface StrippedResult {
  readonly value: unknown;
  readonly issues?: undefined;
  readonly misfits: readonly StandardIssue[];
}

/** Makes a Standard Schema of a schema. */
export function compiledSchema(
  schema: JsonSchema,
  compiler: SchemaCompiler,
  { strips, removed }: CompiledOptions,
): AnySchema {
  const { answers } = compiler;
  const check = compiler.of(schema);
  const isExact = compiler.exact(schema);
  const validate = (value: unknown): StandardResult<unknown> | StrippedResult => {
    if (isExact(value)) {
      return { value };
    }
    const seen = answers ? jsonView(value, "") : value;
    const kept = seen === undefined ? REFUSED : check(seen, new Validation("quick"));
    if (kept === REFUSED) {
      return refused(check, seen, strips);
    }
    if (kept !== seen) {
      removed?.(removedNames(seen, kept));
    }
    return { value: kept };
  };
  return { "~standard": { version: 1, vendor: "bough", validate } };
}

function refused(
  check: Check,
  value: unknown,
  strips: boolean,
): StandardResult<unknown> | StrippedResult {
  if (value === undefined) {
    return { issues: [{ message: "is missing" }] };
  }
  const validation = new Validation(strips ? "strip" : "explain");
  const kept = check(value, validation);
  return strips && kept !== REFUSED && kept !== MISFIT
    ? { value: kept, misfits: validation.issues }
    : { issues: validation.issues };
}

/** Deeper members are not looked at: a value may contain itself. */
const DEEPEST = 100;

/** The names of the members of a value that its projection does not have. */
function removedNames(value: unknown, kept: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  compare(value, kept, names, DEEPEST);
  return names;
}

function compare(value: unknown, kept: unknown, names: Set<string>, room: number): void {
  if (value === kept || room === 0 || !isObject(value) || !isObject(kept)) {
    return;
  }
  for (const [name, own] of Object.entries(value)) {
    const seen = jsonView(own, name);
    if (seen === undefined) {
      continue;
    }
    if (Object.hasOwn(kept, name)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the members of an object
      compare(seen, (kept as Readonly<Record<string, unknown>>)[name], names, room - 1);
    } else if (!Array.isArray(value)) {
      names.add(name);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
