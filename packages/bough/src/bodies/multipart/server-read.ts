// Reads a multipart/form-data body as a sequence of parts: fields as texts, files as streams (RFC 7578). Reads the
// source only on demand. The counterpart of bodies/multipart/client-write.ts.
import { strictUtf8 } from "../../shared/internal/encodings.ts";
import { ByteBuffer, pulled, type ByteReader } from "../../shared/codec/byte-stream.ts";
import { parseMediaType } from "../../shared/http/media-type.ts";
import { MultipartError } from "./server-error.ts";
import { PartParser, type PartSink } from "./server-parser.ts";
import type { PartHeaders } from "./server-part-headers.ts";

interface NamedPart {
  readonly name: string;
  /** As it was sent. Default: `text/plain`. If it is malformed, `application/octet-stream`. */
  readonly mediaType: string;
}

export interface FieldPart extends NamedPart {
  readonly kind: "field";
  readonly value: string;
}

export interface TypedPart extends NamedPart {
  readonly kind: "typed";
  readonly filename: string | undefined;
  readonly bytes: Uint8Array;
}

/** A file that is read as it arrives. */
export interface FilePart extends NamedPart {
  readonly kind: "file";
  /** The name that the sender gave, never a path. Browsers send an empty one if no file was chosen. */
  readonly filename: string | undefined;
  /** Read it before you ask for the next part, which skips the rest of it. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** A part of a form. */
export type Part = FieldPart | TypedPart | FilePart;

export interface MultipartSource {
  getReader(): ByteReader;
}

/** How parts are classified and limited. The source limits the size of the body. */
export interface MultipartOptions {
  /** The number of parts. */
  readonly parts: number;
  /** The bytes of the headers of one part. Default: 16 KiB. */
  readonly headerBytes?: number | undefined;
  /** The bytes of one field. */
  readonly fieldBytes: number;
  /** Whether a part without a file name is a file. A part with one always is. */
  readonly isFile?: ((name: string) => boolean) | undefined;
  /** Whether a part is a typed part. It may have a file name: `FormData` gives one to a `Blob`. */
  readonly isTyped?: ((name: string) => boolean) | undefined;
}

/**
 * Reads the parts of a body in order. Leaving the loop cancels the source. A malformed body throws a `MultipartError`,
 * a broken source its own error. Both reject the read of the next part, and the stream of an open file.
 */
export async function* readMultipart(
  source: MultipartSource,
  contentType: string,
  options: MultipartOptions,
): AsyncGenerator<Part, void, undefined> {
  const form = new FormReader(source, boundaryOf(contentType), options);
  try {
    for (let part = await form.next(); part; part = await form.next()) {
      yield part;
    }
  } finally {
    form.leave();
  }
}

/** The boundary: up to 70 characters of a small set (RFC 2046 5.1.1). */
function boundaryOf(contentType: string): string {
  const mediaType = parseMediaType(contentType);
  if (mediaType?.essence !== "multipart/form-data") {
    throw new MultipartError("media-type", "must be multipart/form-data");
  }
  const boundary = mediaType.parameters.get("boundary") ?? "";
  if (!/^[\w'()+,\-./:=? ]{1,70}$/.test(boundary) || boundary.endsWith(" ")) {
    throw new MultipartError("boundary", "must have a boundary of 1 to 70 permitted characters");
  }
  return boundary;
}

interface ArrivingFile extends FilePart {
  readonly chunks: Uint8Array[];
  isWhole: boolean;
  /** Set when the next part is requested: whether content had to be skipped. */
  skipped?: Promise<boolean>;
}

class FormReader implements PartSink {
  readonly #options: MultipartOptions;
  readonly #source: ByteReader;
  readonly #parser: PartParser;
  /** The parts that nobody has taken yet. */
  #parts: (FieldPart | TypedPart | ArrivingFile)[] = [];
  #arriving: PartHeaders | ArrivingFile | undefined;
  readonly #field = new ByteBuffer();
  /** The file that was taken last. */
  #open: ArrivingFile | undefined;
  #reading: Promise<void> | undefined;
  #ended: "whole" | { readonly error: unknown } | undefined;

  constructor(source: MultipartSource, boundary: string, options: MultipartOptions) {
    const { parts, headerBytes = 16 * 1024 } = options;
    this.#options = options;
    this.#parser = new PartParser(boundary, { parts, headerBytes }, this);
    this.#source = source.getReader();
  }

  async next(): Promise<Part | undefined> {
    const open = this.#open;
    this.#open = undefined;
    if (open) {
      // Set this before any `await`: a pull of the file's stream must not take bytes that are skipped here.
      open.skipped = this.#skip(open);
      await open.skipped;
    }
    while (this.#parts.length === 0 && (await this.#more())) {}
    const part = this.#parts.shift();
    if (part?.kind === "file") {
      this.#open = part;
    }
    return part;
  }

  /** Ends the body. An open file fails. */
  leave(): void {
    if (this.#ended === "whole") {
      return;
    }
    this.#parts = [];
    if (this.#open) {
      this.#open.chunks.length = 0;
      this.#open.isWhole = false;
    }
    this.#fail(new Error("the parts of this form are not read any more"));
  }

  part(headers: PartHeaders): void {
    const { name, filename } = headers;
    const { isFile, isTyped } = this.#options;
    if (!isTyped?.(name) && (filename !== undefined || isFile?.(name))) {
      const file = this.#fileOf(headers);
      this.#arriving = file;
      this.#parts.push(file);
    } else {
      this.#arriving = headers;
    }
  }

  content(bytes: Uint8Array): void {
    if (isFile(this.#arriving)) {
      this.#arriving.chunks.push(bytes);
      return;
    }
    const { fieldBytes } = this.#options;
    if (this.#field.length + bytes.byteLength > fieldBytes) {
      throw new MultipartError("field-size", `must not have a field over ${fieldBytes} bytes`);
    }
    this.#field.append(bytes);
  }

  partEnd(): void {
    const part = this.#arriving;
    if (isFile(part)) {
      part.isWhole = true;
    } else if (part) {
      const { name, filename, mediaType } = part;
      const bytes = this.#field.take();
      this.#parts.push(
        this.#options.isTyped?.(name)
          ? { kind: "typed", name, filename, bytes, mediaType }
          : { kind: "field", name, value: textOf(bytes, mediaType), mediaType },
      );
    }
  }

  #fileOf(headers: PartHeaders): ArrivingFile {
    const file: ArrivingFile = {
      kind: "file",
      ...headers,
      stream: pulled(
        async () => this.#pull(file),
        () => undefined,
      ),
      chunks: [],
      isWhole: false,
    };
    return file;
  }

  async #pull(file: ArrivingFile): Promise<Uint8Array | undefined> {
    while (!file.skipped && file.chunks.length === 0 && !file.isWhole) {
      await this.#more();
    }
    if (file.skipped && (await file.skipped)) {
      throw new Error("the next part was asked for before this file was read to its end");
    }
    return file.chunks.shift();
  }

  async #skip(file: ArrivingFile): Promise<boolean> {
    for (let skipped = false; ; await this.#more()) {
      skipped ||= file.chunks.splice(0).length > 0;
      if (file.isWhole) {
        return skipped;
      }
    }
  }

  /** Reads on; `false` at the end of the body. One read of the source serves all waiting readers. */
  async #more(): Promise<boolean> {
    if (this.#ended === "whole") {
      return false;
    }
    if (this.#ended) {
      throw this.#ended.error;
    }
    await (this.#reading ??= this.#read());
    return true;
  }

  async #read(): Promise<void> {
    try {
      const { done, value } = await this.#source.read();
      if (!done) {
        this.#parser.write(value);
      } else {
        this.#parser.end();
        this.#ended ??= "whole";
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#reading = undefined;
    }
  }

  #fail(cause: unknown): void {
    this.#ended ??= { error: cause };
    this.#source.cancel(cause).catch(() => undefined);
  }
}

function isFile(part: PartHeaders | ArrivingFile | undefined): part is ArrivingFile {
  return part !== undefined && "stream" in part;
}

function textOf(bytes: Uint8Array, mediaType: string): string {
  const charset = parseMediaType(mediaType)?.parameters.get("charset") ?? "utf-8";
  try {
    if (charset !== "utf-8" && charset !== "us-ascii") {
      throw new TypeError(charset);
    }
    return strictUtf8.decode(bytes);
  } catch {
    throw new MultipartError("encoding", "must not have a field that is not in UTF-8");
  }
}
