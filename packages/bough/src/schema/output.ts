// The value that is sent: a two-way schema encodes it, any other schema validates it to its output.
// It is synchronous if the schema is.
import { after, rescued, type Later } from "../internal/later.ts";
import { refusalOf } from "./refusal.ts";
import type { AnySchema, StandardIssue, StandardResult } from "./standard-schema.ts";
import { encoderOf } from "./two-way.ts";
import { validate } from "./validate.ts";

/** The value to send, or issues. */
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
