// A stream of which the first chunk has been read, to know whether there is any content.
import { pulled } from "../../codec/byte-stream.ts";

/** The same bytes once the first of them has arrived; `undefined` if there are none. */
export async function begunStream(
  stream: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const reader = stream.getReader();
  const step = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined || value.length > 0) {
        return value;
      }
    }
  };
  let first = await step();
  if (first === undefined) {
    return undefined;
  }
  return pulled(
    async () => {
      const chunk = first ?? (await step());
      first = undefined;
      return chunk;
    },
    (reason) => reader.cancel(reason),
  );
}
