// Content of an answer, read item by item or as a whole, and the errors for it.
import { DecodeError } from "../codec/codec.ts";
import { essenceOf } from "../http/media-type.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import type { Received, ReceivedIssue } from "./received.ts";
import { receivedBy } from "./received-schema.ts";

/** An item, decoded by its schema; throws if the schema refuses it. */
export async function itemOf(
  received: Received,
  schema: AnySchema | undefined,
  item: unknown,
): Promise<unknown> {
  const { call, response } = received;
  const issues: ReceivedIssue[] = [];
  let value = item;
  try {
    if (schema) {
      value = await receivedBy(call, schema, item, issues);
    }
  } catch (cause) {
    throw unreadable(received, cause);
  }
  if (issues[0]) {
    throw received.invalid(call, response, { issues });
  }
  // One chunk may have many items. After an abort, the reader gets none of them.
  if (call.signal?.aborted) {
    throw call.signal.reason;
  }
  return value;
}

const ITEM_LIMIT = 1_048_576;

/** The largest size of an incomplete item: a sender may never complete it. */
export function itemLimit({ call }: Received): number {
  return call.limits?.item ?? ITEM_LIMIT;
}

/** The error for content that cannot be read. */
export function unreadable({ call, response, invalid }: Received, cause: unknown): Error {
  const type = response.headers.get("content-type") ?? "";
  const thrown = cause instanceof Error ? cause.message : String(cause);
  const message =
    cause instanceof DecodeError ? thrown : `cannot be read as ${essenceOf(type)}: ${thrown}`;
  return invalid(call, response, { issues: [{ in: "body", name: "", message }], cause });
}

/** The error for an answer that ended too early; after an abort its reason, which is not a fault. */
export function broken({ call, outgoing, lost }: Losable, cause: unknown): unknown {
  return call.signal?.aborted ? call.signal.reason : lost(call, outgoing, cause);
}

/** An answer that may end too early. */
export type Losable = Pick<Received, "call" | "outgoing" | "lost">;
