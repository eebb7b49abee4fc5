// A multipart/form-data body as the sequence of its parts: fields whole, files as streams (RFC 7578).
// The source is read only while somebody waits for a part or for bytes of a file.
// Mirror of codec/multipart-write.ts.
import { parseMediaType } from "../../http/media-type.ts";
import { MultipartError } from "./multipart-error.ts";
import { createPartParser } from "./multipart-parser.ts";
import type { PartParser } from "./multipart-parser.ts";
import type { PartHeaders } from "./part-headers.ts";
import { PartQueue } from "./part-queue.ts";
import type { FieldPart, FormStep, PartQueueOptions, TypedPart } from "./part-queue.ts";
import type { BodyReader } from "../exchange/read-stream.ts";

/** A part that is read as it arrives. */
export interface FilePart {
  readonly kind: "file";
  readonly name: string;
  /** What its sender calls it: data, never a path. Browsers send an empty one for a file that was not chosen. */
  readonly filename: string | undefined;
  /** As it was sent; `text/plain` where none was, `application/octet-stream` where it was malformed. */
  readonly mediaType: string;
  /** To be read before the next part is asked for, which skips what is left of it. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** A part of a form. */
export type Part = FieldPart | TypedPart | FilePart;

/** Where a multipart body comes from. */
export interface MultipartSource {
  getReader(): BodyReader;
}

/** Limits of a multipart body; the size of all of it is its source's. */
export interface MultipartOptions extends PartQueueOptions {
  /** How many parts it may have. */
  readonly parts: number;
  /** How many bytes the headers of one part may have; default: 16 KiB. */
  readonly headerBytes?: number | undefined;
}

/**
 * Reads the parts of a body in their order; leaving the loop cancels the source.
 * What is wrong with the body is a `MultipartError`, what breaks the source its own error: both are thrown
 * where the next part is asked for, and by the stream of a file that is being read.
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

/** The boundary, which may have 70 characters of a small set (RFC 2046 5.1.1). */
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
  /** Set when the next part is asked for: whether any content had to be skipped. */
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
      // Set before anything is awaited: a pull of the file's stream must not take what is skipped here.
      this.#file.skipped = this.#skip();
      await this.#file.skipped;
      this.#file = undefined;
    }
    const step = await this.#take();
    if (step?.kind === "file") return this.#open(step.headers);
    return step?.kind === "field" || step?.kind === "typed" ? step : undefined;
  }

  /** Ends everything; a file that is still open fails. */
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

  /** The next step; for a file's stream nothing that is not its own, and no gap. */
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
      // One chunk, for all who wait.
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
