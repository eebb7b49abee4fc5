// Detects that the client can no longer get an answer. Node closes the response that its socket is writing,
// but not the pipelined responses behind it. Those listen to the socket.
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
