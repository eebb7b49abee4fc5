// Reads a request's body from node:http: counted on the bytes that arrive, bounded in
// time, and whole or not at all.
import type { IncomingMessage } from "node:http";
import type { BodyFault } from "../../server/exchange.ts";
import type { BodyBounds } from "../../server/read-stream.ts";

/** Reads a body and hands it on, or why it was not read. */
export function readBody(
  req: IncomingMessage,
  { limit, idle }: BodyBounds,
  done: (body: Uint8Array | BodyFault) => void,
): void {
  if (req.destroyed) {
    // Its client left while a guard was at work.
    done("gone");
    return;
  }
  let first: Buffer | undefined;
  let chunks: Buffer[] | undefined;
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const onData = (chunk: Buffer): void => {
    size += chunk.byteLength;
    if (size > limit) {
      settle("too-large");
    } else if (first === undefined) {
      first = chunk;
    } else {
      (chunks ??= [first]).push(chunk);
    }
  };
  const onEnd = (): void =>
    settle(chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks, size));
  const onGone = (): void => settle("gone");
  const settle = (body: Uint8Array | BodyFault): void => {
    req.off("data", onData).off("end", onEnd).off("close", onGone);
    // An error that comes after this belongs to a body that nobody waits for.
    clearTimeout(timer);
    timer = undefined;
    started = true;
    if (body === "too-large" || body === "timeout") {
      req.pause();
    }
    done(body);
  };
  let started = false;
  req.on("data", onData).on("end", onEnd).on("close", onGone).on("error", ignore);
  // Most bodies are there at once: the deadline costs only those that are not.
  setImmediate(() => {
    if (!started) {
      timer = setTimeout(() => settle("timeout"), idle);
    }
  });
}

function ignore(): void {
  // A broken request closes as well; `close` tells of it.
}
