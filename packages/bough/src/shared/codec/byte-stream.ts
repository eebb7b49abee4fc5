// Bytes in chunks: streams from sequences, where an item is taken when the reader asks for it, and cancelling the stream
// ends the sequence; and chunks gathered into one array.
import { inContext } from "../internal/later.ts";
import type { SentFault } from "./codec.ts";

/** A sequence of items: an async or sync iterable. */
export type Sequence<T> = AsyncIterable<T> | Iterable<T>;

const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Text as UTF-8. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return utf8.encode(text);
}

/** A stream that takes a chunk from `next` when its reader asks for one. It ends with `undefined`. */
export function pulled<Chunk extends Uint8Array>(
  next: () => Promise<Chunk | undefined>,
  cancel: (reason: unknown) => unknown,
): ReadableStream<Chunk> {
  return new ReadableStream<Chunk>(
    {
      pull: (controller) =>
        next().then((chunk) => (chunk ? controller.enqueue(chunk) : controller.close())),
      async cancel(reason) {
        await cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A stream with one chunk per item of the sequence. */
export function streamFrom<T>(
  items: Sequence<T>,
  toBytes: (item: T) => Uint8Array | Promise<Uint8Array>,
): ReadableStream<Uint8Array> {
  let iterator: AsyncIterator<T> | Iterator<T> | undefined;
  const next = inContext(() => (iterator ??= iteratorOf(items)).next());
  const leave = inContext(() => iterator?.return?.());
  return pulled(async () => {
    const { done, value } = await next();
    try {
      return done ? undefined : await toBytes(value);
    } catch (error) {
      // An errored stream is never cancelled, so the sequence is ended here.
      leave().catch(() => undefined);
      throw error;
    }
  }, leave);
}

export function iteratorOf<T>(items: Sequence<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

/** Whether a value is a sequence. A string is not. */
export function isSequence(value: unknown): value is Sequence<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}

/** The name of a value's type, for messages that must not contain the value. */
export function typeName(value: unknown): string {
  return value === null || value === undefined
    ? String(value)
    : `of type ${typeof value === "object" ? value.constructor?.name || "object" : typeof value}`;
}

/** What a reader of bytes reads. The types of Node alone do not have the name `ReadableStreamReadResult`. */
export type ReadStep = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

export interface ByteReader {
  readonly read: () => Promise<ReadStep>;
  readonly cancel: (reason?: unknown) => Promise<void>;
}

/** A source of bytes: a Web stream, or an object that can give a reader. */
export interface ByteSource {
  getReader(): ByteReader;
  cancel(reason?: unknown): Promise<void>;
}

/** How a relay ended: at the end of its source, by an error, by its reader, or by its signal. */
export type RelayEnd = "whole" | "broken" | "left" | "aborted";

/** The options of `relayed`. */
export interface Relay {
  /** Maps a chunk; throws to break the stream. */
  readonly chunk?: (chunk: Uint8Array) => Uint8Array;
  /** Maps the error that the reader gets. */
  readonly broken?: (error: unknown) => unknown;
  /** Called once, before the reader sees the end and before the source is cancelled. */
  readonly over?: ((end: RelayEnd, reason?: unknown) => void) | undefined;
  /** Breaks the stream and cancels the source. */
  readonly signal?: AbortSignal | undefined;
  /** Gets a function that cancels the source. The stream then neither ends nor breaks. */
  readonly leaving?: (leave: (reason: unknown) => void) => void;
}

/**
 * A stream that reads from a source on demand. Cancelling it cancels the source, even during a read. A source
 * is not locked before the first read; pass its reader to lock it at once.
 */
export function relayed(
  source: ByteSource | ByteReader,
  { chunk = (same) => same, broken = (error) => error, over, signal, leaving }: Relay,
): ReadableStream<Uint8Array> {
  const open = "read" in source ? () => source : () => source.getReader();
  let reader: ByteReader | undefined;
  let isOver = false;
  let abort: () => void;
  const end = (how: RelayEnd, reason?: unknown): void => {
    if (!isOver) {
      isOver = true;
      signal?.removeEventListener("abort", abort);
      over?.(how, reason);
    }
  };
  const leave = (how: RelayEnd, reason: unknown): Promise<void> => {
    end(how, reason);
    return (reader ?? source).cancel(reason);
  };
  leaving?.((reason) => void leave("left", reason).catch(() => undefined));
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        abort = () => {
          controller.error(signal?.reason);
          leave("aborted", signal?.reason).catch(() => undefined);
        };
        signal?.addEventListener("abort", abort);
        if (signal?.aborted) {
          abort();
        }
      },
      async pull(controller) {
        try {
          reader ??= open();
          const { done, value } = await reader.read();
          if (isOver) {
            return;
          }
          if (done) {
            end("whole");
            controller.close();
          } else {
            controller.enqueue(chunk(value));
          }
        } catch (error) {
          end("broken", error);
          // If the source gave no reader, it belongs to other code.
          reader?.cancel(error).catch(() => undefined);
          throw broken(error);
        }
      },
      cancel: (reason) => leave("left", reason),
    },
    { highWaterMark: 0 },
  );
}

/** A stream as the body of a request. */
export interface SentStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Required by `fetch`. */
  readonly duplex: "half";
  /** Cancels the stream and its source. */
  readonly end: (reason: unknown) => void;
  /** What is wrong with the source, if it broke. */
  readonly fault: () => SentFault | undefined;
}

/**
 * Prepares a stream for sending. The signal of the call cancels it. Throws a `TypeError` if the platform
 * cannot send streams, or if the stream was read before.
 */
export function sentStream(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): SentStream {
  if (!streamsRequests(stream)) {
    throw new TypeError("this platform cannot send a stream: pass a Blob");
  }
  const ending = new AbortController();
  const end = (reason: unknown): void => ending.abort(reason);
  signal?.addEventListener("abort", () => end(signal.reason));
  // Node's `fetch` keeps reading the source after an abort or a reset. A custom `fetch` may do the same.
  let fault: SentFault | undefined;
  const body = relayed(stream, {
    signal: ending.signal,
    broken: (cause) => {
      const message = `cannot be sent: ${cause instanceof Error ? cause.message : String(cause)}`;
      fault = { issues: [{ in: "body", name: "", message }], cause };
      return cause;
    },
  });
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fetch` rejects shared memory itself
    body: body as ReadableStream<Uint8Array<ArrayBuffer>>,
    duplex: "half",
    end,
    // A source that breaks after an abort has the reason of the abort.
    fault: () => (signal?.aborted ? undefined : fault),
  };
}

// A platform without streams as bodies would send text instead. Safari accepts a stream and does not
// send it: in a page, `duplex` must be read too. Bun, Deno and workerd send streams without reading it.
// `Request` throws a `TypeError` for a stream that was read before (Fetch, "extract a body").
export function streamsRequests(body: ReadableStream): boolean {
  let sends = globalThis.location === undefined;
  const { headers } = new Request("http://localhost", {
    method: "POST",
    body,
    get duplex() {
      sends = true;
      return "half";
    },
  } as RequestInit);
  return sends && !headers.has("content-type");
}

/** A growing array of bytes. */
export class ByteBuffer {
  #bytes = new Uint8Array(0);
  #length = 0;

  /** The number of collected bytes. */
  get length(): number {
    return this.#length;
  }

  append(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength;
    if (length > this.#bytes.byteLength) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.byteLength));
      larger.set(this.view());
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** The collected bytes, valid until the next call of another method. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Returns the collected bytes and empties the buffer. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.view();
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return bytes;
  }
}

/**
 * Collects the chunks of a body in linear time, even very small ones. A single chunk is returned without a copy. It has
 * no limit: the caller checks its length.
 */
export class GatheredBody {
  #first: Uint8Array | undefined;
  #all: ByteBuffer | undefined;
  #length = 0;

  /** The number of received bytes. */
  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#first === undefined) {
      this.#first = chunk;
      return;
    }
    // A list of one-byte chunks would take many times the memory of its bytes.
    if (this.#all === undefined) {
      this.#all = new ByteBuffer();
      this.#all.append(this.#first);
    }
    this.#all.append(chunk);
  }

  take(): Uint8Array {
    return this.#all?.take() ?? this.#first ?? new Uint8Array();
  }
}
