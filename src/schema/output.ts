// What is sent of a value by its schema: what a two-way schema encodes it to, and the output
// of any other. Stays synchronous while the schema does.
import type { AnySchema, StandardResult } from "./standard-schema.ts";
import { encoderOf } from "./two-way.ts";
import { validate } from "./validate.ts";

/** Gives what is sent of a value, or the issues with it. */
export type Output = (
  value: unknown,
  settled: (result: StandardResult<unknown>) => void,
  failed: (error: unknown) => void,
) => void;

/** The output of a schema. */
export function outputOf(schema: AnySchema): Output {
  const encode = encoderOf(schema);
  if (encode === undefined) {
    return (value, settled, failed) => validate(schema, value, settled, failed);
  }
  return (value, settled, failed) => {
    let encoded: unknown;
    try {
      encoded = encode(value);
    } catch (error) {
      settled({ issues: [{ message: messageOf(error) }] });
      return;
    }
    if (encoded instanceof Promise) {
      encoded
        .then(
          (later: unknown) => settled({ value: later }),
          (error: unknown) => settled({ issues: [{ message: messageOf(error) }] }),
        )
        .catch(failed);
    } else {
      settled({ value: encoded });
    }
  };
}

/** The output of a schema where nobody minds to wait. */
export function outputLater(output: Output, value: unknown): Promise<StandardResult<unknown>> {
  return new Promise((resolve, reject) => {
    output(value, resolve, reject);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "is refused";
}
