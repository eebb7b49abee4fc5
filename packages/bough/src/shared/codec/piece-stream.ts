// Joins texts, bytes, Blobs and streams to one stream, at the pace of its reader.
// If it is cancelled or breaks, all sources are cancelled, including those not reached yet.
import { pulled } from "./byte-stream.ts";

/** A source of bytes over time. */
export type PieceSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export type Piece = string | Uint8Array<ArrayBuffer> | Blob | PieceSource;

interface Source {
  /** `undefined` at the end. */
  next(): Promise<Uint8Array | undefined>;
  cancel?(reason: unknown): Promise<unknown>;
}

/** The pieces as one stream. Locks the streams among them at once. */
export function streamOfPieces(pieces: readonly Piece[]): ReadableStream<Uint8Array> {
  const sources = pieces.map(sourceOf);
  const cancel = async (reason: unknown): Promise<void> => {
    await Promise.allSettled(sources.splice(0).map(async (source) => source.cancel?.(reason)));
  };
  return pulled(async () => {
    try {
      return await nextOf(sources);
    } catch (error) {
      // Not awaited: a source that never settles must not delay the error.
      void cancel(error);
      throw error;
    }
  }, cancel);
}

async function nextOf(sources: Source[]): Promise<Uint8Array | undefined> {
  // A pull that enqueues nothing is not repeated, so empty chunks are skipped here.
  for (let source = sources[0]; source; source = sources[0]) {
    const bytes = await source.next();
    if (bytes === undefined) {
      if (sources[0] === source) {
        sources.shift();
      }
    } else if (!(bytes instanceof Uint8Array)) {
      throw new TypeError("the content of a file must come as chunks of Uint8Array");
    } else if (bytes.byteLength > 0) {
      return bytes;
    }
  }
  return undefined;
}

function sourceOf(piece: Piece): Source {
  if (typeof piece === "string") {
    return wholeSource(new TextEncoder().encode(piece));
  }
  if (piece instanceof Uint8Array) {
    return wholeSource(piece);
  }
  if (piece instanceof Blob) {
    return streamSource(() => piece.stream().getReader());
  }
  if ("getReader" in piece) {
    const reader = piece.getReader();
    return streamSource(() => reader, reader);
  }
  return iteratorSource(piece);
}

function wholeSource(bytes: Uint8Array): Source {
  let rest: Uint8Array | undefined = bytes;
  return {
    next: () => {
      const all = rest;
      rest = undefined;
      return Promise.resolve(all);
    },
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

function streamSource(open: () => Reader, opened?: Reader): Source {
  let reader = opened;
  return {
    next: async () => (await (reader ??= open()).read()).value,
    cancel: async (reason) => reader?.cancel(reason),
  };
}

function iteratorSource(items: AsyncIterable<Uint8Array>): Source {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  return {
    next: async () => {
      iterator ??= items[Symbol.asyncIterator]();
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    },
    cancel: async () => iterator?.return?.(),
  };
}
