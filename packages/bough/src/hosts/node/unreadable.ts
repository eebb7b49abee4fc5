// The place of a request stream that nobody may read any more.
import { Readable } from "node:stream";

/** A stream that breaks once it is read. */
export function unreadable(reason: () => Error): Readable {
  const stream = new Readable({
    read() {
      this.destroy(reason());
    },
  });
  // Who reads it may not listen for errors, and the process would end.
  return stream.on("error", () => undefined);
}
