// Runs a Standard Schema, synchronously if the schema is.
import { pointerStep } from "../internal/json-pointer.ts";
import { after, type Later } from "../internal/later.ts";
import type { AnySchema, StandardIssue, StandardResult } from "./standard-schema.ts";

/** Validates a value, synchronously if the schema is. */
export function validate(schema: AnySchema, value: unknown): Later<StandardResult<unknown>> {
  return after(schema["~standard"].validate(value), resultOf);
}

// A result without value and issues must not count as the value `undefined`.
function resultOf(result: unknown): StandardResult<unknown> {
  if (
    typeof result === "object" &&
    result !== null &&
    ("value" in result || ("issues" in result && result.issues !== undefined))
  ) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema gives one of the two, which was checked above
    return result as StandardResult<unknown>;
  }
  throw new TypeError("a schema must return a value or issues, but returned neither");
}

// Every issue has a pointer. If each one repeated a long key, a small body could fill the memory.
const LONGEST_POINTER = 1_024;

/** The path of an issue as a JSON Pointer; empty if it is too long (RFC 6901). */
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

/** An issue in one line: pointer and message. */
export function issueLine(issue: StandardIssue): string {
  return `${pointerOf(issue)} ${issue.message}`.trim();
}
