// JSON values one to a line, written and read one at a time (https://jsonlines.org).
// How the text of a line becomes a value is the caller's decoder; this file finds the lines.
import { ByteBuffer } from "./byte-buffer.ts";
import { DecodeError } from "./codec.ts";
import { jsonText } from "./json-text.ts";

/** Options of `readLines`. */
export interface ReadLinesOptions {
  /** How many bytes a line may have, without its end. */
  readonly maxBytes: number;
  /** Reads the bytes of one line; what it throws becomes a `DecodeError` that names the line. */
  readonly decode: (bytes: Uint8Array) => unknown;
}

const LF = 0x0a;
const CR = 0x0d;

/** Writes a value as one line; throws a `TypeError` where it has no JSON form. */
export function formatLine(value: unknown): string {
  // JSON escapes the line ends in its strings, so the text has none.
  return `${jsonText(value)}\n`;
}

/**
 * Reads a stream, value by value; leaving the loop cancels it, and its error is thrown.
 * Lines end with LF or CRLF, the last one may be without; blank ones are ignored, and so is a byte order mark.
 */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
  options: ReadLinesOptions,
): AsyncGenerator<unknown, void, undefined> {
  const line = createLineReader(options);
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let start = 0;
      for (let end = value.indexOf(LF); end >= 0; end = value.indexOf(LF, start)) {
        if (start === end && line.isBlank()) {
          start = end + 1;
          continue;
        }
        line.append(value.subarray(start, end));
        start = end + 1;
        const ended = line.end();
        if (ended) yield ended.value;
      }
      line.append(value.subarray(start));
    }
    const last = line.end();
    if (last) yield last.value;
  } finally {
    // After an error of the stream this rejects with the same error, which is on its way already.
    await reader.cancel().catch(() => undefined);
  }
}

interface LineReader {
  append(bytes: Uint8Array): void;
  /** Ends the line where nothing stands in it, at no cost. */
  isBlank(): boolean;
  /** Ends the line: its value, or nothing for a blank one. */
  end(): { readonly value: unknown } | undefined;
}

function createLineReader({ maxBytes, decode }: ReadLinesOptions): LineReader {
  const buffer = new ByteBuffer();
  let number = 1;
  const tooLong = (): DecodeError =>
    new DecodeError(`must not have a line longer than ${maxBytes} bytes, line ${number}`);
  return {
    append: (bytes) => {
      // What has not ended may still turn out to have a mark at its start and a CR at its end.
      if (buffer.length + bytes.byteLength > maxBytes + 4) throw tooLong();
      buffer.append(bytes);
    },
    isBlank: () => {
      if (buffer.length > 0) return false;
      number++;
      return true;
    },
    end: () => {
      const bytes = contentOf(buffer.take(), number === 1);
      if (bytes.byteLength > maxBytes) throw tooLong();
      const line = bytes.every(isSpace) ? undefined : { value: decodeLine(bytes, decode, number) };
      number++;
      return line;
    },
  };
}

/** The line without a byte order mark and without the CR of its end. */
function contentOf(line: Uint8Array, first: boolean): Uint8Array {
  const marked = first && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
  return line.subarray(marked ? 3 : 0, line.at(-1) === CR ? -1 : undefined);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === CR;
}

function decodeLine(
  bytes: Uint8Array,
  decode: ReadLinesOptions["decode"],
  number: number,
): unknown {
  try {
    return decode(bytes);
  } catch (error) {
    // The message of an error without a pointer may quote the text.
    const known = hasPointer(error) ? error : new DecodeError("must be valid");
    throw new DecodeError(`${known.message}, line ${number}`, known.pointer);
  }
}

function hasPointer(error: unknown): error is Pick<DecodeError, "message" | "pointer"> {
  return error instanceof Error && "pointer" in error;
}
