// A body as a stream that reads on demand. It counts the bytes that arrive and limits the time between two
// chunks. If the body breaks, the stream errors and never just ends.
import { pulled } from "../../codec/byte-stream.ts";
import type { BodyFault } from "./exchange.ts";
import { BrokenBody } from "./exchange.ts";
import type { BodyBounds, BodyReader, BodySource } from "./read-stream.ts";

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
  let reader: BodyReader | undefined;
  let size = 0;
  const broken = (fault: BrokenBody): never => {
    onBroken(fault.fault);
    reader?.cancel(fault).catch(() => undefined);
    throw fault;
  };
  return pulled(
    async () => {
      if (reader === undefined && (bounds.taken === true || source.locked)) {
        broken(new BrokenBody("taken"));
      }
      reader ??= source.getReader();
      const chunk = await readWithin(reader, bounds.idle);
      if (chunk instanceof BrokenBody) {
        return broken(chunk);
      }
      size += chunk?.byteLength ?? 0;
      return size > bounds.limit ? broken(new BrokenBody("too-large")) : chunk;
    },
    (reason) => (reader ?? source).cancel(reason),
  );
}

/** The next chunk; `undefined` at the end. */
function readWithin(
  reader: BodyReader,
  idle: number,
): Promise<Uint8Array | BrokenBody | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(new BrokenBody("timeout")), idle);
    const settle = (read: Uint8Array | BrokenBody | undefined): void => {
      clearTimeout(timer);
      resolve(read);
    };
    reader.read().then(
      ({ value }) => settle(value),
      () => settle(new BrokenBody("gone")),
    );
  });
}
