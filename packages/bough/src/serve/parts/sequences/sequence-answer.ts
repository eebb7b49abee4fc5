// Answers with the sequence of a handler, item by item: events and lines.
import { isSequence, typeName } from "../../../shared/codec/byte-stream.ts";
import type { Output } from "../../../shared/schema/validate.ts";
import type { ServerCall } from "../../handler/call.ts";
import { HandlerError } from "../../handler/handler-error.ts";
import type { Answer } from "../../exchange/answer.ts";
import { answerOf, sentValue, type GivenContent } from "../../response/write-body.ts";
import { sequenceStream, type SequenceRules } from "./sequence-stream.ts";

/** Resolves when the head can be sent; rejects with earlier errors. `fixed` are the headers of the format. */
export async function sequenceAnswer(
  content: GivenContent,
  fixed: readonly string[],
  rules: Omit<SequenceRules, "report">,
): Promise<Answer> {
  const { value, call } = content;
  if (!isSequence(value)) {
    const text = `the value is ${typeName(value)}, but an iterable or async iterable is declared: pass an async generator`;
    throw new HandlerError("unencodable-response", call.endpoint, text);
  }
  const report = (error: unknown): void => call["~events"].onBreak(error);
  return answerOf(content, fixed, await sequenceStream(value, { ...rules, report }));
}

/** An item as its schema converts it. */
export async function itemSent(
  item: unknown,
  output: Output | undefined,
  call: ServerCall,
): Promise<unknown> {
  return output === undefined ? item : sentValue(await output(item), "an item", call);
}

/** Formats an item. An error names the endpoint, as for any other value. */
export function itemWritten<T>({ endpoint }: ServerCall, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new HandlerError("unencodable-response", endpoint, `an item cannot be encoded: ${fault}`);
  }
}
