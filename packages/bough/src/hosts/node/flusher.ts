// Middleware that compresses holds content back until more has come, and sets a `flush` on the
// response for those who cannot wait: the reader of an event would wait for the next ones.
import type { ServerResponse } from "node:http";

/** Makes what is written to a response leave; what is written in one go leaves at once. */
export function flusherOf(res: ServerResponse): () => void {
  // Node's own is another name for `flushHeaders`, and none that is to be used.
  if (!Object.hasOwn(res, "flush")) {
    return () => undefined;
  }
  // The seam: Node's type of a response knows no such method.
  const held = res as ServerResponse & { readonly flush: () => void };
  let awaits = false;
  return () => {
    if (!awaits) {
      awaits = true;
      setImmediate(() => {
        awaits = false;
        if (!held.destroyed && !held.writableEnded) {
          held.flush();
        }
      });
    }
  };
}
