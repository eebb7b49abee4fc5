// A stream with a known length, for Workers. They remove `Content-Length` and send chunks, unless the stream
// was made with a fixed length.
import { valueIn } from "./answer.ts";

interface FixedLength {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** The same stream with the length in its headers (names and values in turn). */
export function sizedStream(
  stream: ReadableStream<Uint8Array>,
  headers: readonly string[],
): ReadableStream<Uint8Array> {
  const { FixedLengthStream: Fixed } = globalThis as {
    readonly FixedLengthStream?: new (length: number) => FixedLength;
  };
  const length = valueIn(headers, "content-length");
  if (Fixed === undefined || length === undefined) {
    return stream;
  }
  const { readable, writable } = new Fixed(Number(length));
  // The reader of the stream gets the error.
  stream.pipeTo(writable).catch(() => undefined);
  return readable;
}
