// Detects that the client can no longer get a response, and the signals that abort then. Node closes the response
// that its socket is writing, but not the pipelined responses behind it. Those listen to the socket.
import type { IncomingMessage, ServerResponse } from "node:http";

// One listener for each connection: Node warns about many.
const waiting = new WeakMap<object, Set<() => void>>();

/** The abort reason for work on an answer whose connection has closed. */
export function connectionClosed(): DOMException {
  return new DOMException("the connection has closed", "AbortError");
}

/** Calls `hear` when the answer or its connection has closed. Returns a function that removes the listener. */
export function onClosed(req: IncomingMessage, res: ServerResponse, hear: () => void): () => void {
  const forget = (): void => {
    res.off("close", closed);
    waiting.get(req.socket)?.delete(closed);
  };
  const closed = (): void => {
    forget();
    hear();
  };
  res.on("close", closed);
  if (res.socket === null) {
    listenersOf(req.socket).add(closed);
  }
  return forget;
}

function listenersOf(socket: IncomingMessage["socket"]): Set<() => void> {
  let listeners = waiting.get(socket);
  if (listeners === undefined) {
    const made = new Set<() => void>();
    socket.once("close", () => made.forEach((closed) => closed()));
    waiting.set(socket, made);
    listeners = made;
  }
  return listeners;
}

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

/** The node:http request below a Fetch `Request`, as Fetch servers on node:http expose it. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

/** The signal of a request. It also aborts when the client leaves while a pipelined request waits. */
export function clientSignal(
  given: AbortSignal,
  { incoming, outgoing }: NodeBindings,
): AbortSignal {
  // The response of a waiting request has no socket yet.
  if (incoming?.socket === undefined || outgoing?.socket !== null || given.aborted) {
    return given;
  }
  const controller = new AbortController();
  const left = (): void => controller.abort(connectionClosed());
  if (incoming.socket.destroyed) {
    left();
  } else {
    given.addEventListener("abort", () => controller.abort(given.reason), { once: true });
    onClosed(incoming, outgoing, left);
  }
  return controller.signal;
}
