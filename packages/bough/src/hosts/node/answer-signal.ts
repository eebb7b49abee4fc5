// The signal of a request on node:http: it aborts when its answer can reach nobody any more.
import type { IncomingMessage, ServerResponse } from "node:http";
import { connectionClosed, onClosed } from "./on-closed.ts";

/** Aborts when the connection closes before the answer is handed over. */
export function answerSignal(
  req: IncomingMessage,
  res: ServerResponse,
  isAnswered: () => boolean,
): AbortController {
  const controller = new AbortController();
  const abort = (): void => {
    // A response that was handed over has closed for a good reason.
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
