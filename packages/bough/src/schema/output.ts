// The value that is sent: a two-way schema encodes it, any other schema validates it to its output.
// It is synchronous if the schema is.
import { refusalOf } from "./refusal.ts";
import type { AnySchema, StandardResult } from "./standard-schema.ts";
import { encoderOf } from "./two-way.ts";
import { validate } from "./validate.ts";

/** Calls `settled` with the value to send or with issues, and `failed` with an unexpected error. */
export type Output = (
  value: unknown,
  settled: (result: StandardResult<unknown>) => void,
  failed: (error: unknown) => void,
) => void;

/** The `Output` function of a schema. */
export function outputOf(schema: AnySchema): Output {
  const encode = encoderOf(schema);
  if (encode === undefined) {
    return (value, settled, failed) => validate(schema, value, settled, failed);
  }
  return (value, settled, failed) => {
    const refused = async (error: unknown): Promise<void> => {
      settled({ issues: await refusalOf(schema, value, error) });
    };
    let encoded: unknown;
    try {
      encoded = encode(value);
    } catch (error) {
      refused(error).catch(failed);
      return;
    }
    if (encoded instanceof Promise) {
      encoded.then((later: unknown) => settled({ value: later }), refused).catch(failed);
    } else {
      settled({ value: encoded });
    }
  };
}

/** The output of a schema as a promise. */
export function outputLater(output: Output, value: unknown): Promise<StandardResult<unknown>> {
  return new Promise((resolve, reject) => {
    output(value, resolve, reject);
  });
}
