// Bodies that a handler reads while they arrive: streams, lines, and the files of multipart bodies. A fault that
// appears then rejects the request: the handler's read fails, and the answer is the rejection.
import { DecodeError } from "../../codec/codec.ts";
import { defaultJson } from "../../codec/json.ts";
import { readLines } from "../../codec/json-lines.ts";
import { pointerOf, validate } from "../../schema/validate.ts";
import { refusedAs } from "../options/open-rules.ts";
import type { OpenRules } from "../options/open-rules.ts";
import { openParts } from "./decode-parts.ts";
import type { Representation } from "./representation.ts";

const STREAMED: ReadonlySet<string> = new Set(["stream", "json-lines", "multipart"]);

/** Whether a handler reads this body while it arrives. */
export function isStreamed({ kind }: Representation): boolean {
  return STREAMED.has(kind);
}

/** The value for the handler: at once, or after the fields before the first file. */
export function openContent(
  representation: Representation,
  stream: ReadableStream<Uint8Array>,
  rules: OpenRules,
): unknown {
  const { kind } = representation;
  if (kind === "multipart") {
    return openParts(representation, stream, rules);
  }
  return kind === "json-lines" ? itemsOf(stream, rules) : stream;
}

async function* itemsOf(stream: ReadableStream<Uint8Array>, rules: OpenRules): AsyncGenerator {
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
