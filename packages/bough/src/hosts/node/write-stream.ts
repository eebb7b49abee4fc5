// Writes the body of an answer at the pace of its reader. If the body breaks, the connection ends: a truncated
// answer must never look complete.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Delivery } from "./delivery.ts";
import { flushHead } from "./flush-head.ts";
import { flusherOf } from "./flusher.ts";
import { connectionClosed, onClosed } from "./on-closed.ts";
import type { StallWatch } from "./stall-watch.ts";

/** Where a body is written, and the watch for clients that stop reading. */
export interface StreamTarget {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly watch: StallWatch;
  readonly delivery: Delivery | undefined;
}

/** Writes a body after its head. Calls `done` once, with whether it reached the end. */
export function writeStream(
  target: StreamTarget,
  body: ReadableStream<Uint8Array>,
  done: (whole: boolean) => void,
): void {
  const { req, res, delivery } = target;
  const reader = body.getReader();
  let settled = false;
  const settle = (whole: boolean): void => {
    if (!settled) {
      settled = true;
      forget();
      done(whole);
    }
  };
  const gone = (): void => {
    settle(false);
    reader.cancel(connectionClosed()).catch(() => undefined);
  };
  const forget = onClosed(req, res, gone);
  // The client may wait for the head.
  flushHead(res);
  pump(reader, target).then(
    () => settle(true),
    () => {
      if (delivery !== undefined) {
        delivery.interrupted = "broken";
      }
      // Written bytes are sent, but not the final chunk.
      if (res.socket) {
        res.socket.destroySoon();
      } else {
        res.destroy();
      }
      settle(false);
    },
  );
}

async function pump(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { res, watch, delivery }: StreamTarget,
): Promise<void> {
  const flush = flusherOf(res);
  const drained = drainsOf(res);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      if (!res.destroyed) {
        res.end();
        watch.look();
      }
      return;
    }
    // Only `false` asks to wait: the socket of an adapter's response may return nothing.
    const goesOn: unknown = res.write(value);
    flush();
    delivery?.wrote(value.byteLength);
    watch.look();
    if (goesOn === false) {
      // `drain` never comes after the connection has closed. The body is cancelled then.
      await drained();
    }
  }
}

// One listener for all answers: compressing middleware moves it to its own stream, from which nothing removes
// it.
function drainsOf(res: ServerResponse): () => Promise<void> {
  let wake: (() => void) | undefined;
  return () => {
    if (wake === undefined) {
      res.on("drain", () => wake?.());
    }
    return new Promise((resolve) => {
      wake = resolve;
    });
  };
}
