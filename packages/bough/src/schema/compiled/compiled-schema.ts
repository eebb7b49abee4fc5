// A compiled schema as a Standard Schema, whose output is the projection of its input.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { AnySchema, StandardIssue, StandardResult } from "../standard-schema.ts";
import { jsonCopy, TOO_DEEP } from "./json-copy.ts";
import { removedMembers } from "./removed-members.ts";
import type { RemovedMembers } from "./removed-members.ts";
import type { SchemaCompiler } from "./schema-compiler.ts";
import { MISFIT, REFUSED, Validation } from "./validation.ts";
import type { Check } from "./validation.ts";

/** How a compiled schema treats its values. */
export interface CompiledOptions {
  /**
   * Whether values are those of a handler: they are seen as `JSON.stringify` sees them, and the result is a copy. Else
   * they are JSON already.
   */
  readonly answers: boolean;
  /**
   * Whether a value that does not fit is projected as far as it fits. It is refused if it, or something that cannot be
   * left out of it, is of another kind than its type.
   */
  readonly strips: boolean;
  /** Gets the names of the members that were left out, and the types without them; `undefined` if nobody asks. */
  readonly removed: ((names: ReadonlySet<string>, types: RemovedMembers) => void) | undefined;
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
  { answers, strips, removed }: CompiledOptions,
): AnySchema {
  const check = compiler.of(schema);
  const isExact = compiler.exact(schema);
  const validate = (value: unknown): StandardResult<unknown> | StrippedResult => {
    const seen = answers ? jsonCopy(value) : value;
    if (seen === TOO_DEEP) {
      return tooDeep();
    }
    if (isExact(seen)) {
      return { value: seen };
    }
    const kept = seen === undefined ? REFUSED : check(seen, new Validation("quick"));
    if (kept === REFUSED) {
      return refused(check, seen, strips);
    }
    if (kept !== seen) {
      if (removed !== undefined) {
        const types = removedMembers(seen, kept, { schema, maker: compiler });
        removed(new Set(types.keys()), types);
      }
    }
    return { value: kept };
  };
  return { "~standard": { version: 1, vendor: "bough", validate } };
}

function tooDeep(): StandardResult<unknown> {
  const validation = new Validation("explain");
  validation.refuseDepth();
  return { issues: validation.issues };
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
