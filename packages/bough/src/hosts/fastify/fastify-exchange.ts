// One request and its response on Fastify. The core runs in steps between Fastify's own: until it needs the body, until
// the handler may run, and then the handler. The response is the reply, so the project's `onSend` hooks, serializer and
// log see it.
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import type { Codec } from "../../shared/codec/codec.ts";
import { relayed, type ByteReader } from "../../shared/codec/byte-stream.ts";
import { defaultJson } from "../../shared/codec/json.ts";
import { isNullBodyStatus } from "../../shared/http/status.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { Answer, Content } from "../../serve/exchange/answer.ts";
import { type BodyReceiver, type Otherwise, ParsedBody } from "../../serve/exchange/exchange.ts";
import { measured } from "../../serve/exchange/fetch-exchange.ts";
import type { Mounted } from "../mount.ts";
import { HostedExchange } from "../node/hosted-exchange.ts";
import type { NodeRules } from "../node/node-rules.ts";
import { connectionClosed, onClosed } from "../node/on-closed.ts";
import { endPlainly } from "../node/write-body.ts";
import { flushHead, sendable, setHeaders, type HeaderTarget } from "../node/write-head.ts";

/** The type of `call.host` on Fastify. */
export interface FastifyHost {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What all exchanges of one `routing` share. */
export interface FastifyRules extends NodeRules {
  /** The media type under which a body counts that the project has decoded. */
  readonly mediaType: string;
  /** Whether the project has a parser for a `Content-Type`. */
  readonly parses: (contentType: string) => boolean;
  /** Whether the project has an error handler. */
  handlesErrors: boolean;
  isClosing: boolean;
}

/** Lets Fastify continue. A payload takes the place of the request stream. */
type Next = (error?: undefined, payload?: RequestPayload) => void;

/** How a request arrives in the hook before parsing. */
export interface Arriving {
  readonly mounted: Mounted;
  /** An earlier hook may have replaced the stream. */
  readonly payload: RequestPayload;
  readonly next: Next;
  /** Whether a parser of the project may read the body. */
  readonly isNegotiated: boolean;
}

/** Methods for which Fastify does not parse a body. */
export const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "TRACE"]);
/** The codec of routes whose project passes no codecs: the reply encodes for it. */
export const REPLY_JSON: Codec = { ...defaultJson };

// The getter of `request.method` may be that of another copy of Bough.
const EXCHANGE: unique symbol = Symbol.for("bough.exchange");

type Exchanged = FastifyRequest & { [EXCHANGE]?: FastifyExchange };

/** The exchange of a request; `undefined` before Bough's first hook, and on a route of the project. */
export function exchangeOf(request: Exchanged): FastifyExchange | undefined {
  return request[EXCHANGE];
}

/** One request on Fastify. */
export class FastifyExchange extends HostedExchange implements HeaderTarget {
  declare readonly host: FastifyHost;
  override readonly target: string;
  override readonly mount: string;
  readonly #rules: FastifyRules;
  // Whether a parser of the project decodes the body.
  readonly #decoded: boolean;
  // `undefined` while Fastify runs.
  #next: Next | undefined;
  #awaited: BodyReceiver | undefined;
  #isReceived = false;
  #skips = false;
  /** Runs the handler after Fastify's hooks. */
  handle: (() => void) | undefined = undefined;
  // The content of a serializer that a hook has set, and its media type.
  #serialized: { readonly content: Content; readonly type: string } | undefined;
  #thrown: { readonly error: Error; readonly answer: () => Answer } | undefined;

  constructor(host: FastifyHost, rules: FastifyRules, arriving: Arriving) {
    super(host.request.raw, host.reply.raw, rules, host);
    const { mounted, payload, next, isNegotiated } = arriving;
    const request: Exchanged = host.request;
    request[EXCHANGE] = this;
    this.target = mounted.target;
    this.mount = mounted.mount;
    this.#rules = rules;
    this.#next = next;
    this.authority = undefined;
    const { contentType } = this;
    this.#decoded = isNegotiated && contentType !== undefined && rules.parses(contentType);
    if (this.#decoded) {
      this.contentType = rules.mediaType;
    }
    if (this.#decoded || payload !== this.source) {
      // The parser or the hook has its own rules for the bytes that arrive.
      this.contentEncoding = undefined;
      this.contentLength = this.contentLength === 0 ? 0 : undefined;
    }
    this.source = payload;
  }

  override readBody(limit: number, idle: number, done: BodyReceiver): void {
    if (this.#decoded && this.contentLength !== 0 && !this.source.readableDidRead) {
      this.#awaited = done;
      this.#goOn(true);
      return;
    }
    super.readBody(limit, idle, (body) => {
      if (body instanceof Uint8Array && body.length > 0) {
        this.host.request.body = body;
        this.#awaited = done;
        this.#goOn();
      } else {
        done(body);
      }
    });
  }

  #goOn(parses = this.#isReceived || BODILESS.has(this.method)): void {
    const next = this.#next;
    this.#next = undefined;
    this.#skips = !parses;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a parser that runs although Bough has read the body gets an error
    next?.(undefined, parses ? undefined : (this as unknown as RequestPayload));
  }

  /**
   * The method. Fastify has no way to skip its parsers: after the hooks before parsing, it reads the method once, to learn
   * whether there is a body. If other code reads it first, a parser runs, and would wait for the body forever.
   */
  hostMethod(): string {
    const skips = this.#skips;
    this.#skips = false;
    return skips ? "GET" : this.method;
  }

  /** Passes an error to a parser that runs nevertheless. For it, this object takes the place of the request stream. */
  on(event: string, listener: (error: Error) => void): void {
    if (event === "error") {
      const where = `${this.method} ${this.host.request.routeOptions.url ?? this.target}`;
      const text = `${where}: expected Fastify to skip its body parser, because Bough has read the body, but it runs. A plugin that adds a preParsing hook to each route may have read request.method: add the hook with app.addHook. Otherwise this version of Fastify needs another version of Bough`;
      queueMicrotask(() => listener(Object.assign(new Error(text), { statusCode: 500 })));
    }
  }

  resume(): void {}

  removeListener(): void {}

  /** Gives the body to the core, if the core waits for it. */
  received(next: () => void): void {
    this.#isReceived = true;
    this.#next = next;
    const { body } = this.host.request;
    const isBytes = !this.#decoded && body instanceof Uint8Array;
    if (this.#awaited === undefined) {
      this.#goOn();
    } else {
      this.#awaited(isBytes ? body : new ParsedBody(body, this.header("content-type")));
    }
  }

  /** Lets Fastify continue to the handler, and runs it there. */
  admit(body: unknown, run: () => void): void {
    if (this.#isReceived && body !== undefined) {
      this.host.request.body = body;
    }
    this.handle = run;
    this.#goOn();
  }

  serialize(value: unknown, as: { codec: Codec; status: number }): Content | undefined {
    const { reply } = this.host;
    if (as.codec !== REPLY_JSON || value === undefined || reply.sent) {
      return undefined;
    }
    // A project's serializer may depend on the status.
    reply.code(as.status);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- if it is something else, the reply refuses it
    const content = reply.serialize(value) as Content;
    // A hook that sets a serializer also sets its media type. One that is set for all replies would label JSON as HTML.
    if (reply.hasHeader("content-type") && hasSerializer(reply)) {
      this.#serialized = { content, type: String(reply.getHeader("content-type")) };
    }
    return content;
  }

  /** Passes an exception to the project's `onError` hooks, then to `answersFor`. */
  fail(thrown: unknown, { headers, answer }: Otherwise): true {
    const { reply } = this.host;
    if (!reply.sent) {
      setHeaders(this, headers);
      // A reply would send any other thrown value as an answer.
      const text = typeof thrown === "string" ? thrown : shown(thrown);
      const error = thrown instanceof Error ? thrown : new Error(text, { cause: thrown });
      this.#thrown = { error, answer };
      reply.send(error);
    }
    return true;
  }

  /** Answers an exception with the 500. Returns `false` if the project answers it. */
  answersFor(error: unknown): boolean {
    if (this.#thrown === undefined || error !== this.#thrown.error || this.#rules.handlesErrors) {
      return false;
    }
    this.send(this.#thrown.answer());
    return true;
  }

  override send({ status, headers, body }: Answer): void {
    const { reply, request } = this.host;
    const isNull = isNullBodyStatus(status);
    const isEmpty = isNull || this.method === "HEAD";
    const stream = body instanceof ReadableStream ? body : undefined;
    // The response of a pipelined request does not notice that its connection closed.
    const streams = stream && !isEmpty && !reply.sent && !request.raw.socket.destroyed;
    if (stream && !streams) {
      this.giveUp(stream);
    }
    if (reply.sent) {
      // A hook or a timeout of the host has already answered.
      return;
    }
    this.#writeHead(status, headers, body);
    if (streams) {
      this.#sendStream(stream, headers[0] ?? "");
      return;
    }
    this.answered = true;
    const content = isNull || body instanceof ReadableStream ? undefined : body;
    this.delivery?.wrote(content === undefined || isEmpty ? 0 : measured(content).length);
    if (this.leavesBody()) {
      // A bounded rest of the body is read, so that a client that is still writing gets the response.
      reply.raw.once("finish", () => this.streamed(true));
    }
    const written = sendable(headers, content);
    if (typeof written === "string") {
      // A reply would serialize a text again, and add a charset, which JSON does not have (RFC 8259 11).
      reply.serializer(textOf);
      endPlainly(reply.raw);
    }
    reply.send(written);
  }

  getHeader(name: string): unknown {
    return this.host.reply.getHeader(name);
  }

  setHeader(name: string, value: string | string[]): void {
    const { reply } = this.host;
    // A reply appends to its own cookies.
    (name === "set-cookie" ? reply.removeHeader(name) : reply).header(name, value);
  }

  #writeHead(status: number, headers: readonly string[], body: Answer["body"]): void {
    const { reply } = this.host;
    reply.code(status);
    setHeaders(this, headers);
    if (this.#serialized !== undefined && body === this.#serialized.content) {
      reply.header("content-type", this.#serialized.type);
    }
    if (this.#rules.isClosing) {
      reply.header("connection", "close");
    }
  }

  #sendStream(body: ReadableStream<Uint8Array>, mark: string): void {
    const { reply, request } = this.host;
    const { raw: res } = reply;
    const getReader = (): ByteReader => {
      // The client may wait for the head. A hook may read the stream before Fastify has set the headers, which would
      // be lost: when the response has one of them, Fastify has set all.
      if (!res.headersSent && res.hasHeader(mark)) {
        flushHead(res);
      }
      return body.getReader();
    };
    let forget = (): void => undefined;
    const payload = relayed(
      { getReader, cancel: (reason) => body.cancel(reason) },
      {
        // Fastify notices a closed connection only if the response has its socket.
        leaving: (leave) => {
          forget = onClosed(request.raw, res, () => leave(connectionClosed()));
        },
        chunk: (chunk) => {
          this.delivery?.wrote(chunk.byteLength);
          return chunk;
        },
        over: (how) => {
          forget();
          this.interrupt(how === "broken" ? how : "left");
          this.streamed(how === "whole");
        },
      },
    );
    reply.send(payload);
  }
}

// If a hook throws after it, an error handler of the project may still send a value.
function textOf(payload: unknown): string {
  return typeof payload === "string" ? payload : JSON.stringify(payload);
}

// Fastify keeps the serializer that a hook has set on a reply under a private symbol.
function hasSerializer(reply: FastifyReply): boolean {
  const at = Object.getOwnPropertySymbols(reply).find(
    ({ description }) => description === "fastify.reply.serializer",
  );
  return at !== undefined && Boolean(Reflect.get(reply, at));
}
