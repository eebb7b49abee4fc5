// Runs any Standard Schema and stays synchronous while the schema does.
import type { AnySchema, StandardIssue, StandardResult } from "./standard-schema.ts";

/** Validates and hands on the result, at once where the schema answers at once. */
export function validate(
  schema: AnySchema,
  value: unknown,
  done: (result: StandardResult<unknown>) => void,
  failed: (error: unknown) => void,
): void {
  let result: StandardResult<unknown> | Promise<StandardResult<unknown>>;
  try {
    result = schema["~standard"].validate(value);
  } catch (error) {
    failed(error);
    return;
  }
  if (result instanceof Promise) {
    result.then(done).catch(failed);
  } else {
    done(result);
  }
}

/** Where an issue lies, as a JSON Pointer (RFC 6901). */
export function pointerOf({ path = [] }: StandardIssue): string {
  return path
    .map(
      (part) =>
        `/${String(typeof part === "object" ? part.key : part)
          .replaceAll("~", "~0")
          .replaceAll("/", "~1")}`,
    )
    .join("");
}
