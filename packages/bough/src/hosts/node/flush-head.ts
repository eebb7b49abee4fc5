// Sends the head of an answer before there is any content. A head is Latin-1, but Node's
// `flushHeaders` writes it in UTF-8: a write of nothing does not.
import { OutgoingMessage } from "node:http";
import type { ServerResponse } from "node:http";

/** Sends the head of an answer, for its client may wait for it. */
export function flushHead(res: ServerResponse): void {
  if (res.req.method === "HEAD") {
    // Node drops whatever is written, and does not send the head with it.
    res.flushHeaders();
    return;
  }
  // What middleware has in place of `write` is for content.
  OutgoingMessage.prototype.write.call(res, "", "latin1");
}
