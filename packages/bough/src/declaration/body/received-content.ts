// What goes wrong while a client reads an answer by its format, item by item or as a whole.
import { DecodeError } from "../../codec/codec.ts";
import { essenceOf } from "../../http/media-type.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { Received, ReceivedIssue } from "./body-format.ts";

/** What a schema makes of an item; throws for one that it refuses. */
export async function itemOf(
  received: Received,
  schema: AnySchema | undefined,
  item: unknown,
): Promise<unknown> {
  const issues: ReceivedIssue[] = [];
  let seen = item;
  try {
    if (schema) {
      seen = await received.receivedBy(received.call, schema, item, issues);
    }
  } catch (cause) {
    throw unreadable(received, cause);
  }
  if (issues[0]) {
    throw invalid(received, issues);
  }
  // Many items may have come in one chunk: none of them reaches who has aborted.
  if (received.call.signal?.aborted) {
    throw received.call.signal.reason;
  }
  return seen;
}

const ITEM_LIMIT = 1_048_576;

/** How large an item may get before it is complete: whoever sends it may never end it. */
export function itemLimit({ call }: Received): number {
  return call.limits?.item ?? ITEM_LIMIT;
}

/** What is wrong with an answer of more bytes than may be read; completes "the body …". */
export function tooLarge(limit: number, { headers }: Pick<Response, "headers">): string {
  // It may be the length of the body before it was decompressed, which says nothing then.
  const length = Number(headers.get("content-length"));
  const known = length > limit ? ` (Content-Length: ${length})` : "";
  return `is larger than ${limit} bytes${known}: raise limits.body`;
}

/** The error for an item that cannot be read. */
export function unreadable(received: Received, cause: unknown): Error {
  const type = received.response.headers.get("content-type") ?? "";
  const thrown = cause instanceof Error ? cause.message : String(cause);
  const message =
    cause instanceof DecodeError ? thrown : `cannot be read as ${essenceOf(type)}: ${thrown}`;
  return invalid(received, [{ in: "body", name: "", message }], { cause });
}

function invalid(
  { response: { status }, call, InvalidResponseError }: Received,
  issues: readonly ReceivedIssue[],
  more?: ErrorOptions,
): Error {
  return new InvalidResponseError(call as never, `answered ${status}, not as declared: `, {
    status,
    issues,
    ...more,
  });
}

/** The error for an answer that ended too early; an abort is no fault, it ends what is read with its reason. */
export function broken({ call, lost }: Pick<Received, "call" | "lost">, cause: unknown): unknown {
  return call.signal?.aborted ? call.signal.reason : lost(cause);
}
