// A body as a stream that reads on demand. It counts the bytes that arrive and limits the time between two
// chunks. If the body breaks, the stream errors and never just ends.
import { relayed, type ByteReader, type ReadStep } from "../../codec/byte-stream.ts";
import { BrokenBody, type BodyFault } from "./exchange.ts";
import type { BodyBounds, BodySource } from "./read-stream.ts";

/** The limits of a stream. */
export interface StreamBounds extends BodyBounds {
  /** Whether other code has already read it. */
  readonly taken?: boolean | undefined;
}

/** A limited stream of the same chunks. It reads only on demand, and errors with a `BrokenBody`. */
export function openStream(
  source: BodySource,
  bounds: StreamBounds,
  onBroken: (fault: BodyFault) => void,
): ReadableStream<Uint8Array> {
  let size = 0;
  const timed = {
    getReader: (): ByteReader => {
      if (bounds.taken === true || source.locked) {
        throw new BrokenBody("taken");
      }
      const reader = source.getReader();
      return {
        read: () => readWithin(reader, bounds.idle),
        cancel: (reason) => reader.cancel(reason),
      };
    },
    cancel: (reason: unknown) => source.cancel(reason),
  };
  return relayed(timed, {
    chunk: (chunk) => {
      size += chunk.byteLength;
      if (size > bounds.limit) {
        throw new BrokenBody("too-large");
      }
      return chunk;
    },
    over: (how, fault) => {
      if (how === "broken" && fault instanceof BrokenBody) {
        onBroken(fault.fault);
      }
    },
  });
}

/** The next chunk. */
function readWithin(reader: ByteReader, idle: number): Promise<ReadStep> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new BrokenBody("timeout")), idle);
    reader
      .read()
      .then(resolve, () => reject(new BrokenBody("gone")))
      .finally(() => clearTimeout(timer));
  });
}
