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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Express adds the method, which Node's type does not have
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
