// The Fetch `Request` of a request on node:http, for those who ask for one. Its body is
// read from the socket only when somebody reads it, and by one reader alone.
import type { IncomingMessage } from "node:http";
import { linesOf } from "./raw-headers.ts";

/** What a `Request` is made with. */
export interface NodeRequestOptions {
  /** The origin of its URL. */
  readonly origin: string;
  /** The raw path and query. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** `undefined` where there is none, or where it has been read. */
  readonly body: ReadableStream<Uint8Array> | undefined;
}

// Fetch knows no request with these methods (Fetch, forbidden method).
const FORBIDDEN: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Makes the `Request`; a `Host` header or an absolute target never decide its origin. */
export function makeRequest(
  req: IncomingMessage,
  { origin, path, signal, body }: NodeRequestOptions,
): Request {
  const { method = "" } = req;
  const lines = linesOf(req);
  const headers = new Headers();
  for (let index = 0; index < lines.length; index += 2) {
    headers.append(lines[index] ?? "", lines[index + 1] ?? "");
  }
  const forbidden = FORBIDDEN.has(method);
  const init: RequestInit = { method: forbidden ? "GET" : method, headers, signal };
  if (body !== undefined && method !== "GET" && method !== "HEAD" && !forbidden) {
    // Node's streams and the DOM's are the same thing under two types.
    init.body = body as ReadableStream<Uint8Array<ArrayBuffer>>;
    Object.assign(init, { duplex: "half" });
  }
  const request = new Request(`${origin}/${path.replace(/^\//, "")}`, init);
  return forbidden ? Object.defineProperty(request, "method", { value: method }) : request;
}

/** How a body is read. */
export interface BodyReading {
  /** Hears when somebody asks for it. */
  readonly begin: () => void;
  /** Whether the answer is whole: what is left of the body is then thrown away. */
  readonly isAnswered: () => boolean;
}

/** Stops a body that flows to who listens to it besides: what comes before the first pull would be lost. */
export function holdBody(req: IncomingMessage): void {
  if (req.readableFlowing) {
    req.pause();
  }
}

/** The body of a request as a Web stream that takes nothing before it is asked. */
export function bodyStream(
  req: IncomingMessage,
  { begin, isAnswered }: BodyReading,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Ends the wait for a chunk, while there is one.
  let leave: (() => void) | undefined;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) =>
        new Promise((resolve, reject) => {
          begin();
          const settle = (act: () => void): void => {
            leave = undefined;
            req.off("data", onData).off("end", onEnd).off("close", onClose).off("error", ignore);
            // Who drains what an answer has left sets a pace of its own.
            if (!isAnswered()) {
              req.pause();
            }
            act();
          };
          const onData = (chunk: Buffer<ArrayBuffer>): void =>
            settle(() => {
              controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
              resolve();
            });
          const onEnd = (): void =>
            settle(() => {
              controller.close();
              resolve();
            });
          const onClose = (): void => settle(() => reject(new TypeError("the body was cut off")));
          if (req.readableEnded && !(req.readableDidRead && isAnswered())) {
            controller.close();
            resolve();
          } else if (req.readableEnded || req.destroyed) {
            // One that was thrown away must not look like one that has come to its end.
            reject(new TypeError("the body was cut off"));
          } else {
            req.on("data", onData).on("end", onEnd).on("close", onClose).on("error", ignore);
            req.resume();
            leave = () => settle(resolve);
          }
        }),
      // What comes after this has nowhere to go.
      cancel: () => leave?.(),
    },
    { highWaterMark: 0 },
  );
}

function ignore(): void {
  // A broken request closes as well; `close` tells of it.
}
