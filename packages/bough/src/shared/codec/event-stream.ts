// Formats and reads Server-Sent Events (HTML 9.2.5, 9.2.6). The library parses the lines, and this file splits
// the stream into blocks. JSON and reconnecting are elsewhere.
// oxlint-disable-next-line no-restricted-imports -- the build carries it inside
import { createParser } from "eventsource-parser";
import { LONGEST_TIMER } from "../internal/later.ts";
import { DecodeError } from "./codec.ts";

/** One event of an event stream, with its data, name and id. */
export interface EventMessage<T> {
  readonly data: T;
  /** The event type; default `message`. */
  readonly event?: string;
  /** A reconnecting client sends the last id as `Last-Event-ID`; `""` clears it. */
  readonly id?: string;
  /** The delay before the client reconnects, in whole milliseconds. */
  readonly retry?: number;
}

/** One block of a stream. A block without `data` is not an event, but sets the id or the delay from then on. */
export interface ReceivedEvent {
  readonly data: string | undefined;
  readonly event: string | undefined;
  readonly id: string | undefined;
  /** Whole milliseconds, at most the longest delay of a timer. */
  readonly retry: number | undefined;
}

/** Options of `readEvents`. */
export interface ReadEventsOptions {
  /** The maximum length of a block without its comments, in UTF-16 code units; default: no limit. */
  readonly maxLength?: number;
}

/** Formats an event; throws a `TypeError` for an invalid `event`, `id` or `retry` (HTML 9.2.5). */
export function formatEvent({ data, event, id, retry }: EventMessage<string>): string {
  let text = "";
  if (event !== undefined) {
    text += `event: ${oneLine("event", event)}\n`;
  }
  if (id !== undefined) {
    text += `id: ${oneLine("id", id)}\n`;
  }
  if (retry !== undefined) {
    text += `retry: ${delay(retry)}\n`;
  }
  return `${text}${lines("data: ", data)}\n`;
}

/** Formats a block without an event: it sets the id with which a reader comes back. */
export function formatPosition(id: string): string {
  return `id: ${oneLine("id", id)}\n\n`;
}

/** Formats a comment, which readers ignore. It keeps a connection alive. */
export function formatComment(text: string): string {
  return `${lines(": ", text)}\n`;
}

function lines(prefix: string, text: string): string {
  return `${prefix}${text.replace(/\r\n|[\r\n]/g, `\n${prefix}`)}\n`;
}

// Plain JavaScript may give a number as an id.
function oneLine(field: string, text: unknown): string {
  if (typeof text !== "string") {
    throw new TypeError(`the ${field} of an event must be a string`);
  }
  if (/[\r\n]/.test(text)) {
    throw new TypeError(`the ${field} of an event must be one line`);
  }
  // Readers ignore an id with NUL.
  if (field === "id" && text.includes("\0")) {
    throw new TypeError("the id of an event must not contain NUL");
  }
  return text;
}

function delay(retry: number): number {
  if (Number.isSafeInteger(retry) && retry >= 0) {
    return retry;
  }
  throw new TypeError("the retry of an event must be a whole number of milliseconds, 0 or more");
}

/**
 * Reads a stream block by block. Leaving the loop cancels the stream, and an error of the stream is thrown.
 * An unfinished block at the end of the stream is discarded, except for its delay (HTML 9.2.6).
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  options: ReadEventsOptions = {},
): AsyncGenerator<ReceivedEvent, void, undefined> {
  const blocks = createBlockReader(options.maxLength);
  // Replaces invalid UTF-8 and removes a byte order mark, as the standard requires.
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        break;
      }
      yield* blocks.read(decoder.decode(value, { stream: true }));
    }
    yield* blocks.end();
  } finally {
    // If the stream has failed, this rejects with the error that is already thrown.
    await reader.cancel().catch(() => undefined);
  }
}

/** Makes every line end an LF: the library would hold back a CR at the end of a chunk. */
function createLineUnifier(): (text: string) => string {
  let afterCarriageReturn = false;
  return (text) => {
    const rest = afterCarriageReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") {
      afterCarriageReturn = text.endsWith("\r");
    }
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  };
}

/**
 * The library does not report blocks without data, which may have an id or a delay. So each block gets an extra
 * line of data before it ends, and the line is removed from the result.
 */
function createBlockReader(maxLength = Infinity) {
  let received: ReceivedEvent[] = [];
  let retry: number | undefined;
  // The length of the current block: its complete lines without comments, and its last line so far.
  let held = 0;
  let line = 0;
  let isComment = false;
  const unify = createLineUnifier();
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
  // The library removes a byte order mark from the first text, but the decoder has done that already.
  parser.feed("");

  const take = (part: string): void => {
    if (line === 0) {
      isComment = part.startsWith(":");
    }
    line += part.length;
    if (held + line > maxLength) {
      throw new DecodeError(`must not have an event longer than ${maxLength} characters`);
    }
  };
  return {
    read: (chunk: string): ReceivedEvent[] => {
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
          // Some servers send only comments to keep the connection alive. They must not count, as no block ends.
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
