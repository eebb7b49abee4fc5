// Reads or cancels the body of an answer. A body that nobody reads would keep its connection open.

/** Bytes of a body that is only shown in an error. */
export const TEXT_LIMIT = 65_536;

/** Cancels a body that is not read to its end. */
export function cancel(body: Partial<Pick<ReadableStream, "cancel">> | null | undefined): void {
  // A body that was read rejects, which does not matter; a stream of Node has no `cancel`.
  body?.cancel?.().catch(() => {});
}

/** Reads the bytes of a body up to the limit or an abort, and cancels the rest. */
export async function readBytes(
  response: Response,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const reader =
    // The proxy of SvelteKit's `load` has functions of its own, and writes into the page what they read.
    response.arrayBuffer === Object.getPrototypeOf(response).arrayBuffer &&
    (response.body as Partial<ReadableStream<Uint8Array>> | null)?.getReader?.();
  if (!reader) {
    // React Native has the body only as a whole, and the stream of node-fetch is one of Node.
    return new Uint8Array(await response.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  signal?.addEventListener("abort", () => cancel(reader));
  for (;;) {
    if (signal?.aborted || size > limit) {
      cancel(reader);
    }
    // A cancelled reader ends, too.
    const { value } = await reader.read();
    if (!value) {
      // Not by a Blob: React Native cannot make one of bytes. `subarray` throws for other chunks.
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
