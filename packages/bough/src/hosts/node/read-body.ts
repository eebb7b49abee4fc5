// Reads the body of a request on node:http. It counts the bytes that arrive, has a deadline, and gives all of
// the body or a fault.
import type { IncomingMessage } from "node:http";
import { GatheredBody } from "../../codec/byte-buffer.ts";
import type { BodyFault } from "../../server/exchange/exchange.ts";
import type { BodyBounds } from "../../server/exchange/read-stream.ts";
import { bound } from "./bound.ts";

/** The limits of a body, and its declared length. */
export interface NodeBodyBounds extends BodyBounds {
  /** `undefined` if the length is unknown, or describes other bytes than those read here. */
  readonly length?: number | undefined;
}

type Done = (body: Uint8Array | BodyFault) => void;

/** Reads a body and passes it, or the fault, to `done`, in the async context of the caller. */
export function readBody(req: IncomingMessage, bounds: NodeBodyBounds, done: Done): void {
  const { length, limit } = bounds;
  if (length === undefined || length > limit || req.readableFlowing !== null) {
    readChunks(req, bounds, done);
    return;
  }
  // Most bodies arrive with their head. Node has all of it then, so it is read at once, without listeners and
  // without a deadline.
  process.nextTick(() => {
    if (req.readableLength === length && req.readableFlowing === null && !req.destroyed) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream without an encoding gives bytes, and they are complete
      const body = req.read() as Buffer;
      // Only the end of the message is left, which other listeners may wait for.
      req.resume();
      done(body);
    } else {
      readChunks(req, bounds, done);
    }
  });
}

function readChunks(req: IncomingMessage, { limit, idle }: BodyBounds, done: Done): void {
  if (req.readableEnded && !req.readableDidRead) {
    // Other code has read it, and it was empty.
    done(Buffer.alloc(0));
    return;
  }
  if (req.destroyed) {
    // The client left while a guard ran.
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
    // Nobody waits for the body after this, so ignore later errors.
    clearTimeout(timer);
    if (body === "too-large" || body === "timeout") {
      req.pause();
    }
    arrived(body);
  };
  req.on("data", onData).on("end", onEnd).on("close", onGone).on("error", ignore);
  // Earlier code may have paused it.
  req.resume();
  const timer = setTimeout(() => settle("timeout"), idle);
}

function ignore(): void {
  // A broken request emits `close` too.
}
