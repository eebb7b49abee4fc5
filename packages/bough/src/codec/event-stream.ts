// Server-Sent Events: messages as text, and a stream of bytes as messages (HTML 9.2.5, 9.2.6).
// The grammar of the lines is the library's; this file splits the blocks, and knows no JSON and no reconnecting.
// oxlint-disable-next-line no-restricted-imports -- the build carries it inside
import { createParser } from "eventsource-parser";
import { LONGEST_TIMER } from "../internal/longest-timer.ts";
import { DecodeError } from "./codec.ts";

/** One event of an event stream, with its data, name and id. */
export interface EventMessage<T> {
  readonly data: T;
  /** The name of its type; without one it is a `message`. */
  readonly event?: string;
  /** What a client that reconnects says it has seen last, as `Last-Event-ID`; `""` forgets. */
  readonly id?: string;
  /** How long a client waits before it reconnects, in whole milliseconds. */
  readonly retry?: number;
}

/** One block of a stream; without `data` it is no event, and only says an id or a delay that hold from here on. */
export interface ReceivedEvent {
  readonly data: string | undefined;
  readonly event: string | undefined;
  readonly id: string | undefined;
  /** Whole milliseconds, at most what a timer can wait. */
  readonly retry: number | undefined;
}

/** Options of `readEvents`. */
export interface ReadEventsOptions {
  /** How many UTF-16 code units a block may hold before it ends, comments aside; default: no limit. */
  readonly maxLength?: number;
}

/** Writes an event; throws a `TypeError` where `event`, `id` or `retry` cannot be said (HTML 9.2.5). */
export function formatEvent({ data, event, id, retry }: EventMessage<string>): string {
  let text = "";
  if (event !== undefined) text += `event: ${oneLine("event", event)}\n`;
  if (id !== undefined) text += `id: ${oneLine("id", id)}\n`;
  if (retry !== undefined) text += `retry: ${delay(retry)}\n`;
  return `${text}${lines("data: ", data)}\n`;
}

/** Writes a comment, which a reader ignores: it keeps a connection from being idle. */
export function formatComment(text: string): string {
  return `${lines(": ", text)}\n`;
}

function lines(prefix: string, text: string): string {
  return `${prefix}${text.replace(/\r\n|[\r\n]/g, `\n${prefix}`)}\n`;
}

// Untyped callers give ids as they count them.
function oneLine(field: string, text: unknown): string {
  if (typeof text !== "string") throw new TypeError(`the ${field} of an event must be a string`);
  if (/[\r\n]/.test(text)) throw new TypeError(`the ${field} of an event must be one line`);
  // A reader ignores an id with NUL, and one without a line of its own changes nothing.
  if (field === "id" && text.includes("\0")) {
    throw new TypeError("the id of an event must not contain NUL");
  }
  return text;
}

function delay(retry: number): number {
  if (Number.isSafeInteger(retry) && retry >= 0) return retry;
  throw new TypeError("the retry of an event must be a whole number of milliseconds, 0 or more");
}

/**
 * Reads a stream, block by block; leaving the loop cancels it, and its error is thrown.
 * A block that has not ended when the stream does is discarded, but for its delay (HTML 9.2.6).
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  options: ReadEventsOptions = {},
): AsyncGenerator<ReceivedEvent, void, undefined> {
  const blocks = createBlockReader(options.maxLength);
  // It replaces what is not UTF-8 and strips one byte order mark, as the standard wants.
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield* blocks.read(decoder.decode(value, { stream: true }));
    }
    yield* blocks.end();
  } finally {
    // After an error of the stream this rejects with the same error, which is on its way already.
    await reader.cancel().catch(() => undefined);
  }
}

interface BlockReader {
  read(text: string): ReceivedEvent[];
  end(): ReceivedEvent[];
}

/**
 * The library dispatches no block without data, so an id or a delay that stands alone would be lost or come apart
 * from its event. Each block is therefore given one more line of data before it ends, which is taken off again.
 */
function createBlockReader(maxLength = Infinity): BlockReader {
  let received: ReceivedEvent[] = [];
  let retry: number | undefined;
  // Of the block that is under way: its whole lines but for comments, and its last line so far.
  let held = 0;
  let line = 0;
  let isComment = false;
  let afterCarriageReturn = false;
  const parser = createParser({
    onRetry: (milliseconds) => {
      retry = Math.min(milliseconds, LONGEST_TIMER);
    },
    onEvent: ({ data, event, id }) => {
      const own = data === "" ? undefined : data.slice(0, -1);
      if (own !== undefined || id !== undefined || retry !== undefined) {
        received.push({ data: own, event: own === undefined ? undefined : event, id, retry });
      }
      retry = undefined;
    },
  });
  // The library would take these characters at the start for a byte order mark, which is gone by now.
  parser.feed("");

  /** LF for every line end: the library keeps a CR at the end of a chunk back until more comes. */
  const unify = (text: string): string => {
    const rest = afterCarriageReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") afterCarriageReturn = text.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  };
  const take = (part: string): void => {
    if (line === 0) isComment = part.startsWith(":");
    line += part.length;
    if (held + line > maxLength) {
      throw new DecodeError(`must not have an event longer than ${maxLength} characters`);
    }
  };
  return {
    read: (chunk) => {
      const text = unify(chunk);
      let start = 0;
      let lineStart = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", lineStart)) {
        take(text.slice(lineStart, end));
        if (line === 0) {
          parser.feed(text.slice(start, end));
          parser.feed("data:\n\n");
          held = 0;
          start = end + 1;
        } else if (!isComment) {
          // Comments alone, as some servers send them to stay connected, never end a block.
          held += line + 1;
        }
        line = 0;
        lineStart = end + 1;
      }
      take(text.slice(lineStart));
      parser.feed(text.slice(start));
      const blocks = received;
      received = [];
      return blocks;
    },
    end: () =>
      retry === undefined ? [] : [{ data: undefined, event: undefined, id: undefined, retry }],
  };
}
