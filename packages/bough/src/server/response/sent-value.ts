// The value to send, from the result of its schema.
import type { StrippedResult } from "../../schema/output.ts";
import type { StandardResult } from "../../schema/standard-schema.ts";
import type { ServerCall } from "../call/call.ts";
import { keptDespiteSchema, refusedBySchema } from "../call/handler-error.ts";

/** The output of a schema, without undeclared members. Throws `HandlerError` if the schema refuses the value. */
export function sentValue(
  result: StandardResult<unknown> & Partial<Pick<StrippedResult, "misfits">>,
  what: string,
  call: ServerCall,
): unknown {
  if (result.issues !== undefined) {
    throw refusedBySchema(call.endpoint, what, result.issues);
  }
  if (result.misfits !== undefined) {
    call["~scope"].onError(keptDespiteSchema(call.endpoint, what, result.misfits), call);
  }
  return result.value;
}
