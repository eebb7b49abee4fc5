// The Fetch edge: from a `Request` to a `Response`. It serves every runtime whose server is a fetch function,
// and clients in the same process.
import { targetOfUrl } from "../../shared/http/request-target.ts";
import { isNullBodyStatus } from "../../shared/http/status.ts";
import { relayed, type RelayEnd, type ReadStep } from "../../shared/codec/byte-stream.ts";
import { fetchHeaders, valueIn, type Answer, type Content } from "./answer.ts";
import {
  unread,
  type BodyFault,
  type Connection,
  type Ending,
  type Exchange,
  type Notes,
  type OpenBounds,
  type Outcome,
} from "./exchange.ts";
import { openStream, readStream, type BodySource } from "./body-stream.ts";

/** A Fetch `Request` as an exchange. */
export class FetchExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly context: object | undefined;
  notes: Notes | undefined = undefined;
  readonly #request: Request;
  #headers: Headers | undefined;
  readonly #resolve: (response: Response) => void;
  #signal: AbortController | undefined;
  #handedOver = false;
  /** Whether the platform has refused a `Response`. */
  #refused = false;
  /** Whether the answer is complete. */
  #answered = false;
  #ended: ((delivered: Ending) => void) | undefined;
  #status: number | undefined;
  #bytes = 0;

  constructor(
    request: Request,
    context: object | undefined,
    resolve: (response: Response) => void,
    target: string = targetOfUrl(request.url),
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.method = request.method;
    this.target = target;
    this.context = context;
  }

  get host(): unknown {
    return undefined;
  }

  get authority(): string | undefined {
    return this.header("host");
  }

  get accept(): string | undefined {
    return this.header("accept");
  }

  get contentType(): string | undefined {
    return this.header("content-type");
  }

  get contentEncoding(): string | undefined {
    return this.header("content-encoding");
  }

  get contentLength(): number | undefined {
    if (this.#request.body === null) {
      return 0;
    }
    // The declared length is only a hint: the bytes are counted as they arrive.
    const declared = this.header("content-length");
    return declared !== undefined && /^\d{1,15}$/.test(declared) && declared !== "0"
      ? Number(declared)
      : undefined;
  }

  get authorized(): boolean {
    return this.header("authorization") !== undefined;
  }

  header(name: string): string | undefined {
    this.#headers ??= this.#request.headers;
    return this.#headers.get(name) ?? undefined;
  }

  connection(): Connection {
    const { protocol, host } = new URL(this.#request.url, "http://localhost");
    const scheme = protocol === "https:" ? "https" : "http";
    return { scheme, authority: host, httpVersion: undefined };
  }

  request(): Request {
    return this.#request;
  }

  /** Aborts when the client has left. On some runtimes it also aborts after the answer. */
  protected get left(): AbortSignal {
    return this.#request.signal;
  }

  /** Aborts when nobody can get an answer any more. */
  protected get gone(): AbortSignal {
    return this.left;
  }

  signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController();
      const given = this.left;
      // Some runtimes also abort the request's signal after a success. Ignore that.
      const forward = (): void => {
        if (!this.#answered) {
          controller.abort(given.reason);
        }
      };
      if (given.aborted) {
        forward();
      } else {
        given.addEventListener("abort", forward, { once: true });
      }
      this.#signal = controller;
    }
    return this.#signal.signal;
  }

  /** The source of the body; `null` without a body. */
  protected bodySource(): BodySource | null {
    return this.#request.body;
  }

  readBody(limit: number, idle: number, done: (body: Uint8Array | BodyFault) => void): void {
    const { bodyUsed } = this.#request;
    const body = this.bodySource();
    if (body === null) {
      done(new Uint8Array());
    } else if (bodyUsed) {
      done("taken");
    } else {
      readStream(body, { limit, idle }, done);
    }
  }

  openBody({ broken, ...bounds }: OpenBounds): ReadableStream<Uint8Array> {
    const { bodyUsed } = this.#request;
    const source = this.bodySource() ?? new Blob([]).stream();
    return openStream(source, { ...bounds, taken: bodyUsed }, broken);
  }

  watch(ended: (delivered: Ending) => void): void {
    this.#ended = ended;
    const { gone } = this;
    if (gone.aborted) {
      this.#end("left");
    } else {
      gone.addEventListener("abort", () => this.#end("left"), { once: true });
    }
  }

  /** Reports how the answer ended. Only the first call counts. */
  protected ended(delivered: Ending): void {
    const ended = this.#ended;
    this.#ended = undefined;
    ended?.(delivered);
  }

  #end(outcome: Outcome): void {
    this.ended({ status: this.#status, bytes: this.#bytes, outcome });
  }

  get unsent(): boolean {
    return !this.#handedOver;
  }

  send(answer: Answer): void {
    if (this.#handedOver) {
      return;
    }
    this.#handedOver = true;
    this.#status = answer.status;
    const { status, headers, body } = answer;
    const empty = this.method === "HEAD" || isNullBodyStatus(status);
    if (body instanceof ReadableStream) {
      const watched = this.#watched(body, empty);
      const content = watched === null ? null : sizedStream(watched, headers);
      this.#respond({ status, headers, content, length: undefined });
      if (watched === null) {
        this.#end("answered");
      }
      return;
    }
    this.#answered = true;
    // A 205 has no content either, but must have a length (RFC 9110 15.3.6).
    const whole = isNullBodyStatus(status) || body === undefined ? undefined : measured(body);
    // Without content, a handler may give the length that the content would have.
    const told = whole === undefined && valueIn(headers, "content-length") !== undefined;
    const length = told || status === 204 || status === 304 ? undefined : (whole?.length ?? 0);
    this.#respond({ status, headers, content: empty ? null : (whole?.content ?? null), length });
    this.#bytes = empty ? 0 : (whole?.length ?? 0);
    this.#end("answered");
  }

  // If the platform refuses a `Response`, the sender gets the error and may send another answer once.
  #respond(written: Written): void {
    try {
      this.respond(written);
    } catch (error) {
      this.#handedOver = this.#refused;
      this.#refused = true;
      throw error;
    }
  }

  /** Makes the `Response`. */
  protected respond(written: Written): void {
    this.#resolve(responseOf(written));
  }

  /** A stream that reports its end; `null` for a stream whose content is not sent. */
  #watched(body: ReadableStream<Uint8Array>, empty: boolean): ReadableStream<Uint8Array> | null {
    if (empty) {
      const reason = unread();
      this.#leave(reason);
      body.cancel(reason).catch(() => undefined);
      return null;
    }
    const reader = body.getReader();
    const read = async (): Promise<ReadStep> => reader.read();
    // Nobody waits for the cleanup of the source.
    const cancel = async (reason: unknown): Promise<void> => {
      reader.cancel(reason).catch(() => undefined);
    };
    return relayed(
      { read, cancel },
      {
        // An abort breaks the stream with the signal's reason (Fetch 5.6).
        signal: this.left,
        chunk: (chunk) => {
          this.#bytes += chunk.byteLength;
          return chunk;
        },
        over: (how, reason) => this.#over(how, reason),
      },
    );
  }

  #over(how: RelayEnd, reason: unknown): void {
    if (how === "whole") {
      this.#answered = true;
      this.#end("answered");
    } else if (how === "broken") {
      this.#end("broken");
    } else {
      this.#end("left");
      if (how === "left") {
        this.#leave(reason ?? new DOMException("the reader has left", "AbortError"));
      }
    }
  }

  // As if the connection were lost.
  #leave(reason: unknown): void {
    this.signal();
    this.#signal?.abort(reason);
  }
}

/** The parts of a `Response`. */
export interface Written {
  readonly status: number;
  /** Names and values in turn. A name may occur several times. */
  readonly headers: readonly string[];
  readonly content: Content | ReadableStream<Uint8Array> | null;
  /** The length of the content in bytes, even for HEAD; `undefined` if it is not sent. */
  readonly length: number | undefined;
}

/** Makes a `Response`. */
export function responseOf({ status, headers, content, length }: Written): Response {
  return new Response(bodyInit(content), { status, headers: headersInit(headers, length) });
}

// Platforms read a plain object fastest, but it cannot have a name twice.
function headersInit(headers: readonly string[], length: number | undefined): HeadersInit {
  const record: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? "").toLowerCase();
    // Nor can it have a name that every object inherits.
    if (name in record) {
      return allLines(headers, length);
    }
    record[name] = headers[index + 1] ?? "";
  }
  if (length !== undefined) {
    record["content-length"] = String(length);
  }
  return record;
}

function allLines(headers: readonly string[], length: number | undefined): Headers {
  const lines = fetchHeaders(headers);
  if (length !== undefined) {
    lines.set("content-length", String(length));
  }
  return lines;
}

/** Content of a `Response`; `null` without content. */
export type WrittenContent =
  | string
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array<ArrayBuffer>>
  | null;

/** Content in a form that platforms accept. */
export function bodyInit(content: Written["content"]): WrittenContent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a stream in the DOM names the memory of its chunks
  return content instanceof Uint8Array ? ownBytes(content) : (content as WrittenContent);
}

const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();
// A buffer to measure short text: at most three bytes for a code unit.
const scratch: Uint8Array = /* @__PURE__ */ new Uint8Array(16_384);

/**
 * Measures content. Text is UTF-8: short text is only measured, because the platform encodes it when it writes it, and
 * long text is encoded once, for both.
 */
export function measured(content: Content): { readonly content: Content; readonly length: number } {
  if (typeof content !== "string") {
    return { content, length: content.byteLength };
  }
  if (content.length * 3 <= scratch.length) {
    return { content, length: utf8.encodeInto(content, scratch).written };
  }
  const bytes = utf8.encode(content);
  return { content: bytes, length: bytes.byteLength };
}

/** The same content as bytes. */
export function encodedContent<Other>(content: Content | Other): Uint8Array | Other {
  return typeof content === "string" ? utf8.encode(content) : content;
}

interface FixedLength {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

// Only Workers have it. They remove `Content-Length` and send chunks, unless the stream was made with a fixed length.
declare const FixedLengthStream: (new (length: number) => FixedLength) | undefined;

/** The same stream with the length in its headers (names and values in turn). */
export function sizedStream(
  stream: ReadableStream<Uint8Array>,
  headers: readonly string[],
): ReadableStream<Uint8Array> {
  const length = valueIn(headers, "content-length");
  if (typeof FixedLengthStream === "undefined" || length === undefined) {
    return stream;
  }
  const { readable, writable } = new FixedLengthStream(Number(length));
  // The reader of the stream gets the error.
  stream.pipeTo(writable).catch(() => undefined);
  return readable;
}

/** The bytes, copied if their memory is shared, which platforms refuse, or resizable, which many refuse. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return isFixed(bytes) ? bytes : new Uint8Array(bytes);
}

function isFixed(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  // The type library of the oldest runtime does not have `resizable`.
  return buffer instanceof ArrayBuffer && !("resizable" in buffer && buffer.resizable === true);
}
