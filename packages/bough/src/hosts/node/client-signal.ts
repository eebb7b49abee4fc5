// The signal of a Fetch `Request` that a server on node:http made. The server aborts it when the response
// closes, but the response of a pipelined request does not close when the client leaves.
import type { IncomingMessage, ServerResponse } from "node:http";
import { connectionClosed, onClosed } from "./on-closed.ts";

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
