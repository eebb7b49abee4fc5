// Runs any Standard Schema and stays synchronous while the schema does.
import { pointerStep } from "../internal/json-pointer.ts";
import type { AnySchema, StandardIssue, StandardResult } from "./standard-schema.ts";

/** Validates and hands on the result, at once where the schema answers at once. */
export function validate(
  schema: AnySchema,
  value: unknown,
  settled: (result: StandardResult<unknown>) => void,
  failed: (error: unknown) => void,
): void {
  let result: StandardResult<unknown> | Promise<StandardResult<unknown>>;
  try {
    result = schema["~standard"].validate(value);
    if (!(result instanceof Promise)) {
      result = resultOf(result);
    }
  } catch (error) {
    failed(error);
    return;
  }
  if (result instanceof Promise) {
    result.then((later) => settled(resultOf(later))).catch(failed);
  } else {
    settled(result);
  }
}

/** Validates where nobody minds to wait. */
export async function validated(
  schema: AnySchema,
  value: unknown,
): Promise<StandardResult<unknown>> {
  return resultOf(await schema["~standard"].validate(value));
}

// What is neither a value nor issues must not pass for a value of `undefined`.
function resultOf(result: unknown): StandardResult<unknown> {
  if (
    typeof result === "object" &&
    result !== null &&
    ("value" in result || (result as { readonly issues?: unknown }).issues !== undefined)
  ) {
    return result as StandardResult<unknown>;
  }
  throw new TypeError("a schema gave neither a value nor issues");
}

// Each issue has a pointer of its own: with the whole of a long key in every one of them, those of
// a small body would fill the memory.
const LONGEST_POINTER = 1_024;

/** Where an issue lies, as a JSON Pointer; empty for the whole where it is too long to be of use (RFC 6901). */
export function pointerOf({ path = [] }: StandardIssue): string {
  let pointer = "";
  for (const part of path) {
    const key = String(typeof part === "object" ? part.key : part);
    if (pointer.length + key.length >= LONGEST_POINTER) {
      return "";
    }
    pointer += pointerStep(key);
  }
  return pointer;
}

/** An issue in one line: where it lies, and what it says. */
export function issueLine(issue: StandardIssue): string {
  return `${pointerOf(issue)} ${issue.message}`.trim();
}
