// Runs schemas, synchronously if they are: validates a value that was received, and makes the value that is sent.
import { pointerStep } from "../internal/encodings.ts";
import { after, rescued, type Later } from "../internal/later.ts";
import type { AnySchema, StandardIssue, StandardResult } from "./standard-schema.ts";
import { encoderOf } from "./two-way.ts";

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

/** The value to send, or issues: a two-way schema encodes it, any other schema validates it to its output. */
export type Output = (value: unknown) => Later<StandardResult<unknown>>;

/** The result for a value that does not fit, but is sent. */
export interface StrippedResult {
  readonly value: unknown;
  readonly issues?: undefined;
  readonly misfits: readonly StandardIssue[];
}

/** The `Output` function of a schema. */
export function outputOf(schema: AnySchema): Output {
  const encode = encoderOf(schema);
  if (encode === undefined) {
    return (value) => validate(schema, value);
  }
  return (value) =>
    rescued(
      () => after(encode(value), (encoded): StandardResult<unknown> => ({ value: encoded })),
      async (error) => ({ issues: await refusalOf(schema, value, error) }),
    );
}

/** The parse method of a zod schema, classic or mini, with a direction. */
interface Parsing {
  safeParseAsync(
    value: unknown,
    context: { readonly direction: "backward" },
  ): Promise<{ readonly error?: { readonly issues: readonly StandardIssue[] } }>;
}

/**
 * The issues of a value whose encoding threw this error. zod's `run` reports no messages, so a zod schema parses the
 * value again, in the backward direction.
 */
export async function refusalOf(
  schema: AnySchema & Partial<Parsing>,
  value: unknown,
  error: unknown,
): Promise<readonly StandardIssue[]> {
  const { safeParseAsync: parse } = schema;
  // A codec that throws will throw again: its first error is used.
  const parsed = await parse?.(value, { direction: "backward" }).catch(() => undefined);
  return (
    parsed?.error?.issues ?? [{ message: error instanceof Error ? error.message : "is not valid" }]
  );
}
