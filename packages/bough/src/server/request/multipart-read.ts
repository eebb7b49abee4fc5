// Reads a multipart/form-data body as a sequence of parts: fields as texts, files as streams (RFC 7578). Reads the
// source only on demand. The counterpart of codec/multipart-write.ts.
import { parseMediaType } from "../../http/media-type.ts";
import { MultipartError } from "./multipart-error.ts";
import { createPartParser } from "./multipart-parser.ts";
import type { PartParser } from "./multipart-parser.ts";
import type { PartHeaders } from "./part-headers.ts";
import { PartQueue } from "./part-queue.ts";
import type { FieldPart, FormStep, PartQueueOptions, TypedPart } from "./part-queue.ts";
import type { BodyReader } from "../exchange/read-stream.ts";

/** A file that is read as it arrives. */
export interface FilePart {
  readonly kind: "file";
  readonly name: string;
  /** The name that the sender gave, never a path. Browsers send an empty one if no file was chosen. */
  readonly filename: string | undefined;
  /** As it was sent. Default: `text/plain`. If it is malformed, `application/octet-stream`. */
  readonly mediaType: string;
  /** Read it before you ask for the next part, which skips the rest of it. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** A part of a form. */
export type Part = FieldPart | TypedPart | FilePart;

/** The source of a multipart body. */
export interface MultipartSource {
  getReader(): BodyReader;
}

/** Limits of a multipart body. The source limits its size. */
export interface MultipartOptions extends PartQueueOptions {
  /** The number of parts. */
  readonly parts: number;
  /** The bytes of the headers of one part. Default: 16 KiB. */
  readonly headerBytes?: number | undefined;
}

/**
 * Reads the parts of a body in order. Leaving the loop cancels the source. A malformed body throws a
 * `MultipartError`, a broken source its own error. Both reject the read of the next part, and the stream of an open
 * file.
 */
export async function* readMultipart(
  source: MultipartSource,
  contentType: string,
  options: MultipartOptions,
): AsyncGenerator<Part, void, undefined> {
  const form = new FormReader(source, boundaryOf(contentType), options);
  try {
    for (let part = await form.next(); part; part = await form.next()) yield part;
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

/** A file whose content comes next. */
interface OpenFile {
  /** Set when the next part is requested: whether content had to be skipped. */
  skipped?: Promise<boolean>;
}

class FormReader {
  readonly #source: BodyReader;
  readonly #parser: PartParser;
  readonly #queue: PartQueue;
  #file: OpenFile | undefined;
  #reading: Promise<void> | undefined;
  #ended: "whole" | { readonly error: unknown } | undefined;

  constructor(source: MultipartSource, boundary: string, options: MultipartOptions) {
    const { parts, headerBytes = 16 * 1024 } = options;
    this.#queue = new PartQueue(options);
    this.#parser = createPartParser(boundary, { parts, headerBytes }, this.#queue);
    this.#source = source.getReader();
  }

  async next(): Promise<Part | undefined> {
    if (this.#file) {
      // Set this before any `await`: a pull of the file's stream must not take bytes that are skipped here.
      this.#file.skipped = this.#skip();
      await this.#file.skipped;
      this.#file = undefined;
    }
    const step = await this.#take();
    if (step?.kind === "file") return this.#open(step.headers);
    return step?.kind === "field" || step?.kind === "typed" ? step : undefined;
  }

  /** Ends the body. An open file fails. */
  leave(): void {
    if (this.#ended === "whole") return;
    this.#queue.clear();
    this.#fail(new Error("the parts of this form are not read any more"));
  }

  #open({ name, filename, mediaType }: PartHeaders): FilePart {
    const file: OpenFile = {};
    this.#file = file;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const step = await this.#take(file);
      if (step?.kind === "content") controller.enqueue(step.bytes);
      else {
        if (this.#file === file && !file.skipped) this.#file = undefined;
        controller.close();
      }
    };
    const stream = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    return { kind: "file", name, filename, mediaType, stream };
  }

  async #skip(): Promise<boolean> {
    let skipped = false;
    while ((await this.#take())?.kind === "content") skipped = true;
    return skipped;
  }

  /** The next step. The stream of a file gets only its own steps, without a gap. */
  async #take(file?: OpenFile): Promise<FormStep | undefined> {
    for (;;) {
      if (file?.skipped) {
        if (await file.skipped) {
          throw new Error("the next part was asked for before this file was read to its end");
        }
        return undefined;
      }
      const step = this.#queue.take();
      if (step || this.#ended === "whole") return step;
      if (this.#ended) throw this.#ended.error;
      // One read of the source serves all waiting readers.
      await (this.#reading ??= this.#read());
    }
  }

  async #read(): Promise<void> {
    try {
      const { done, value } = await this.#source.read();
      if (!done) this.#parser.write(value);
      else {
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
