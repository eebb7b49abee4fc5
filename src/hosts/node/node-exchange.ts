// The node:http edge: works on `IncomingMessage` and `ServerResponse` directly. No
// Fetch `Request`, no signal and no header object is made unless somebody reads one.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { isNullBodyStatus } from "../../http/status.ts";
import type { Answer } from "../../server/answer.ts";
import type { BodyFault, Exchange } from "../../server/exchange.ts";
import { readBody } from "./read-body.ts";
import { writeEarly } from "./write-early.ts";

/** What an edge of node:http decides for all its requests. */
export interface NodeRules {
  /** The origin of `call.request.url`; a `Host` header never decides it. */
  readonly origin: string;
  /** Bytes that are drained of a body nobody reads, before the connection ends. */
  readonly drainBytes: number;
  /** Whether the server is closing: answers then say so. */
  readonly closing: () => boolean;
}

// A body this small is left to Node to drain: closing the connection would cost its
// client more than it costs to read on.
const SMALL_BODY = 65_536;

/** One request and its answer on node:http. */
export class NodeExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly host: unknown;
  authority: string | undefined = "";
  accept: string | undefined = undefined;
  contentType: string | undefined = undefined;
  contentEncoding: string | undefined = undefined;
  contentLength: number | undefined = 0;
  authorized = false;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #rules: NodeRules;
  readonly #expectsContinue: boolean;
  #controller: AbortController | undefined;
  #request: Request | undefined;
  #read = false;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    rules: NodeRules,
    expectsContinue: boolean,
  ) {
    this.#req = req;
    this.#res = res;
    this.#rules = rules;
    this.#expectsContinue = expectsContinue;
    this.method = req.method ?? "";
    this.target = req.url ?? "";
    this.host = undefined;
    this.#readHead(req.rawHeaders);
  }

  // One pass over the raw lines: `headers` would be built for all of them, and would
  // hide that a line stands twice.
  #readHead(raw: readonly string[]): void {
    for (let index = 0; index < raw.length; index += 2) {
      const name = raw[index] ?? "";
      switch (name.length) {
        case 4:
          if (isNamed(name, "host")) {
            this.authority = this.authority === "" ? (raw[index + 1] ?? "") : `${this.authority},`;
          }
          break;
        case 6:
          if (isNamed(name, "accept")) {
            this.accept = join(this.accept, raw[index + 1]);
          }
          break;
        case 12:
          if (isNamed(name, "content-type")) {
            this.contentType = join(this.contentType, raw[index + 1]);
          }
          break;
        case 13:
          this.authorized ||= isNamed(name, "authorization");
          break;
        case 14:
          if (isNamed(name, "content-length")) {
            this.contentLength = Number(raw[index + 1]);
          }
          break;
        case 16:
          if (isNamed(name, "content-encoding")) {
            this.contentEncoding = join(this.contentEncoding, raw[index + 1]);
          }
          break;
        case 17:
          if (isNamed(name, "transfer-encoding")) {
            this.contentLength = undefined;
          }
          break;
        default:
      }
    }
  }

  header(name: string): string | undefined {
    const value = this.#req.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  request(): Request {
    return (this.#request ??= this.#makeRequest());
  }

  signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const res = this.#res;
      if (res.closed || res.destroyed) {
        controller.abort(gone());
      } else {
        res.once("close", () => {
          // A response that was written out has closed for a good reason.
          if (!res.writableEnded) {
            controller.abort(gone());
          }
        });
      }
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  readBody(limit: number, idle: number, done: (body: Uint8Array | BodyFault) => void): void {
    this.#read = true;
    if (this.contentLength === 0) {
      done(new Uint8Array());
      return;
    }
    if (this.#expectsContinue) {
      this.#res.writeContinue();
    }
    readBody(this.#req, { limit, idle }, (body) => {
      // What is too large or late is still being written by its client.
      this.#read = typeof body !== "string";
      done(body);
    });
  }

  send({ status, headers, body }: Answer): void {
    const res = this.#res;
    if (res.writableEnded || res.destroyed) {
      return;
    }
    const content = isNullBodyStatus(status) ? undefined : body;
    const head = [...headers];
    if (content !== undefined) {
      head.push(
        "content-length",
        String(typeof content === "string" ? Buffer.byteLength(content) : content.byteLength),
      );
    } else if (!isNullBodyStatus(status)) {
      head.push("content-length", "0");
    }
    const early = this.#leavesBody();
    if (early || this.#rules.closing()) {
      head.push("connection", "close");
    }
    res.writeHead(status, head);
    const sent = this.method === "HEAD" ? undefined : content;
    if (early) {
      writeEarly(this.#req, res, sent, this.#rules.drainBytes);
    } else {
      res.end(sent);
    }
  }

  // A large body that nobody has read: its client may be writing still, and would lose
  // an answer that is followed by a reset.
  #leavesBody(): boolean {
    const { contentLength } = this;
    if (this.#read || contentLength === 0 || this.#req.complete) {
      return false;
    }
    return this.#expectsContinue || contentLength === undefined || contentLength > SMALL_BODY;
  }

  #makeRequest(): Request {
    const { method } = this;
    const headers = new Headers();
    const raw = this.#req.rawHeaders;
    for (let index = 0; index < raw.length; index += 2) {
      headers.append(raw[index] ?? "", raw[index + 1] ?? "");
    }
    const bodiless =
      method === "GET" || method === "HEAD" || this.#read || this.contentLength === 0;
    const init: RequestInit = { method, headers, signal: this.signal() };
    if (!bodiless) {
      // Node's stream types and the DOM's name the same thing.
      init.body = Readable.toWeb(this.#req) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
      Object.assign(init, { duplex: "half" });
    }
    return new Request(this.#rules.origin + this.target, init);
  }
}

function isNamed(name: string, lower: string): boolean {
  return name === lower || name.toLowerCase() === lower;
}

function join(first: string | undefined, second: string | undefined): string | undefined {
  return first === undefined ? second : `${first}, ${second ?? ""}`;
}

function gone(): DOMException {
  return new DOMException("the client has closed the connection", "AbortError");
}
