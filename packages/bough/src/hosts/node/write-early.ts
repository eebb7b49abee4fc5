// Answers a request whose body is still arriving. Ending the connection at once would reset it, and a client
// that reads only after writing would lose the answer. So the answer is written, a bounded rest of the body is
// drained, and then the socket ends.
import type { IncomingMessage, ServerResponse } from "node:http";
import { flusherOf } from "./flusher.ts";
import type { Written } from "./write-head.ts";

const DRAIN_MILLISECONDS = 2_000;

/** Writes the body of an answer after its head, drains the request, and ends the answer. */
export function writeEarly(
  req: IncomingMessage,
  res: ServerResponse,
  { content, encoding }: Written,
  drainBytes: number,
): void {
  if (content !== undefined) {
    res.write(content, encoding);
    flusherOf(res)();
  } else {
    res.flushHeaders();
  }
  drain(req, drainBytes, () => {
    if (!res.writableEnded) {
      // Middleware may have replaced `end`, and take a callback for content.
      res.once("finish", () => req.socket.destroySoon());
      res.end();
    }
  });
}

/** Reads and discards the rest of a body. Calls `done` at its end or at its limit. */
export function drain(req: IncomingMessage, drainBytes: number, done: () => void): void {
  let left = drainBytes;
  const end = (): void => {
    clearTimeout(timer);
    req.off("data", onData).off("end", end).off("close", end);
    // First let Node parse what came after it. If the connection was reset, an answer that ends it earlier can
    // overtake another one, and Node throws.
    setImmediate(done);
  };
  const onData = (chunk: Buffer): void => {
    left -= chunk.byteLength;
    if (left < 0) {
      req.pause();
      end();
    }
  };
  const timer = setTimeout(end, DRAIN_MILLISECONDS);
  req.on("data", onData).on("end", end).on("close", end).on("error", end);
  req.resume();
}
