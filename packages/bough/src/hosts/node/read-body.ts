// Reads a request's body from node:http: counted on the bytes that arrive, bounded in
// time, and whole or not at all.
import type { IncomingMessage } from "node:http";
import { GatheredBody } from "../../codec/byte-buffer.ts";
import type { BodyFault } from "../../server/exchange/exchange.ts";
import type { BodyBounds } from "../../server/exchange/read-stream.ts";
import { bound } from "./bound.ts";

/** What bounds a body, and its length as declared. */
export interface NodeBodyBounds extends BodyBounds {
  /** `undefined` where it is not known, or is not that of what is read. */
  readonly length?: number | undefined;
}

type Done = (body: Uint8Array | BodyFault) => void;

/** Reads a body and hands it on, or why it was not read; `done` runs in the caller's context. */
export function readBody(req: IncomingMessage, bounds: NodeBodyBounds, done: Done): void {
  const { length, limit } = bounds;
  if (length === undefined || length > limit || req.readableFlowing !== null) {
    readChunks(req, bounds, done);
    return;
  }
  // Most bodies come with their head, and are there when Node has told of both: they are
  // taken whole, without listeners and without a deadline.
  process.nextTick(() => {
    if (req.readableLength === length && req.readableFlowing === null && !req.destroyed) {
      const body = req.read() as Buffer;
      // Nothing is left but the end of the message, which others may listen to.
      req.resume();
      done(body);
    } else {
      readChunks(req, bounds, done);
    }
  });
}

function readChunks(req: IncomingMessage, { limit, idle }: BodyBounds, done: Done): void {
  if (req.readableEnded && !req.readableDidRead) {
    // Somebody has read it, and there was nothing in it.
    done(Buffer.alloc(0));
    return;
  }
  if (req.destroyed) {
    // Its client left while a guard was at work.
    done("gone");
    return;
  }
  const arrived = bound(done);
  const gathered = new GatheredBody();
  const onData = (chunk: Buffer): void => {
    if (gathered.length + chunk.byteLength > limit) {
      settle("too-large");
    } else {
      gathered.append(chunk);
    }
  };
  const onEnd = (): void => settle(gathered.take());
  const onGone = (): void => settle("gone");
  const settle = (body: Uint8Array | BodyFault): void => {
    req.off("data", onData).off("end", onEnd).off("close", onGone);
    // An error that comes after this belongs to a body that nobody waits for.
    clearTimeout(timer);
    if (body === "too-large" || body === "timeout") {
      req.pause();
    }
    arrived(body);
  };
  req.on("data", onData).on("end", onEnd).on("close", onGone).on("error", ignore);
  // Whoever had it before may have paused it, until somebody would read it.
  req.resume();
  const timer = setTimeout(() => settle("timeout"), idle);
}

function ignore(): void {
  // A broken request closes as well; `close` tells of it.
}
