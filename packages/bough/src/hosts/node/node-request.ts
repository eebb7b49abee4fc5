// Makes the Fetch `Request` of a request on node:http. Its body reads the socket only on demand, and has one
// reader.
import type { IncomingMessage } from "node:http";
import { pulled } from "../../codec/byte-stream.ts";
import { linesOf } from "./raw-headers.ts";

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
  const lines = linesOf(req);
  const headers = new Headers();
  for (let index = 0; index < lines.length; index += 2) {
    headers.append(lines[index] ?? "", lines[index + 1] ?? "");
  }
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

/** How a body is read. */
export interface BodyReading {
  /** Called at the first read. */
  readonly begin: () => void;
  /** Whether the answer is complete. The rest of the body is then discarded. */
  readonly isAnswered: () => boolean;
}

/** Pauses a body that other listeners have started: chunks before the first pull would be lost. */
export function holdBody(req: IncomingMessage): void {
  if (req.readableFlowing) {
    req.pause();
  }
}

/** The body of a request as a Web stream that reads nothing before the first pull. */
export function bodyStream(
  req: IncomingMessage,
  { begin, isAnswered }: BodyReading,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Ends the current wait for a chunk.
  let leave: (() => void) | undefined;
  return pulled(
    () =>
      new Promise((resolve, reject) => {
        begin();
        const settle = (act: () => void): void => {
          leave = undefined;
          req.off("data", onData).off("end", onEnd).off("close", onClose).off("error", ignore);
          // After the answer, the drain reads at its own pace.
          if (!isAnswered()) {
            req.pause();
          }
          act();
        };
        const onData = (chunk: Buffer<ArrayBuffer>): void =>
          settle(() => resolve(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
        const onEnd = (): void => settle(() => resolve(undefined));
        const onClose = (): void => settle(() => reject(new TypeError("the body was cut off")));
        if (req.readableEnded && !(req.readableDidRead && isAnswered())) {
          resolve(undefined);
        } else if (req.readableEnded || req.destroyed) {
          // A discarded body must not look complete.
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
