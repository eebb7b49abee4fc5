// Why a schema that goes both ways does not encode a value. What a schema runs by says no more
// than that it refuses: zod finds its words in a parse of its own, which other errors have none of.
import type { AnySchema, StandardIssue } from "./standard-schema.ts";

/** The parse of a zod schema, classic or mini, in a direction of one's own. */
interface Parsing {
  safeParseAsync(
    value: unknown,
    context: { readonly direction: "backward" },
  ): Promise<{ readonly error?: { readonly issues: readonly StandardIssue[] } }>;
}

/** The issues of a value for which encoding threw this error. */
export async function refusalOf(
  schema: AnySchema,
  value: unknown,
  error: unknown,
): Promise<readonly StandardIssue[]> {
  const { safeParseAsync: parse } = schema as Partial<Parsing>;
  // A codec that throws by itself does so again: its error is the one that is there.
  const parsed = await parse?.(value, { direction: "backward" }).catch(() => undefined);
  return (
    parsed?.error?.issues ?? [{ message: error instanceof Error ? error.message : "is refused" }]
  );
}
