// The body of a request on node:http: read whole, with its limits, or as the stream of a Fetch `Request`.
import { AsyncResource } from "node:async_hooks";
import { fetchHeaders } from "../../serve/exchange/answer.ts";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { GatheredBody, pulled } from "../../shared/codec/byte-stream.ts";
import type { BodyFault } from "../../serve/exchange/exchange.ts";
import type { BodyBounds } from "../../serve/exchange/body-stream.ts";
import { linesOf } from "./request-head.ts";

/** Wraps a function so that it runs in the async context of this call. Node's callbacks run in that of the socket. */
function bound<Given>(run: (given: Given) => void): (given: Given) => void {
  // `AsyncResource.bind` takes more time than the rest of a small request.
  const context = new AsyncResource("bough.body");
  return (given) => context.runInAsyncScope(run, undefined, given);
}

/** The limits of a body, and its declared length. */
export interface NodeBodyBounds extends BodyBounds {
  /** `undefined` if the length is unknown, or describes other bytes than those read here. */
  readonly length?: number | undefined;
}

type Done = (body: Uint8Array | BodyFault) => void;

/** Reads a body and passes it, or the fault, to `done`, in the async context of the caller. */
export function readBody(req: Readable, bounds: NodeBodyBounds, done: Done): void {
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

function readChunks(req: Readable, { limit, idle }: BodyBounds, done: Done): void {
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

/** The parts of a `Request`. */
export interface NodeRequestOptions {
  /** The origin of its URL. */
  readonly origin: string;
  /** The raw path and query. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** `undefined` if there is no body, or it has been read. */
  readonly body: ReadableStream<Uint8Array> | undefined;
}

// Fetch does not allow these methods (Fetch, forbidden method).
const FORBIDDEN: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Makes the `Request`. A `Host` header or an absolute target never decides its origin. */
export function makeRequest(
  req: IncomingMessage,
  { origin, path, signal, body }: NodeRequestOptions,
): Request {
  const { method = "" } = req;
  const headers = fetchHeaders(linesOf(req));
  const forbidden = FORBIDDEN.has(method);
  const init: RequestInit = { method: forbidden ? "GET" : method, headers, signal };
  if (body !== undefined && method !== "GET" && method !== "HEAD" && !forbidden) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the streams of Node and of the DOM are the same objects under two types
    init.body = body as ReadableStream<Uint8Array<ArrayBuffer>>;
    Object.assign(init, { duplex: "half" });
  }
  const request = new Request(`${origin}/${path.replace(/^\//, "")}`, init);
  return forbidden ? Object.defineProperty(request, "method", { value: method }) : request;
}

export interface BodyReading {
  /** Called at the first read. */
  readonly begin: () => void;
  /** Whether the answer is complete. The rest of the body is then discarded. */
  readonly isAnswered: () => boolean;
}

/** Pauses a body that other listeners have started: chunks before the first pull would be lost. */
export function holdBody(req: Readable): void {
  if (req.readableFlowing) {
    req.pause();
  }
}

/** The body of a request as a Web stream that reads nothing before the first pull. */
export function bodyStream(
  req: Readable,
  { begin, isAnswered }: BodyReading,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Ends the current wait for a chunk.
  let leave: (() => void) | undefined;
  let isBegun = false;
  // Whether a chunk went to the drain after the answer. The rest must not look complete.
  let isCut = false;
  const miss = (): void => {
    isCut = true;
  };
  return pulled(
    () =>
      new Promise((resolve, reject) => {
        begin();
        req.off("data", miss);
        isCut ||= !isBegun && isAnswered() && req.readableDidRead;
        isBegun = true;
        const settle = (act: () => void): void => {
          leave = undefined;
          req.off("data", onData).off("end", onEnd).off("close", onClose).off("error", ignore);
          // After the answer, the drain reads at its own pace.
          if (!isAnswered()) {
            req.pause();
          }
          req.on("data", miss);
          act();
        };
        const onData = (chunk: Buffer<ArrayBuffer>): void =>
          settle(() => resolve(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
        const onEnd = (): void => settle(() => resolve(undefined));
        const onClose = (): void => settle(() => reject(new TypeError("the body was cut off")));
        if (req.readableEnded && !isCut) {
          resolve(undefined);
        } else if (isCut || req.destroyed) {
          reject(new TypeError("the body was cut off"));
        } else {
          req.on("data", onData).on("end", onEnd).on("close", onClose).on("error", ignore);
          req.resume();
          leave = onEnd;
        }
      }),
    // Later chunks have no reader.
    () => leave?.(),
  );
}

function ignore(): void {
  // A broken request emits `close` too.
}
