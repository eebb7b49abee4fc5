// The place of a request stream that nobody may read any more.
import { Readable } from "node:stream";

/** A stream that breaks once it is read. */
export function unreadable(reason: () => Error): Readable {
  const stream = new Readable({
    read() {
      this.destroy(reason());
    },
  });
  // Without a listener, an error would end the process.
  return stream.on("error", () => undefined);
}
