// Reads JSON Lines while they arrive. A fault that appears then rejects the request: the handler's read fails, and the
// answer is the rejection.
import { defaultJson } from "../../shared/codec/json.ts";
import { readLines } from "../../shared/codec/json-lines.ts";
import { pointerOf, validate } from "../../shared/schema/validate.ts";
import { refusedAs, type OpenRules } from "../../serve/options/kernel-options.ts";

export async function* itemsOf(
  stream: ReadableStream<Uint8Array>,
  rules: OpenRules,
): AsyncGenerator {
  const { schema, limits } = rules;
  const lines = readLines(stream, {
    maxBytes: limits.item,
    decode: (bytes) => defaultJson.decode(bytes, limits),
    refused: ({ issues }) => refusedAs(rules, issues),
  });
  let index = 0;
  for await (const item of lines) {
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
