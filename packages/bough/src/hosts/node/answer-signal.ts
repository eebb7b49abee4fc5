// The signal of a request on node:http. It aborts when the client can no longer get the answer.
import type { IncomingMessage, ServerResponse } from "node:http";
import { connectionClosed, onClosed } from "./on-closed.ts";

/** Aborts when the connection closes before the answer is complete. */
export function answerSignal(
  req: IncomingMessage,
  res: ServerResponse,
  isAnswered: () => boolean,
): AbortController {
  const controller = new AbortController();
  const abort = (): void => {
    // After a complete answer, closing is normal.
    if (!isAnswered() && !res.writableFinished) {
      controller.abort(connectionClosed());
    }
  };
  if (res.closed || res.destroyed || req.socket.destroyed) {
    abort();
  } else {
    onClosed(req, res, abort);
  }
  return controller;
}
