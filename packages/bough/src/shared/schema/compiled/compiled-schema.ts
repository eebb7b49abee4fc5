// A compiled schema as a Standard Schema, whose output is the projection of its input.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { StrippedResult } from "../validate.ts";
import type { AnySchema, StandardResult } from "../standard-schema.ts";
import { seenAs } from "./json-copy.ts";
import { DroppedNames, removedMembers, type RemovedMembers } from "./removed-members.ts";
import type { SchemaCompiler } from "./schema-compiler.ts";
import { DEEPEST, MISFIT, REFUSED, Validation } from "./validation.ts";

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

/** Makes a Standard Schema of a schema. */
export function compiledSchema(
  schema: JsonSchema,
  compiler: SchemaCompiler,
  { answers, strips, removed }: CompiledOptions,
): AnySchema {
  const { check } = compiler.of(schema);
  const mode = strips ? "strip" : "explain";
  const validate = (value: unknown): StandardResult<unknown> | StrippedResult => {
    const seen = answers ? seenAs("", value) : value;
    if (seen === undefined) {
      return { issues: [{ message: "is missing" }] };
    }
    const dropped = removed && new DroppedNames();
    const validation = new Validation(mode, { copies: answers, dropped });
    const kept = check(seen, validation, DEEPEST);
    const { issues } = validation;
    if (issues.length > 0) {
      issues.forEach(({ path }) => path.reverse());
      return strips && kept !== REFUSED && kept !== MISFIT
        ? { value: kept, misfits: issues }
        : { issues };
    }
    if (removed !== undefined && dropped !== undefined && dropped.size > 0) {
      const types = removedMembers(kept, dropped, { schema, resolver: compiler });
      removed(new Set(types.keys()), types);
    }
    return { value: kept };
  };
  return { "~standard": { version: 1, vendor: "bough", validate } };
}
