// The node:http edge: works on `IncomingMessage` and `ServerResponse` directly. No
// Fetch `Request`, no signal and no header object is made unless somebody reads one.
import type { IncomingMessage, ServerResponse } from "node:http";
import { pathOfUrl } from "../../http/request-target.ts";
import { isNullBodyStatus } from "../../http/status.ts";
import { valueIn } from "../../server/exchange/answer.ts";
import type { Answer } from "../../server/exchange/answer.ts";
import { unread } from "../../server/exchange/exchange.ts";
import type {
  BodyFault,
  Delivered,
  Exchange,
  Notes,
  OpenBounds,
} from "../../server/exchange/exchange.ts";
import { openStream } from "../../server/exchange/open-stream.ts";
import { readStream } from "../../server/exchange/read-stream.ts";
import { answerSignal } from "./answer-signal.ts";
import { Delivery } from "./delivery.ts";
import { ENDED } from "./ended.ts";
import { endWith } from "./end-with.ts";
import { bodyStream, holdBody, makeRequest } from "./node-request.ts";
import { headFault } from "./head-fault.ts";
import { headerIn, linesOf } from "./raw-headers.ts";
import type { Rejection } from "../../server/exchange/rejection.ts";
import type { Arrival, NodeRules } from "./node-rules.ts";
import { readBody } from "./read-body.ts";
import { readHead } from "./request-head.ts";
import { StallWatch, waits } from "./stall-watch.ts";
import { drain, writeEarly } from "./write-early.ts";
import { writeHead, writtenOf } from "./write-head.ts";
import { writeStream } from "./write-stream.ts";

// A body this small is left to Node to drain: closing the connection would cost its
// client more than it costs to read on.
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
  // Who has the body: nobody yet, a reader, one that has all of it, or one that gave up on it.
  #reading: "no" | "yes" | "whole" | "given-up" = "no";
  // Whether its reader takes it at a pace of its own, and may not have come to its end.
  #opened = false;
  /** Whether the answer is handed over: its connection may then close. */
  protected answered = false;
  protected delivery: Delivery | undefined = undefined;

  constructor(req: IncomingMessage, res: ServerResponse, rules: NodeRules, arrival: Arrival) {
    this.#req = req;
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
      // Lines that are lost may tell of a body; with an empty coding Node goes by the length.
      if (isCut || this.fault === undefined) {
        this.contentLength = undefined;
      }
    }
    if (req.httpVersion !== "1.0") {
      // From HTTP/1.1 on a request without `Host` is a fault (RFC 9112 3.2).
      this.authority ??= "";
    }
  }

  header(name: string): string | undefined {
    return headerIn(linesOf(this.#req), name);
  }

  request(): Request {
    if (this.#request === undefined) {
      if (this.#reading === "no" && this.contentLength !== 0 && !this.#req.readableDidRead) {
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

  readBody(limit: number, idle: number, done: (body: Uint8Array | BodyFault) => void): void {
    if (this.contentLength === 0) {
      done(new Uint8Array());
      return;
    }
    const arrived = (body: Uint8Array | BodyFault): void => {
      // What is too large or late is still being written by its client.
      this.#reading = typeof body === "string" ? "given-up" : "whole";
      done(body);
    };
    if (this.#request?.bodyUsed) {
      done("taken");
    } else if (this.#request?.body) {
      readStream(this.#request.body, { limit, idle }, arrived);
    } else {
      this.#wantBody();
      readBody(this.#req, { limit, idle, length: this.contentLength }, arrived);
    }
  }

  openBody({ broken, ...bounds }: OpenBounds): ReadableStream<Uint8Array> {
    const source = this.#request?.body ?? this.#bodyStream();
    this.#opened = true;
    holdBody(this.#req);
    return openStream(source, { ...bounds, taken: this.#request?.bodyUsed }, broken);
  }

  #bodyStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return bodyStream(this.#req, {
      begin: () => this.#wantBody(),
      isAnswered: () => this.answered || this.#res.writableEnded,
    });
  }

  // Whoever waits for `100 Continue` is told to go on when the body is first wanted.
  #wantBody(): void {
    if (this.#reading === "no") {
      this.#reading = "yes";
      if (this.#arrival.expectsContinue && !this.#res.headersSent) {
        this.#res.writeContinue();
      }
    }
  }

  watch(ended: (delivered: Delivered) => void): void {
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
    // Code around the routes, a timeout of the project's, may have begun an answer of its own.
    if (res.headersSent || res.destroyed) {
      return;
    }
    const content = streams || isNullBodyStatus(status) ? undefined : body;
    const length = content === undefined ? 0 : Buffer.byteLength(content);
    const head = [...headers];
    // A 205 has no content either, but its length has to be told (RFC 9110 15.3.6).
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

  // Where the host owns the socket, it is the host's to end.
  #watch(): StallWatch {
    const { stall } = this.#rules;
    return new StallWatch(this.#res, stall === undefined ? Infinity : (this.stall ?? stall), () =>
      this.#interrupt("stalled"),
    );
  }

  #interrupt(outcome: Delivery["interrupted"]): void {
    if (this.delivery !== undefined) {
      this.delivery.interrupted = outcome;
    }
  }

  #writeHead(status: number, headers: readonly string[], body?: ReadableStream<Uint8Array>): void {
    try {
      writeHead(this.#res, status, headers, body);
    } catch (error) {
      this.#interrupt("broken");
      throw error;
    }
  }

  /** Sends a stream; `false` where nothing of it may be sent, and it has been given up. */
  #sendStream(
    status: number,
    headers: readonly string[],
    body: ReadableStream<Uint8Array>,
  ): boolean {
    const res = this.#res;
    // A pipelined request's response does not know that its connection has closed.
    const gone = res.headersSent || res.destroyed || this.#req.socket.destroyed;
    if (gone || this.method === "HEAD" || isNullBodyStatus(status)) {
      this.giveUp(body);
      return false;
    }
    if (this.#opened || this.#body?.locked) {
      // What is sent may be made of it, and behind the head it is too late to say so.
      this.#wantBody();
    }
    const last = this.#rules.isLast(this.#req, this.#arrival.place);
    this.#writeHead(status, last ? [...headers, "connection", "close"] : headers, body);
    const { delivery } = this;
    writeStream({ req: this.#req, res, watch: this.#watch(), delivery }, body, (whole) => {
      this.answered = whole;
      if (whole && this.leavesBody()) {
        // The head is gone: all that is left is to let its client finish, or to end.
        drain(this.#req, this.#rules.drainBytes, () => {
          // One that has come to its end leaves a connection that may be used again.
          if (!this.#req.complete) {
            this.#req.socket.destroySoon();
          }
        });
      }
    });
    return true;
  }

  /** Ends a stream that nobody reads; who waits for what comes next waits with the signal. */
  protected giveUp(body: ReadableStream<Uint8Array>): void {
    const reason = unread();
    this.#signalled().abort(reason);
    body.cancel(reason).catch(() => undefined);
  }

  // A body that nobody has read to its end: its client may be writing still, and would
  // lose an answer that is followed by a reset.
  protected leavesBody(): boolean {
    // A request that is injected knows of no `complete`.
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
