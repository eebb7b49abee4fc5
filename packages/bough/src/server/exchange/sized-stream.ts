// A stream whose length is known, for runtimes that tell a length only of a stream made for it:
// Workers take a `Content-Length` beside any other stream away, and send it in chunks.
import { valueIn } from "./answer.ts";

interface FixedLength {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** The same stream, with the length that its headers, names and values in turn, say. */
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
  // Whoever reads it hears of what breaks it.
  stream.pipeTo(writable).catch(() => undefined);
  return readable;
}
