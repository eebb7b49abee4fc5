// A stream with a known length, for Workers. They remove `Content-Length` and send chunks, unless the stream
// was made with a fixed length.
import { valueIn } from "./answer.ts";

interface FixedLength {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

// Only Workers have it.
declare const FixedLengthStream: (new (length: number) => FixedLength) | undefined;

/** The same stream with the length in its headers (names and values in turn). */
export function sizedStream(
  stream: ReadableStream<Uint8Array>,
  headers: readonly string[],
): ReadableStream<Uint8Array> {
  const length = valueIn(headers, "content-length");
  if (typeof FixedLengthStream === "undefined" || length === undefined) {
    return stream;
  }
  const { readable, writable } = new FixedLengthStream(Number(length));
  // The reader of the stream gets the error.
  stream.pipeTo(writable).catch(() => undefined);
  return readable;
}
