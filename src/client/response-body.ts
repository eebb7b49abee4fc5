// Reads the body of an answer, or gives it up: a body that nobody reads would hold
// its connection.

/** How much of a body is kept that is only shown. */
export const TEXT_LIMIT = 65_536;

/** Gives up a body that is not going to be read, or no further. */
export function cancel(body: Pick<ReadableStream, "cancel"> | null | undefined): void {
  // One that is read already cannot be cancelled, and need not be.
  body?.cancel().catch(() => {});
}

/** The bytes of a body, all of them, or as many as come before the limit or an abort; the rest is given up. */
export async function readBytes(
  response: Response,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) {
    // Without a stream of it a body may be there all the same, as a whole: in React Native it is.
    return new Uint8Array(await response.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  signal?.addEventListener("abort", () => cancel(reader));
  let size = 0;
  for (;;) {
    if (signal?.aborted || size > limit) {
      cancel(reader);
    }
    // What is given up comes to its end here, too.
    const { value } = await reader.read();
    if (!value) {
      // By hand: React Native makes no Blob of bytes.
      const bytes = new Uint8Array(size);
      for (const chunk of chunks.reverse()) {
        bytes.set(chunk, (size -= chunk.length));
      }
      return bytes;
    }
    size += value.length;
    chunks.push(value);
  }
}
