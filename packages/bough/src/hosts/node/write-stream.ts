// Writes the body of an answer as it comes, at the pace of its reader. A body that breaks
// ends its connection: a cut answer must never look whole.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Delivery } from "./delivery.ts";
import { flushHead } from "./flush-head.ts";
import { flusherOf } from "./flusher.ts";
import { connectionClosed, onClosed } from "./on-closed.ts";
import type { StallWatch } from "./stall-watch.ts";

/** Where a body is written, and the watch over a client that stops reading. */
export interface StreamTarget {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly watch: StallWatch;
  readonly delivery: Delivery | undefined;
}

/** Writes a body whose head is written; calls `done` once, with whether it was written to its end. */
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
  // A client may wait for the head before it does anything.
  flushHead(res);
  pump(reader, target).then(
    () => settle(true),
    () => {
      if (delivery !== undefined) {
        delivery.interrupted = "broken";
      }
      // What is written goes out, but not the chunk that would end it.
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
    // Only `false` asks to wait: the socket of a response that an adapter has made may tell nothing.
    const goesOn: unknown = res.write(value);
    flush();
    delivery?.wrote(value.byteLength);
    watch.look();
    if (goesOn === false) {
      // Never comes after the connection has closed: the body is cancelled then.
      await drained();
    }
  }
}

// One listener for all of them: middleware that compresses takes it to a stream of its own,
// from which nothing takes it off again.
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
