// One request and its response on Fastify. The core runs in steps between Fastify's own: until it needs the body, until
// the handler may run, and then the handler. The response is the reply, so the project's `onSend` hooks, serializer and
// log see it.
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import type { Codec } from "../../codec/codec.ts";
import { relayed, streamFrom, type ByteSource } from "../../codec/byte-stream.ts";
import { defaultJson } from "../../codec/json.ts";
import { isNullBodyStatus } from "../../http/status.ts";
import { shown } from "../../internal/shown.ts";
import type { Answer, Content } from "../../server/exchange/answer.ts";
import type { BodyReceiver } from "../../server/exchange/exchange.ts";
import { encodedContent, measured } from "../../server/exchange/measured.ts";
import { ParsedBody } from "../../server/exchange/parsed-body.ts";
import type { Otherwise } from "../../server/routing/host-hooks.ts";
import type { Mounted } from "../mount.ts";
import { HostedExchange } from "../node/hosted-exchange.ts";
import type { NodeRules } from "../node/node-rules.ts";
import { connectionClosed, onClosed } from "../node/on-closed.ts";
import { drain } from "../node/write-body.ts";
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
  parses: (contentType: string) => boolean;
  /** Whether the project has an error handler. */
  handlesErrors: boolean;
  isClosing: boolean;
}

/** The hook in which a request arrives. */
export interface Arriving {
  /** An earlier hook may have replaced the stream. */
  readonly payload: RequestPayload;
  readonly next: () => void;
  /** Whether a parser of the project may read the body. */
  readonly isNegotiated: boolean;
}

/** Continues after Bough's parser. */
export type Parsed = (error: Error | null, body?: unknown) => void;

/** The media type of a body that only Bough reads. */
export const UNPARSED = "application/vnd.bough.unparsed";
/** Methods for which Fastify does not parse a body. */
export const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "TRACE"]);
/** The codec of routes whose project passes no codecs: the reply encodes for it. */
export const REPLY_JSON: Codec = { ...defaultJson };

const HIDDEN = { configurable: true, value: { "content-type": UNPARSED } };
const EXCHANGE: unique symbol = Symbol("bough.exchange");

interface ExchangedRequest extends FastifyRequest {
  [EXCHANGE]?: FastifyExchange;
}

/** The exchange of a request; `undefined` before Bough's first hook, and on a route of the project. */
export function exchangeOf(request: ExchangedRequest): FastifyExchange | undefined {
  return request[EXCHANGE];
}

/** One request on Fastify. */
export class FastifyExchange extends HostedExchange {
  declare readonly host: FastifyHost;
  override readonly target: string;
  override readonly mount: string;
  readonly #rules: FastifyRules;
  // Whether a parser of the project decodes the body.
  readonly #decoded: boolean;
  readonly #sentType: string | undefined;
  // `undefined` while Fastify runs.
  #next: (() => void) | undefined;
  #read: ((parsed: Parsed) => void) | undefined;
  #awaited: BodyReceiver | undefined;
  #isReceived = false;
  /** Runs the handler after Fastify's hooks. */
  handle: (() => void) | undefined = undefined;
  // The content of a serializer that a hook has set, and its media type.
  #serialized: { readonly content: Content | undefined; readonly type: string } | undefined;
  #thrown: { readonly error: Error; readonly answer: () => Answer } | undefined;

  constructor(
    host: FastifyHost,
    { mount, target }: Mounted,
    rules: FastifyRules,
    { payload, next, isNegotiated }: Arriving,
  ) {
    super(host.request.raw, host.reply.raw, rules, host);
    const request: ExchangedRequest = host.request;
    request[EXCHANGE] = this;
    this.target = target;
    this.mount = mount;
    this.#rules = rules;
    this.#next = next;
    this.authority = undefined;
    const { contentType } = this;
    this.#sentType = contentType;
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
    if (this.contentLength === 0) {
      done(new Uint8Array());
    } else if (this.#decoded && this.source.readableDidRead) {
      // A guard has read the body through `call.request`. The project's parser would wait for ever.
      done("taken");
    } else {
      this.#awaited = done;
      this.#read = (parsed) =>
        super.readBody(limit, idle, (body) =>
          typeof body === "string" ? done(body) : parsed(null, body),
        );
      this.#goOn();
    }
  }

  #goOn(): void {
    const next = this.#next;
    this.#next = undefined;
    if (!this.#decoded && !this.#isReceived && !BODILESS.has(this.method)) {
      this.#hideType();
    }
    next?.();
  }

  // Fastify chooses a parser by the media type, so it gets the one that only Bough parses.
  #hideType(): void {
    const { request } = this.host;
    forgetMediaType(request);
    if (request.headers === request.raw.headers) {
      request.headers["content-type"] = UNPARSED;
    } else {
      // A hook has set headers, which Fastify merges at each access.
      Object.defineProperty(request, "headers", HIDDEN);
    }
  }

  #showType(): void {
    const { request } = this.host;
    forgetMediaType(request);
    if (Object.hasOwn(request, "headers")) {
      Reflect.deleteProperty(request, "headers");
    } else if (this.#sentType === undefined) {
      delete request.headers["content-type"];
    } else {
      request.headers["content-type"] = this.#sentType;
    }
  }

  /** Bough's parser of the body. */
  parse(parsed: Parsed): void {
    this.#showType();
    if (this.#read === undefined) {
      // The handler reads the body as a stream, or not at all.
      parsed(null);
    } else {
      this.#read(parsed);
    }
  }

  /** Gives a parsed body to the core, if the core waits for it. */
  received(body: unknown, next: () => void): void {
    this.#isReceived = true;
    const awaited = this.#awaited;
    if (awaited === undefined) {
      next();
      return;
    }
    this.#awaited = undefined;
    this.#next = next;
    awaited(
      !this.#decoded && body instanceof Uint8Array ? body : new ParsedBody(body, this.#sentType),
    );
  }

  /** Lets Fastify continue to the handler, and runs it there. */
  admit(body: unknown, run: () => void): void {
    if (this.#isReceived && body !== undefined) {
      this.host.request.body = body;
    }
    this.handle = run;
    this.#goOn();
  }

  serialize(
    value: unknown,
    { codec, status }: { readonly codec: Codec; readonly status: number },
  ): Content | undefined {
    const { reply } = this.host;
    if (codec !== REPLY_JSON || value === undefined) {
      return undefined;
    }
    // A project's serializer may depend on the status.
    if (!reply.sent) {
      reply.code(status);
    }
    const made: unknown = reply.serialize(value);
    if (made !== undefined && typeof made !== "string" && !(made instanceof Uint8Array)) {
      throw new TypeError("the serializer of the reply gave neither text nor bytes");
    }
    // A hook that sets a serializer also sets its media type. One that is set for all replies would label JSON as HTML.
    if (reply.hasHeader("content-type") && isSet(reply, "fastify.reply.serializer")) {
      this.#serialized = { content: made, type: String(reply.getHeader("content-type")) };
    }
    return made;
  }

  /** Passes an exception to the project's `onError` hooks, then to `answersFor`. */
  fail(thrown: unknown, { headers, answer }: Otherwise): true {
    const { reply } = this.host;
    if (!reply.sent) {
      setHeaders(headersOf(reply), headers);
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
    const isEmpty = this.method === "HEAD" || isNullBodyStatus(status);
    // The response of a pipelined request does not notice that its connection closed.
    const streams = !isEmpty && !reply.sent && !request.raw.socket.destroyed;
    if (body instanceof ReadableStream && !streams) {
      this.giveUp(body);
    }
    if (reply.sent) {
      // A hook or a timeout of the host has already answered.
      return;
    }
    reply.code(status);
    const type = body !== undefined && body === this.#serialized?.content && this.#serialized.type;
    setHeaders(headersOf(reply), headers);
    if (type) {
      reply.header("content-type", type);
    }
    if (this.#rules.isClosing) {
      reply.header("connection", "close");
    }
    if (body instanceof ReadableStream) {
      if (streams) {
        this.#sendStream(body, headers[0] ?? "");
      } else {
        this.answered = true;
        reply.send();
      }
    } else if (this.leavesBody() && !isNullBodyStatus(status)) {
      this.#sendEarly(encodedContent<Uint8Array>(body ?? ""), headers[0] ?? "");
    } else {
      this.answered = true;
      this.delivery?.wrote(body === undefined || isEmpty ? 0 : measured(body).length);
      this.#sendContent(isNullBodyStatus(status) ? undefined : body, headers, status);
    }
  }

  #sendContent(content: Content | undefined, headers: readonly string[], status: number): void {
    const { reply } = this.host;
    if (content === undefined && this.method === "HEAD" && status !== 204 && status !== 304) {
      reply.header("content-length", "0");
    }
    const written = sendable(headers, content);
    if (typeof written === "string") {
      // A reply would serialize a text again, and would add a charset to JSON, which has no such parameter (RFC
      // 8259 11).
      reply.serializer(textOf);
    }
    reply.send(written);
  }

  // The body of the request is still arriving. The response ends when a bounded rest of it is drained.
  #sendEarly(content: Uint8Array, mark: string): void {
    const { reply, request } = this.host;
    const { drainBytes } = this.#rules;
    const sent = this.method === "HEAD" ? [] : [content];
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield* sent.filter(({ byteLength }) => byteLength > 0);
      await new Promise<void>((resolve) => drain(request.raw, drainBytes, resolve));
    }
    reply.header("connection", "close").header("content-length", String(content.byteLength));
    this.#sendStream(
      streamFrom(chunks(), (chunk) => chunk),
      mark,
    );
  }

  #sendStream(body: ReadableStream<Uint8Array>, mark: string): void {
    const { reply, request } = this.host;
    const { raw: res } = reply;
    const source: ByteSource = {
      getReader: () => {
        // The client may wait for the head. A hook may read the stream before Fastify has set the headers, which
        // would be lost: when the response has one of them, Fastify has set all.
        if (!res.headersSent && res.hasHeader(mark)) {
          flushHead(res);
        }
        return body.getReader();
      },
      cancel: (reason) => body.cancel(reason),
    };
    let forget = (): void => undefined;
    const payload = relayed(source, {
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
        if (how === "broken" && this.delivery !== undefined) {
          this.delivery.interrupted = how;
        }
        this.streamed(how === "whole");
      },
    });
    reply.send(payload);
  }
}

function headersOf(reply: FastifyReply): HeaderTarget {
  return {
    getHeader: (name) => reply.getHeader(name),
    setHeader: (name, value) => {
      // A reply appends to its own cookies.
      (name === "set-cookie" ? reply.removeHeader(name) : reply).header(name, value);
    },
  };
}

// If a hook throws after it, an error handler of the project may still send a value.
function textOf(payload: unknown): string {
  return typeof payload === "string" ? payload : JSON.stringify(payload);
}

// Fastify keeps the serializer of a reply, and the media type that a hook has read, under private symbols.

function symbolOf(owner: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(owner).find((at) => at.description === description);
}

function isSet(reply: FastifyReply, description: string): boolean {
  const at = symbolOf(reply, description);
  return at !== undefined && Boolean(Reflect.get(reply, at));
}

let mediaTypeAt: symbol | undefined;

// Makes Fastify read the media type of a request again.
function forgetMediaType(request: FastifyRequest): void {
  mediaTypeAt ??= symbolOf(request, "fastify.request.contentType");
  if (mediaTypeAt !== undefined) {
    Reflect.set(request, mediaTypeAt, undefined);
  }
}
