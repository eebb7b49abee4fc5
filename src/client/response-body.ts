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
  { body }: Response,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  const stop = (): void => cancel(reader);
  signal?.addEventListener("abort", stop);
  for (let size = 0; ;) {
    if (size > limit || signal?.aborted) {
      stop();
    }
    // What is given up comes to its end here, too.
    const { value } = (await reader?.read()) ?? {};
    if (!value) {
      break;
    }
    chunks.push(value);
    size += value.length;
  }
  const [first = new Uint8Array(), second] = chunks;
  return second ? new Uint8Array(await new Blob(chunks).arrayBuffer()) : first;
}
