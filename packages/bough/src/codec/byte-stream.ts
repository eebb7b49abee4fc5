// Sequences as streams of bytes and back: items are taken when somebody reads, and a reader
// that leaves ends the sequence.
import { inContext } from "../internal/in-context.ts";

/** What a sequence may be written as. */
export type Sequence<T> = AsyncIterable<T> | Iterable<T>;

const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Text as UTF-8. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return utf8.encode(text);
}

/** A sequence as a stream, item by item. */
export function streamFrom<T>(
  items: Sequence<T>,
  toBytes: (item: T) => Uint8Array | Promise<Uint8Array>,
): ReadableStream<Uint8Array> {
  let iterator: AsyncIterator<T> | Iterator<T> | undefined;
  const next = inContext(() => (iterator ??= iteratorOf(items)).next());
  const leave = inContext(() => iterator?.return?.());
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await next();
        if (done) {
          controller.close();
          return;
        }
        try {
          controller.enqueue(await toBytes(value));
        } catch (error) {
          // Nobody cancels what has broken by itself.
          leave().catch(() => undefined);
          throw error;
        }
      },
      async cancel() {
        await leave();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The iterator of a sequence of either kind. */
export function iteratorOf<T>(items: Sequence<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

/** Whether a value is a sequence, and no text. */
export function isSequence(value: unknown): value is Sequence<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}

/** What a value is called in a message that must not repeat it. */
export function typeName(value: unknown): string {
  return value === null || value === undefined
    ? String(value)
    : `of type ${typeof value === "object" ? value.constructor?.name || "object" : typeof value}`;
}

/** What a relayed stream does on the way. */
export interface Relay {
  /** The chunk that goes on; throws for one that breaks the stream. */
  readonly chunk?: (chunk: Uint8Array) => Uint8Array;
  /** The error that the reader gets for one. */
  readonly broken?: (error: unknown) => unknown;
  /** Hears that it is over: at its end, broken, or left. */
  readonly over?: (() => void) | undefined;
  /** Breaks it, and ends the other. */
  readonly signal?: AbortSignal | undefined;
  /** Takes the other at once: whoever made it sees by its lock that somebody reads. */
  readonly atOnce?: boolean;
}

/** A stream that takes from another when it is asked; who leaves it ends the other, whatever that waits for. */
export function relayed(
  source: ReadableStream<Uint8Array>,
  { chunk = (same) => same, broken = (error) => error, over, signal, atOnce }: Relay,
): ReadableStream<Uint8Array> {
  // What is to be sent may still be refused: until it is read it stays its giver's.
  let reader = atOnce ? source.getReader() : undefined;
  let left = false;
  let abort: () => void;
  const end = (): void => {
    signal?.removeEventListener("abort", abort);
    over?.();
  };
  const leave = (reason: unknown): Promise<void> => {
    left = true;
    end();
    return (reader ?? source).cancel(reason);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        abort = () => {
          controller.error(signal?.reason);
          leave(signal?.reason).catch(() => undefined);
        };
        signal?.addEventListener("abort", abort);
        if (signal?.aborted) {
          abort();
        }
      },
      async pull(controller) {
        try {
          reader ??= source.getReader();
          const { done, value } = await reader.read();
          if (left) {
            return;
          }
          if (done) {
            end();
            controller.close();
          } else {
            controller.enqueue(chunk(value));
          }
        } catch (error) {
          leave(error).catch(() => undefined);
          throw broken(error);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

/** A stream as the body of a request. */
export interface SentStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** As `fetch` asks for it. */
  readonly duplex: "half";
  /** Ends the stream, and what it is made of. */
  readonly end: (reason: unknown) => void;
}

/**
 * A stream to be sent, which ends with the signal of its call too; throws a `TypeError` where the
 * platform cannot send any, and for one that was read before.
 */
export function sentStream(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): SentStream {
  if (!streamsRequests(stream)) {
    throw new TypeError("this platform cannot send a stream: give a Blob");
  }
  const ending = new AbortController();
  const end = (reason: unknown): void => ending.abort(reason);
  signal?.addEventListener("abort", () => end(signal.reason));
  // Node's `fetch` reads a source on after an abort or a reset, and so may one in process.
  const body = relayed(stream, { signal: ending.signal });
  // Bytes in shared memory are refused by `fetch` itself.
  return { body: body as ReadableStream<Uint8Array<ArrayBuffer>>, duplex: "half", end };
}

// A platform that does not know streams as bodies would send a text in their place. Safari takes
// one and does not send it: a page asks for `duplex` as well, which Bun, Deno and workerd send
// streams without. A stream that somebody has read or is reading is refused by a `TypeError`: what
// is left of it would go out as the whole (Fetch, "extract a body").
function streamsRequests(body: ReadableStream): boolean {
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
