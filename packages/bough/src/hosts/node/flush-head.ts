// Sends the head of an answer before there is content. A head is Latin-1, but Node's `flushHeaders` writes
// UTF-8. Writing an empty chunk does not.
import { OutgoingMessage, type ServerResponse } from "node:http";

/** Sends the head of an answer now, because the client may wait for it. */
export function flushHead(res: ServerResponse): void {
  if (res.req.method === "HEAD") {
    // Node drops content here and would not send the head with it.
    res.flushHeaders();
    return;
  }
  // Middleware replaces `write` for content only.
  OutgoingMessage.prototype.write.call(res, "", "latin1");
}
