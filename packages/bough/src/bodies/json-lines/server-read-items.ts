// Reads JSON Lines while they arrive. A fault that appears then rejects the request: the handler's read fails, and the
// answer is the rejection.
import { DecodeError } from "../../shared/codec/codec.ts";
import { defaultJson } from "../../shared/codec/json.ts";
import { readLines } from "../../shared/codec/json-lines.ts";
import { pointerOf, validate } from "../../shared/schema/validate.ts";
import { refusedAs, type OpenRules } from "../../serve/options/kernel-options.ts";

/** The items of a stream, each validated. */
export async function* itemsOf(
  stream: ReadableStream<Uint8Array>,
  rules: OpenRules,
): AsyncGenerator {
  const { schema } = rules;
  let index = 0;
  for await (const item of linesOf(stream, rules)) {
    const result = schema === undefined ? { value: item } : await validate(schema, item);
    if (result.issues !== undefined) {
      const issues = Array.from(result.issues, (issue) => ({
        pointer: `/${index}${pointerOf(issue)}`,
        message: issue.message,
      }));
      throw refusedAs(rules, issues);
    }
    index++;
    yield result.value;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>, rules: OpenRules): AsyncGenerator {
  const { limits } = rules;
  const decode = (bytes: Uint8Array): unknown => defaultJson.decode(bytes, limits);
  try {
    yield* readLines(stream, { maxBytes: limits.item, decode });
  } catch (error) {
    throw error instanceof DecodeError ? refusedAs(rules, error.issues) : error;
  }
}
