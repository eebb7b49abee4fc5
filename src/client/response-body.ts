// Reads the body of an answer, or gives it up: a body that nobody reads would hold
// its connection.

/** How much of a body is kept that is only shown. */
export const TEXT_LIMIT = 65_536;

/** Gives up a body that is not going to be read. */
export function cancelBody(response: Response | undefined): void {
  // One that is read already cannot be cancelled, and need not be.
  response?.body?.cancel().catch(() => {});
}

/** The bytes of a body, all of them, or as many as come before the limit; an abort gives up the rest. */
export async function readBytes(
  { body }: Response,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body) {
    const reader = body.getReader();
    const stop = (): void => void reader.cancel().catch(() => {});
    signal?.addEventListener("abort", stop);
    while (size < limit) {
      const { done, value } = await reader.read();
      if (done) {
        return joined(chunks, size);
      }
      chunks.push(value);
      size += value.length;
    }
    stop();
  }
  return joined(chunks, size);
}

/** The beginning of a body as text, whatever it is. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, TEXT_LIMIT));
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (only?.length === size) {
    return only;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
