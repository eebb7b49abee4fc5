// Answers a request whose body is still being written. Ending the connection at once
// would reset it, and a client that reads only after writing would lose the answer:
// the answer is written whole, then a bounded rest is drained, then the socket ends.
import type { IncomingMessage, ServerResponse } from "node:http";
import { flusherOf } from "./flusher.ts";
import type { Written } from "./write-head.ts";

const DRAIN_MILLISECONDS = 2_000;

/** Writes the body of an answer whose head is written, drains, and ends. */
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
      // Middleware may stand in place of `end`, and take a callback for content.
      res.once("finish", () => req.socket.destroySoon());
      res.end();
    }
  });
}

/** Reads what is left of a body and forgets it; calls `done` at its end, or where its bounds are. */
export function drain(req: IncomingMessage, drainBytes: number, done: () => void): void {
  let left = drainBytes;
  const end = (): void => {
    clearTimeout(timer);
    req.off("data", onData).off("end", end).off("close", end);
    // What has come behind it is told of first: an answer that ends its connection before that makes
    // room for one that overtakes another, where the connection was reset, and Node throws.
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
