// Writes the body of a response on node:http, after its head.
import { type IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { flushHead, type Written } from "./write-head.ts";
import type { Delivery } from "./delivery.ts";
import { connectionClosed, onClosed } from "./on-closed.ts";
import type { StallWatch } from "./stall-watch.ts";

// Ends an answer. Node's `end(text)` gives the socket two chunks, one of them empty, and a gathering write
// copies them. Writing the text before `end()` makes one plain write, which saves a tenth of the time of a
// small answer.

const write: unknown = Reflect.get(ServerResponse.prototype, "write");
const end = Reflect.get(ServerResponse.prototype, "end") as ServerResponse["end"];

/** Writes the content of an answer after its head, and ends it. */
export function endWith(res: ServerResponse, { content, encoding }: Written): void {
  const { socket } = res;
  // If middleware replaced `write` or `end`, pass everything to `end`, so that it sees the whole content. TLS
  // and other runtimes gain nothing from the plain write.
  const plain = socket?.constructor === Socket && res.write === write && res.end === end;
  if (!plain || typeof content !== "string") {
    res.end(content, encoding);
    return;
  }
  // Without cork, Node would delay the first write until the next tick.
  socket.cork();
  res.write(content, encoding);
  socket.uncork();
  res.end();
}

/** Makes the next `end(text)` of an answer do the same, for a framework that ends the answer itself. */
export function endPlainly(res: ServerResponse): void {
  if (res.end === end) {
    res.end = plainEnd;
  }
}

function plainEnd(
  this: ServerResponse,
  content?: unknown,
  encoding?: unknown,
  done?: unknown,
): ServerResponse {
  // Deleting the property would make each later access slow.
  this.end = end;
  if (typeof content !== "string" || encoding || done) {
    return Reflect.apply(end, this, [content, encoding, done]);
  }
  const isAscii = Buffer.byteLength(content) === content.length;
  endWith(this, { content, encoding: isAscii ? "latin1" : "utf8" });
  return this;
}

// Compressing middleware buffers content, and adds `flush` to the response. Without a flush, the reader of an
// event would wait for the next events.

/**
 * Returns a function that makes middleware send what it has buffered. Several writes in one tick are
 * flushed once.
 */
function flusherOf(res: ServerResponse): () => void {
  // Node's own `flush` is a deprecated alias of `flushHeaders`.
  if (!Object.hasOwn(res, "flush")) {
    return () => undefined;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Express adds the method, which Node's type does not have
  const held = res as ServerResponse & { readonly flush: () => void };
  let awaits = false;
  return () => {
    if (!awaits) {
      awaits = true;
      setImmediate(() => {
        awaits = false;
        if (!held.destroyed && !held.writableEnded) {
          held.flush();
        }
      });
    }
  };
}

// Answers a request whose body is still arriving. Ending the connection at once would reset it, and a client
// that reads only after writing would lose the answer. So the answer is written, a bounded rest of the body is
// drained, and then the socket ends.

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

// Writes the body of an answer at the pace of its reader. If the body breaks, the connection ends: a truncated
// answer must never look complete.

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
