// Writes the body of a response on node:http, after its head, and watches whether the client reads it.
import { ServerResponse, type IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { flushHead, type Written } from "./write-head.ts";
import type { Delivery } from "./delivery.ts";
import { connectionClosed, onClosed } from "./on-closed.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import { LONGEST_TIMER } from "../../shared/internal/later.ts";

// Ends an answer. Node's `end(text)` gives the socket two chunks, one of them empty, and a gathering write copies them.
// Writing the text before `end()` makes one plain write, which saves a tenth of the time of a small answer.

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

/** Returns a function that makes middleware send what it has buffered. Several writes in one tick are flushed once. */
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

// One listener for all answers: compressing middleware moves it to its own stream, from which nothing removes it.
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

// Ends the connection of a client that stops reading its answer. The clock runs only while bytes wait. Node reports
// only whole writes, and a slow reader may take long for a large one, so the count of taken bytes comes from the
// socket's handle. The kernel updates it in steps of a third of its send buffer, on Linux at most 1.6 MB.

// How often a waiting answer is checked within the allowed time.
const LOOKS = 4;

/** The watch over one answer. */
export class StallWatch {
  readonly #res: ServerResponse;
  readonly #stall: number;
  readonly #stalled: () => void;
  #timer: NodeJS.Timeout | undefined;
  #taken = 0;
  #since = 0;

  /** `stall` is in milliseconds. `stalled` is called before the connection ends. */
  constructor(res: ServerResponse, stall: number, stalled: () => void = () => undefined) {
    this.#res = res;
    this.#stall = stall;
    this.#stalled = stalled;
  }

  /** Starts the clock if bytes wait. Call it after each write. */
  look(): void {
    if (this.#timer === undefined && this.#stall !== Infinity && waits(this.#res)) {
      this.#restart(takenFrom(this.#res.socket) ?? 0);
      const pause = Math.min(this.#stall / LOOKS, LONGEST_TIMER);
      this.#timer = setInterval(() => this.#check(), pause).unref();
    }
  }

  #restart(taken: number): void {
    this.#taken = taken;
    this.#since = performance.now();
  }

  #check(): void {
    const { socket } = this.#res;
    if (!waits(this.#res)) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const taken = takenFrom(socket);
    // An answer without a socket waits for earlier ones.
    if (socket === null || taken === undefined || taken !== this.#taken) {
      this.#restart(taken ?? 0);
    } else if (performance.now() - this.#since >= this.#stall) {
      clearInterval(this.#timer);
      this.#stalled();
      // A regular end would keep the bytes for as long as the client likes.
      socket.resetAndDestroy();
    }
  }
}

/** Whether bytes of an answer are still unsent. */
export function waits(res: ServerResponse): boolean {
  if (res.closed || res.destroyed || res.writableFinished) {
    return false;
  }
  // A pipelined answer gets its socket when the earlier ones are done.
  return res.socket === null || res.socket.writableLength > 0;
}

/** The bytes that a client has taken from a socket so far; `undefined` if unknown. */
function takenFrom(socket: Socket | null): number | undefined {
  const handle: unknown = socket && Reflect.get(socket, "_handle");
  const { bytesWritten, writeQueueSize } = fieldsOf(handle);
  return typeof bytesWritten === "number" && typeof writeQueueSize === "number"
    ? bytesWritten - writeQueueSize
    : undefined;
}
