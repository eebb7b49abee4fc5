// A push parser of multipart/form-data: takes bytes, calls back with heads and content at once and in order (RFC
// 2046 5.1.1). A library finds the delimiters; this file reads the lines between them. It buffers no content, and
// knows no limits of content and no streams. See docs/decisions/0012.
// oxlint-disable-next-line no-restricted-imports -- the build carries it inside
import { make as createSearch } from "multipasta/Search";
import { ByteBuffer } from "../../shared/codec/byte-stream.ts";
import { MultipartError } from "./server-error.ts";
import { nameless, parsePartHeaders, type PartHeaders } from "./server-part-headers.ts";

/** The callbacks of a parser. An exception of one ends the parsing. */
export interface PartSink {
  part(headers: PartHeaders): void;
  /** Some of the content of the last part. */
  content(bytes: Uint8Array): void;
  partEnd(): void;
}

/** The limits of a parser. */
export interface PartBounds {
  /** The number of parts. */
  readonly parts: number;
  /** The bytes of the headers of one part. */
  readonly headerBytes: number;
}

type State = "preamble" | "delimiter" | "headers" | "content" | "epilogue";

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DASH = 0x2d;

/** Takes a body chunk by chunk. Do not use it after it has thrown a `MultipartError`. */
export class PartParser {
  readonly #bounds: PartBounds;
  readonly #sink: PartSink;
  readonly #headers = new ByteBuffer();
  #state: State = "preamble";
  #delimiters = 0;
  #parts = 0;
  /** The last byte on a delimiter's line; 0 before the first one, a space for any padding. */
  #previous = 0;

  readonly #search: ReturnType<typeof createSearch>;

  /** The boundary has at most 70 characters. */
  constructor(boundary: string, bounds: PartBounds, sink: PartSink) {
    this.#bounds = bounds;
    this.#sink = sink;
    // The library passes all bytes between two delimiters, in pieces, with the number of delimiters before them.
    this.#search = createSearch(`\r\n--${boundary}`, (delimiters, bytes) => {
      this.#read(delimiters, bytes);
    });
    // At the start of the body, no line ends before the first delimiter.
    this.#search.write(Uint8Array.of(CR, LF));
  }

  write(chunk: Uint8Array): void {
    this.#search.write(chunk);
  }

  end(): void {
    this.#search.end();
    if (this.#state !== "epilogue") {
      throw new MultipartError("truncated", "must not end before its last part");
    }
  }

  #read(delimiters: number, bytes: Uint8Array): void {
    if (delimiters !== this.#delimiters) {
      this.#leave(delimiters);
    }
    let start = 0;
    if (this.#state === "delimiter") {
      start = this.#readDelimiter(bytes);
    }
    if (this.#state === "headers") {
      start += this.#readHeaders(bytes.subarray(start));
    }
    if (this.#state === "content" && start < bytes.byteLength) {
      this.#sink.content(bytes.subarray(start));
    }
  }

  /** A delimiter: the part before it is complete. */
  #leave(delimiters: number): void {
    if (this.#state === "epilogue") {
      return;
    }
    // Two delimiters without anything between them: the line of the first has not ended.
    const unended = this.#state === "delimiter" || delimiters > this.#delimiters + 1;
    if (this.#state === "headers") {
      throw this.#unendedHeaders();
    }
    if (unended) {
      throw malformedDelimiter();
    }
    if (this.#state === "content") {
      this.#sink.partEnd();
    }
    this.#delimiters = delimiters;
    this.#state = "delimiter";
    this.#previous = 0;
  }

  /** Reads the rest of a delimiter's line: two dashes after the last part, or padding. Returns the number of bytes. */
  #readDelimiter(bytes: Uint8Array): number {
    for (let index = 0; index < bytes.byteLength; index++) {
      const byte = bytes[index];
      if (byte === LF && this.#previous === CR) {
        this.#state = "headers";
      } else if (byte === DASH && this.#previous === DASH) {
        this.#state = "epilogue";
      } else if (byte === DASH && this.#previous === 0) {
        this.#previous = DASH;
      } else if (this.#previous !== 0 && this.#previous !== SPACE) {
        throw malformedDelimiter();
      } else if (byte === SPACE || byte === TAB) {
        this.#previous = SPACE;
      } else if (byte === CR) {
        this.#previous = CR;
      } else {
        throw malformedDelimiter();
      }
      if (this.#state !== "delimiter") {
        return index + 1;
      }
    }
    return bytes.byteLength;
  }

  #unendedHeaders(): MultipartError {
    const [first, second] = this.#headers.take();
    // The empty line comes first: there are no headers.
    return first === CR && second === LF
      ? nameless()
      : new MultipartError(
          "headers",
          "must not have a part without an empty line after its headers",
        );
  }

  /** Collects the headers of a part. Returns the number of bytes. */
  #readHeaders(bytes: Uint8Array): number {
    const { headerBytes, parts } = this.#bounds;
    const before = this.#headers.length;
    // Leaves the bytes after the headers. With the empty line, the limit is four bytes higher.
    this.#headers.append(bytes.subarray(0, Math.max(headerBytes + 4 - before, 0)));
    const end = endOfHeaders(this.#headers.view(), before);
    if (end < 0) {
      if (this.#headers.length < headerBytes + 4) {
        return bytes.byteLength;
      }
      throw new MultipartError(
        "header-size",
        `must not have a part with headers over ${headerBytes} bytes`,
      );
    }
    if (++this.#parts > parts) {
      throw new MultipartError("parts", `must have at most ${parts} parts`);
    }
    this.#state = "content";
    this.#sink.part(parsePartHeaders(this.#headers.take().subarray(0, end)));
    return end + 4 - before;
  }
}

/** Where CR LF CR LF starts; -1 if it is not there. Does not search the same bytes twice. */
function endOfHeaders(bytes: Uint8Array, searched: number): number {
  for (let at = Math.max(searched - 3, 0); at + 3 < bytes.byteLength; at++) {
    at = bytes.indexOf(CR, at);
    if (at < 0) {
      return -1;
    }
    if (bytes[at + 1] === LF && bytes[at + 2] === CR && bytes[at + 3] === LF) {
      return at;
    }
  }
  return -1;
}

function malformedDelimiter(): MultipartError {
  return new MultipartError("delimiter", "must have a line end after each boundary");
}
