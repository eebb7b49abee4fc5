// What is sent of a value by its schema: what a two-way schema encodes it to, and the output
// of any other. Stays synchronous while the schema does, and takes the value.
import { refusalOf } from "./refusal.ts";
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

/** The output of a schema where nobody minds to wait. */
export function outputLater(output: Output, value: unknown): Promise<StandardResult<unknown>> {
  return new Promise((resolve, reject) => {
    output(value, resolve, reject);
  });
}
