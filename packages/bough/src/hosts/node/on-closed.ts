// When an answer can reach nobody any more. Node closes the response that its socket is writing, but
// not those of pipelined requests that wait behind it: they are told by the socket.
import type { IncomingMessage, ServerResponse } from "node:http";

// By connection: a listener for each waiting answer would be a leak in Node's eyes.
const waiting = new WeakMap<object, Set<() => void>>();

/** Why what is under way for an answer ends then. */
export function connectionClosed(): DOMException {
  return new DOMException("the connection has closed", "AbortError");
}

/** Calls `hear` when the connection of an answer has closed, or the answer itself; gives what forgets it. */
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
