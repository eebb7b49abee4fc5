// A stream of which the first chunk has been read, to know whether there is any content.
import { relayed, type ReadStep } from "../../codec/byte-stream.ts";

/** The same bytes once the first of them has arrived; `undefined` if there are none. */
export async function begunStream(
  stream: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const reader = stream.getReader();
  const read = async (): Promise<ReadStep> => {
    for (;;) {
      const next = await reader.read();
      if (next.done || next.value.length > 0) {
        return next;
      }
    }
  };
  const first = await read();
  if (first.done) {
    return undefined;
  }
  const begun = [first];
  return relayed(
    {
      read: async () => begun.pop() ?? read(),
      cancel: (reason) => reader.cancel(reason),
    },
    {},
  );
}
