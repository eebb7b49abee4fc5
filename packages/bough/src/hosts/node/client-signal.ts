// The signal of a request that comes as a Fetch `Request` made of one of node:http. What makes it
// hears of a client that leaves by the response, and one that is pipelined does not tell.
import type { IncomingMessage, ServerResponse } from "node:http";
import { connectionClosed, onClosed } from "./on-closed.ts";

/** What a Fetch server on node:http shows of a request below it. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

/** The signal of a request, which also aborts when its client leaves before its turn to be answered. */
export function clientSignal(
  given: AbortSignal,
  { incoming, outgoing }: NodeBindings,
): AbortSignal {
  // It has no socket as long as it waits.
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
