// Reads the body of an answer, or gives it up: a body that nobody reads would hold
// its connection.

/** How much of a body is kept that is only shown. */
export const TEXT_LIMIT = 65_536;

/** Gives up a body that is not going to be read, or no further. */
export function cancel(body: Partial<Pick<ReadableStream, "cancel">> | null | undefined): void {
  // One that is read already cannot be cancelled, and need not be; a stream of Node's is another.
  body?.cancel?.().catch(() => {});
}

/** The bytes of a body, all of them, or as many as come before the limit or an abort; the rest is given up. */
export async function readBytes(
  response: Response,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const reader = (response.body as Partial<ReadableStream<Uint8Array>> | null)?.getReader?.();
  if (!reader) {
    // Without such a stream a body may be there all the same, as a whole: in React Native it is,
    // and with node-fetch, whose stream is one of Node's.
    return new Uint8Array(await response.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  signal?.addEventListener("abort", () => cancel(reader));
  for (;;) {
    if (signal?.aborted || size > limit) {
      cancel(reader);
    }
    // What is given up comes to its end here, too.
    const { value } = await reader.read();
    if (!value) {
      // By hand: React Native makes no Blob of bytes. What is no bytes has no part of them.
      const bytes = new Uint8Array(size);
      for (const chunk of chunks.reverse()) {
        bytes.set(chunk.subarray(), (size -= chunk.length));
      }
      return bytes;
    }
    size += value.length;
    chunks.push(value);
  }
}
