// Reads a body from a Web stream: whole, or as a stream that reads on demand. Both count the bytes that arrive and
// limit the time. A body that breaks is a fault, or an error of the stream, which never just ends.
import {
  GatheredBody,
  relayed,
  type ByteReader,
  type ByteSource,
  type ReadStep,
} from "../../shared/codec/byte-stream.ts";
import { BrokenBody, type BodyFault } from "./exchange.ts";

/** The limits of a body. */
export interface BodyBounds {
  /** Bytes. */
  readonly limit: number;
  /** Milliseconds for the whole body. */
  readonly idle: number;
}

/** The source of a body. */
export interface BodySource extends ByteSource {
  readonly locked: boolean;
}

/** Reads a body and passes it, or the fault, on. */
export function readStream(
  stream: BodySource,
  { limit, idle }: BodyBounds,
  done: (body: Uint8Array | BodyFault) => void,
): void {
  if (stream.locked) {
    done("taken");
    return;
  }
  const reader = stream.getReader();
  const settle = within(idle, (read) => {
    if (typeof read === "string") {
      reader.cancel().catch(() => undefined);
    }
    done(read);
  });
  readAll(reader, limit).then(settle, () => settle("gone"));
}

/** Returns a function that passes its first value on, unless the time for it is over. */
export function within(
  idle: number,
  done: (body: Uint8Array | BodyFault) => void,
): (body: Uint8Array | BodyFault) => void {
  let settled = false;
  const settle = (body: Uint8Array | BodyFault): void => {
    if (!settled) {
      settled = true;
      clearTimeout(timer);
      done(body);
    }
  };
  const timer = setTimeout(() => settle("timeout"), idle);
  return settle;
}

async function readAll(reader: ByteReader, limit: number): Promise<Uint8Array | BodyFault> {
  const body = new GatheredBody();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return body.take();
    }
    if (body.length + value.byteLength > limit) {
      return "too-large";
    }
    body.append(value);
  }
}

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
