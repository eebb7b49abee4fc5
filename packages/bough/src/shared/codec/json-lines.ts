// Formats and reads JSON Lines, one value per line (https://jsonlines.org). The caller's decoder parses each line.
import { ByteBuffer } from "./byte-stream.ts";
import { DecodeError } from "./codec.ts";
import { jsonText } from "./json.ts";

/** Options of `readLines`. */
export interface ReadLinesOptions {
  /** The maximum length of a line in bytes, without its end. */
  readonly maxBytes: number;
  /** Decodes one line. Its error becomes a `DecodeError` with the number of the line. */
  readonly decode: (bytes: Uint8Array) => unknown;
  /** The error for what cannot be read, instead of a `DecodeError`. */
  readonly refused?: (error: DecodeError) => unknown;
}

const LF = 0x0a;
const CR = 0x0d;

/** Formats a value as one line; throws a `TypeError` if JSON cannot represent it. */
export function formatLine(value: unknown): string {
  // JSON escapes line ends in strings, so the text is one line.
  return `${jsonText(value)}\n`;
}

/**
 * Reads a stream value by value. Leaving the loop cancels the stream, and an error of the stream is thrown.
 * Lines end with LF or CRLF, which is optional after the last one. Blank lines and a byte order mark are ignored.
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
      if (done) {
        break;
      }
      let start = 0;
      for (let end = value.indexOf(LF); end >= 0; end = value.indexOf(LF, start)) {
        if (start === end && line.isBlank()) {
          start = end + 1;
          continue;
        }
        line.append(value.subarray(start, end));
        start = end + 1;
        const ended = line.end();
        if (ended) {
          yield ended.value;
        }
      }
      line.append(value.subarray(start));
    }
    const last = line.end();
    if (last) {
      yield last.value;
    }
  } catch (error) {
    throw error instanceof DecodeError ? (options.refused?.(error) ?? error) : error;
  } finally {
    // If the stream has failed, this rejects with the error that is already thrown.
    await reader.cancel().catch(() => undefined);
  }
}

function createLineReader({ maxBytes, decode }: ReadLinesOptions) {
  const buffer = new ByteBuffer();
  let number = 1;
  const tooLong = (): DecodeError =>
    new DecodeError(`must not have a line longer than ${maxBytes} bytes, line ${number}`);
  return {
    append: (bytes: Uint8Array): void => {
      // An unfinished line may still contain a byte order mark and a CR, which do not count.
      if (buffer.length + bytes.byteLength > maxBytes + 4) {
        throw tooLong();
      }
      buffer.append(bytes);
    },
    /** Ends the line if it is empty, without a copy. */
    isBlank: (): boolean => {
      if (buffer.length > 0) {
        return false;
      }
      number++;
      return true;
    },
    /** Ends the line and returns its value; `undefined` for a blank line. */
    end: (): { readonly value: unknown } | undefined => {
      const bytes = contentOf(buffer.take(), number === 1);
      if (bytes.byteLength > maxBytes) {
        throw tooLong();
      }
      const line = bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === CR)
        ? undefined
        : { value: decodeLine(bytes, decode, number) };
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

function decodeLine(
  bytes: Uint8Array,
  decode: ReadLinesOptions["decode"],
  number: number,
): unknown {
  try {
    return decode(bytes);
  } catch (error) {
    // An error without a pointer is not a `DecodeError`, and its message may quote the text.
    const known = hasPointer(error) ? error : new DecodeError("must be valid");
    throw new DecodeError(`${known.message}, line ${number}`, known.pointer);
  }
}

function hasPointer(error: unknown): error is Pick<DecodeError, "message" | "pointer"> {
  return error instanceof Error && "pointer" in error;
}
