// The issues of a value that a two-way schema cannot encode. zod's `run` reports no messages,
// so a zod schema parses the value again, in the backward direction.
import type { AnySchema, StandardIssue } from "./standard-schema.ts";

/** The parse method of a zod schema, classic or mini, with a direction. */
interface Parsing {
  safeParseAsync(
    value: unknown,
    context: { readonly direction: "backward" },
  ): Promise<{ readonly error?: { readonly issues: readonly StandardIssue[] } }>;
}

/** The issues of a value whose encoding threw this error. */
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
