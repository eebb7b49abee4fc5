// One request and its answer on Fastify. The core runs in steps between Fastify's own: up
// to the body before it is parsed, up to the handler when it is validated, then the handler.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isNullBodyStatus } from "../../http/status.ts";
import type { Answer, Content } from "../../server/answer.ts";
import type { BodyFault } from "../../server/exchange.ts";
import type { BodyBounds } from "../../server/read-stream.ts";
import { rejection, rejectionAnswer } from "../../server/rejection.ts";
import type { Mounted } from "../mount.ts";
import { HostedExchange } from "../node/hosted-exchange.ts";
import type { NodeRules } from "../node/node-exchange.ts";
import { readBody } from "../node/read-body.ts";
import { drain } from "../node/write-early.ts";
import { hideBody } from "./body-parsing.ts";
import type { ProjectParsers } from "./body-parsing.ts";
import { HostValue } from "./host-value.ts";
import { setHeaders } from "./reply-headers.ts";
import { early, watched } from "./reply-stream.ts";
import type { ReplyStream } from "./reply-stream.ts";
import type { TableRoute } from "./route-table.ts";
import { UnreadBody } from "./unread-body.ts";

/** What `call.host` is on Fastify. */
export interface FastifyHost {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What all exchanges of one `routing` share. */
export interface FastifyRules extends NodeRules {
  /** Whether everything before the body runs before it is parsed, and not after `preHandler` hooks. */
  readonly guardsFirst: boolean;
  readonly parsers: ProjectParsers;
  /** What a body that the project has decoded counts as. */
  readonly mediaType: string;
  readonly takeException: (error: unknown, exchange: FastifyExchange) => boolean;
}

interface Awaited extends BodyBounds {
  readonly done: (body: Uint8Array | BodyFault) => void;
}

/** One request on Fastify. */
export class FastifyExchange extends HostedExchange {
  declare readonly host: FastifyHost;
  override readonly target: string;
  override readonly mount: string;
  readonly route: TableRoute;
  readonly #rules: FastifyRules;
  // Whether a parser of the project decodes the body.
  readonly #decoded: boolean;
  #showBody: (() => void) | undefined;
  // Lets Fastify go on; there is none while it runs.
  #next: (() => void) | undefined;
  #awaited: Awaited | undefined;
  // The body as it comes: a hook of the project may stand before the socket.
  #payload: FastifyRequest["raw"];
  #received = false;
  #run: (() => void) | undefined;
  #contentType: string | undefined;

  constructor(
    host: FastifyHost,
    { mount, target }: Mounted,
    route: TableRoute,
    rules: FastifyRules,
  ) {
    super(host.request.raw, host.reply.raw, rules, host);
    this.target = target;
    this.mount = mount;
    this.route = route;
    this.#rules = rules;
    this.#payload = host.request.raw;
    this.authority = undefined;
    const { contentType, contentLength } = this;
    this.#decoded = route.negotiated && contentType !== undefined && rules.parsers.has(contentType);
    if (this.#decoded) {
      // That parser answers for the rest.
      this.contentType = rules.mediaType;
      this.contentEncoding = undefined;
      this.contentLength = contentLength === 0 ? 0 : undefined;
    }
  }

  /** Takes the way out of the hook that the core runs in, and the payload that earlier hooks have made. */
  begin(payload: FastifyRequest["raw"], next: () => void): void {
    this.#next = next;
    this.#payload = payload;
    if (payload !== this.host.request.raw && this.contentLength !== 0) {
      this.contentEncoding = undefined;
      this.contentLength = undefined;
    }
    if (!this.#rules.guardsFirst) {
      this.#goOn();
    }
  }

  #goOn(): void {
    const next = this.#next;
    this.#next = undefined;
    if (!this.#decoded) {
      this.#showBody ??= this.#received ? undefined : hideBody(this.host.request);
    }
    next?.();
  }

  override readBody(limit: number, idle: number, done: Awaited["done"]): void {
    if (this.contentLength === 0) {
      done(new Uint8Array());
    } else if (this.#rules.guardsFirst) {
      this.#awaited = { limit, idle, done };
      this.#goOn();
    } else if (this.#decoded) {
      done(new HostValue(this.host.request.body));
    } else {
      this.#read({ limit, idle }, done);
    }
  }

  #read(bounds: BodyBounds, done: Awaited["done"]): void {
    if (this.#payload === this.host.request.raw) {
      super.readBody(bounds.limit, bounds.idle, done);
    } else {
      readBody(this.#payload, bounds, done);
    }
  }

  /** Stands for Fastify's parser of the body. */
  parse(done: (error: Error | null, body?: unknown) => void): void {
    this.show();
    const awaited = this.#awaited;
    if (awaited === undefined) {
      // The handler reads it as it comes, or nobody does.
      done(null);
      return;
    }
    this.#read(awaited, (body) =>
      typeof body === "string" ? done(new UnreadBody(body)) : done(null, body),
    );
  }

  /** Shows the project's code what the body is again. */
  show(): void {
    this.#showBody?.();
    this.#showBody = undefined;
  }

  /** Hands a parsed body to the core, where that waits for it. */
  received(body: unknown, next: () => void): void {
    this.show();
    this.#received = true;
    const awaited = this.#awaited;
    if (awaited === undefined) {
      next();
      return;
    }
    this.#awaited = undefined;
    this.#next = next;
    awaited.done(!this.#decoded && body instanceof Uint8Array ? body : new HostValue(body));
  }

  /** Refuses a body that was not read. */
  refuse(fault: BodyFault): void {
    const awaited = this.#awaited;
    this.#awaited = undefined;
    awaited?.done(fault);
  }

  /** Lets Fastify come to the handler, and runs it there. */
  admit(body: unknown, run: () => void): void {
    if (this.#received && body !== undefined) {
      this.host.request.body = body;
    }
    this.#run = run;
    this.#goOn();
  }

  /** Runs the handler that was admitted. */
  handle(): void {
    this.#run?.();
  }

  override send({ status, headers, body }: Answer): void {
    const { reply } = this.host;
    if (reply.sent) {
      // A hook, or a timeout of the host, was first.
      cancel(body);
      return;
    }
    reply.code(status);
    const content = body instanceof HostValue ? this.#serialized(body.value) : body;
    setHeaders(reply, headers);
    if (this.#rules.isLast(this.host.request.raw, 0)) {
      reply.header("connection", "close");
    }
    if (content instanceof ReadableStream) {
      this.#sendStream(status, content, headers[0] ?? "");
    } else {
      this.#sendContent(isNullBodyStatus(status) ? undefined : content, headers, status);
    }
  }

  // The project's serializer may refuse a value: that is told as any exception is.
  #serialized(value: unknown): Content {
    const { reply } = this.host;
    try {
      const text: unknown = reply.serialize(value);
      if (typeof text === "string" || text instanceof Uint8Array) {
        return text;
      }
      throw new TypeError("the serializer of the reply gave neither text nor bytes");
    } catch (error) {
      this.fail(error);
      throw error;
    }
  }

  /** Answers an exception: the project's own way, or with the 500 problem. */
  fail(error: unknown): void {
    if (!this.#rules.takeException(error, this)) {
      this.send(rejectionAnswer(rejection(500)));
    }
  }

  #sendContent(content: Content | undefined, headers: readonly string[], status: number): void {
    const { reply } = this.host;
    this.answered = true;
    if (this.leavesBody() && !isNullBodyStatus(status)) {
      const left = content ?? "";
      const length = typeof left === "string" ? new TextEncoder().encode(left).length : left.length;
      reply.header("connection", "close").header("content-length", String(length));
      reply.send(early(left, this.#stream(headers[0] ?? "")));
    } else if (content === undefined) {
      if (this.method === "HEAD" && status !== 204 && status !== 304) {
        reply.header("content-length", "0");
      }
      reply.send();
    } else if (typeof content === "string" && headers.length > 4 && headers.some(isWide)) {
      // Node writes a text and its head in one encoding, UTF-8, but a head is Latin-1.
      reply.send(new TextEncoder().encode(content));
    } else {
      this.#contentType = typeof content === "string" ? contentTypeOf(reply) : undefined;
      reply.send(content);
    }
  }

  #sendStream(status: number, body: ReadableStream<Uint8Array>, mark: string): void {
    const { reply, request } = this.host;
    if (this.method === "HEAD" || isNullBodyStatus(status)) {
      cancel(body);
      this.answered = true;
      reply.send();
      return;
    }
    const stream = this.#stream(mark);
    reply.send(
      watched(body, stream, (whole) => {
        this.answered = whole;
        if (whole && this.leavesBody()) {
          drain(request.raw, stream.drainBytes, () => request.raw.socket.destroySoon());
        }
      }),
    );
  }

  #stream(mark: string): ReplyStream {
    return { reply: this.host.reply, mark, drainBytes: this.#rules.drainBytes };
  }

  /** Undoes the charset that Fastify adds to a text; JSON has none (RFC 8259 11). */
  keepContentType(): void {
    const { reply } = this.host;
    if (this.#contentType !== undefined && contentTypeOf(reply)?.endsWith("; charset=utf-8")) {
      reply.header("content-type", this.#contentType);
    }
    this.#contentType = undefined;
  }
}

const EXCHANGE: unique symbol = Symbol("bough.exchange");

/** A request that has met its routes. */
interface ExchangedRequest extends FastifyRequest {
  [EXCHANGE]: FastifyExchange | null;
}

/** Makes room for an exchange on the requests of an app. */
export function decorateRequests(app: FastifyInstance): void {
  if (!app.hasRequestDecorator(EXCHANGE)) {
    app.decorateRequest(EXCHANGE, null);
  }
}

/** Keeps the exchange of a request. */
export function keepExchange(exchange: FastifyExchange): void {
  (exchange.host.request as ExchangedRequest)[EXCHANGE] = exchange;
}

/** The exchange of a request, from its first hook of Bough's on. */
export function exchangeOf(request: FastifyRequest): FastifyExchange | undefined {
  return (request as ExchangedRequest)[EXCHANGE] ?? undefined;
}

function contentTypeOf(reply: FastifyReply): string | undefined {
  return reply.getHeader("content-type")?.toString();
}

function isWide(text: string): boolean {
  return /[\u0080-\u00ff]/.test(text);
}

function cancel(body: Answer["body"]): void {
  if (body instanceof ReadableStream) {
    body.cancel().catch(() => undefined);
  }
}
