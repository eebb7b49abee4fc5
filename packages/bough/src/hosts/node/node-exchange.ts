// The node:http edge. It works on `IncomingMessage` and `ServerResponse` directly, and makes a Fetch
// `Request`, a signal or a header object only when code reads one.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pathOfUrl } from "../../shared/http/request-target.ts";
import { isNullBodyStatus } from "../../shared/http/status.ts";
import { valueIn, type Answer } from "../../serve/exchange/answer.ts";
import {
  unread,
  type BodyReceiver,
  type Connection,
  type Ending,
  type Exchange,
  type Notes,
  type OpenBounds,
} from "../../serve/exchange/exchange.ts";
import { openStream, readStream } from "../../serve/exchange/body-stream.ts";
import { answerSignal } from "./on-closed.ts";
import {
  clientCertificate,
  connectionOf,
  ENDED,
  headerIn,
  headFault,
  linesOf,
  readHead,
} from "./request-head.ts";
import { Delivery } from "./delivery.ts";
import { drain, endWith, writeEarly, writeStream, StallWatch, waits } from "./write-body.ts";
import { bodyStream, holdBody, makeRequest, readBody } from "./request-body.ts";
import type { Rejection } from "../../serve/exchange/rejection.ts";
import type { Arrival, NodeRules } from "./node-rules.ts";
import { writeHead, writtenOf } from "./write-head.ts";

// Node drains a rest of this size: closing the connection would cost the client more.
const SMALL_BODY = 65_536;

/** One request and its answer on node:http. */
export class NodeExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly host: unknown = undefined;
  readonly mount?: string;
  authority: string | undefined = undefined;
  accept: string | undefined = undefined;
  contentType: string | undefined = undefined;
  contentEncoding: string | undefined = undefined;
  contentLength: number | undefined = 0;
  authorized = false;
  fault: Rejection | undefined = undefined;
  stall: number | undefined = undefined;
  notes: Notes | undefined = undefined;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #rules: NodeRules;
  readonly #arrival: Arrival;
  #controller: AbortController | undefined;
  #request: Request | undefined;
  #body: ReadableStream<Uint8Array> | undefined;
  // The owner of the body: nobody yet, a reader, a reader that has all of it, or a reader that stopped early.
  #reading: "no" | "yes" | "whole" | "given-up" = "no";
  // Whether the handler reads the body at its own pace, and may not be at the end.
  #opened = false;
  /** Whether the answer is complete. The connection may close then. */
  protected answered = false;
  protected delivery: Delivery | undefined = undefined;
  /** The body. A hook of the host may have replaced it. */
  protected source: Readable;

  constructor(req: IncomingMessage, res: ServerResponse, rules: NodeRules, arrival: Arrival) {
    this.#req = req;
    this.source = req;
    this.#res = res;
    this.#rules = rules;
    this.#arrival = arrival;
    this.method = req.method ?? "";
    this.target = req.url ?? "";
    const lines = linesOf(req);
    const isCoded = readHead(lines, this);
    const isCut = lines.length >= rules.cutHead;
    if (isCoded || isCut) {
      this.fault = headFault(req, lines, rules.cutHead);
      // Dropped lines may describe a body. With an empty transfer coding, Node uses the length.
      if (isCut || this.fault === undefined) {
        this.contentLength = undefined;
      }
    }
    if (req.httpVersion !== "1.0") {
      // HTTP/1.1 requires `Host` (RFC 9112 3.2).
      this.authority ??= "";
    }
  }

  header(name: string): string | undefined {
    return headerIn(linesOf(this.#req), name);
  }

  connection(): Connection {
    return connectionOf(this.#req);
  }

  certificate(): unknown {
    return clientCertificate(this.#req.socket);
  }

  request(): Request {
    if (this.#request === undefined) {
      if (this.#reading === "no" && this.contentLength !== 0 && !this.source.readableDidRead) {
        this.#body = this.#bodyStream();
      }
      this.#request = makeRequest(this.#req, {
        origin: this.#rules.origin,
        path: (this.mount ?? "") + pathOfUrl(this.target),
        signal: this.signal(),
        body: this.#body,
      });
    }
    return this.#request;
  }

  signal(): AbortSignal {
    return this.#signalled().signal;
  }

  #signalled(): AbortController {
    return (this.#controller ??= answerSignal(this.#req, this.#res, () => this.answered));
  }

  readBody(limit: number, idle: number, done: BodyReceiver): void {
    if (this.contentLength === 0) {
      done(new Uint8Array());
      return;
    }
    const arrived: BodyReceiver = (body) => {
      // The client is still sending a body that is too large or too late.
      this.#reading = typeof body === "string" ? "given-up" : "whole";
      done(body);
    };
    if (this.#request?.bodyUsed) {
      done("taken");
    } else if (this.#request?.body) {
      readStream(this.#request.body, { limit, idle }, arrived);
    } else {
      this.#wantBody();
      readBody(this.source, { limit, idle, length: this.contentLength }, arrived);
    }
  }

  openBody({ broken, ...bounds }: OpenBounds): ReadableStream<Uint8Array> {
    const source = this.#request?.body ?? this.#bodyStream();
    this.#opened = true;
    holdBody(this.source);
    return openStream(source, { ...bounds, taken: this.#request?.bodyUsed }, broken);
  }

  #bodyStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return bodyStream(this.source, {
      begin: () => this.#wantBody(),
      isAnswered: () => this.answered || this.#res.writableEnded,
    });
  }

  // A client that waits for `100 Continue` gets it when the body is first read.
  #wantBody(): void {
    if (this.#reading === "no") {
      this.#reading = "yes";
      if (this.#arrival.expectsContinue && !this.#res.headersSent) {
        this.#res.writeContinue();
      }
    }
  }

  watch(ended: (delivered: Ending) => void): void {
    this.delivery = new Delivery(this.#req, this.#res);
    this.delivery.watch(ended);
  }

  send({ status, headers, body, resumable }: Answer): void {
    const res = this.#res;
    const streams = body instanceof ReadableStream;
    if (streams && this.#sendStream(status, headers, body)) {
      if (resumable) {
        this.#rules.opened(res, resumable);
      }
      return;
    }
    this.answered = true;
    // Code around the routes, such as a timeout, may have started an answer.
    if (res.headersSent || res.destroyed) {
      return;
    }
    const content = streams || isNullBodyStatus(status) ? undefined : body;
    const length = content === undefined ? 0 : Buffer.byteLength(content);
    const head = [...headers];
    // A 205 has no content either, but must have a length (RFC 9110 15.3.6).
    if (status !== 204 && status !== 304 && !streams) {
      head.push("content-length", String(length));
    }
    const early = this.leavesBody();
    if (
      (early || this.#rules.isLast(this.#req, this.#arrival.place)) &&
      valueIn(headers, "connection") === undefined
    ) {
      head.push("connection", "close");
    }
    this.#writeHead(status, head);
    const written = writtenOf(headers, this.method === "HEAD" ? undefined : content, length);
    this.delivery?.wrote(written.content === undefined ? 0 : length);
    if (early) {
      ENDED.add(this.#req.socket);
      writeEarly(this.#req, res, written, this.#rules.drainBytes);
    } else {
      endWith(res, written);
    }
    if (this.#rules.stall !== undefined && waits(res)) {
      this.#watch().look();
    }
  }

  // If the host owns the socket, the host ends it.
  #watch(): StallWatch {
    const { stall } = this.#rules;
    return new StallWatch(this.#res, stall === undefined ? Infinity : (this.stall ?? stall), () =>
      this.interrupt("stalled"),
    );
  }

  protected interrupt(outcome: Delivery["interrupted"]): void {
    if (this.delivery !== undefined) {
      this.delivery.interrupted = outcome;
    }
  }

  #writeHead(status: number, headers: readonly string[], body?: ReadableStream<Uint8Array>): void {
    try {
      writeHead(this.#res, status, headers, body);
    } catch (error) {
      this.interrupt("broken");
      throw error;
    }
  }

  /** Sends a stream. Returns `false` after cancelling it, if no content may be sent. */
  #sendStream(
    status: number,
    headers: readonly string[],
    body: ReadableStream<Uint8Array>,
  ): boolean {
    const res = this.#res;
    // The response of a pipelined request does not notice that its connection closed.
    const gone = res.headersSent || res.destroyed || this.#req.socket.destroyed;
    if (gone || this.method === "HEAD" || isNullBodyStatus(status)) {
      this.giveUp(body);
      return false;
    }
    if (this.#opened || this.#body?.locked) {
      // Reading the stream may need the body, and after the head it is too late for an error.
      this.#wantBody();
    }
    const last = this.#rules.isLast(this.#req, this.#arrival.place);
    this.#writeHead(status, last ? [...headers, "connection", "close"] : headers, body);
    const { delivery } = this;
    const target = { req: this.#req, res, watch: this.#watch(), delivery };
    writeStream(target, body, (whole) => this.streamed(whole));
    return true;
  }

  /** Ends the answer after a stream. The head is sent: either the client finishes its body, or the connection ends. */
  protected streamed(isWhole: boolean): void {
    this.answered = isWhole;
    if (isWhole && this.leavesBody()) {
      drain(this.#req, this.#rules.drainBytes, () => {
        // After a complete stream the connection can be reused.
        if (!this.#req.complete && !this.#req.readableEnded) {
          this.#req.socket.destroySoon();
        }
      });
    }
  }

  /** Cancels a stream that is not sent. The signal ends a generator that waits for its next item. */
  protected giveUp(body: ReadableStream<Uint8Array>): void {
    const reason = unread();
    this.#signalled().abort(reason);
    body.cancel(reason).catch(() => undefined);
  }

  // Nobody has read the body to its end. The client may still be writing, and a reset would destroy the answer
  // before it reads it.
  protected leavesBody(): boolean {
    // An injected request has no `complete`.
    const ended = this.#req.complete || this.#req.readableEnded;
    if (this.contentLength === 0 || this.#reading === "whole" || ended) {
      return false;
    }
    return (
      this.#reading === "given-up" ||
      this.#opened ||
      this.#arrival.expectsContinue ||
      this.contentLength === undefined ||
      this.contentLength > SMALL_BODY
    );
  }
}
