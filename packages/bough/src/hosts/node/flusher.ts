// Compressing middleware buffers content, and adds `flush` to the response. Without a flush, the reader of an
// event would wait for the next events.
import type { ServerResponse } from "node:http";

/**
 * Returns a function that makes middleware send what it has buffered. Several writes in one tick are
 * flushed once.
 */
export function flusherOf(res: ServerResponse): () => void {
  // Node's own `flush` is a deprecated alias of `flushHeaders`.
  if (!Object.hasOwn(res, "flush")) {
    return () => undefined;
  }
  // The seam: Node's type of a response does not have this method.
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
