// The reading half of a request on Fastify. The core runs in steps between Fastify's own: until the body is
// needed, until the handler may run, and then the handler.
import type { FastifyRequest } from "fastify";
import type { BodyFault, BodyReceiver, OpenBounds } from "../../server/exchange/exchange.ts";
import { openStream } from "../../server/exchange/open-stream.ts";
import type { BodyBounds } from "../../server/exchange/read-stream.ts";
import type { Mounted } from "../mount.ts";
import { bodyStream, bound, readBody } from "../node/request-body.ts";
import { hideBody, type ProjectParsers } from "./body-parsing.ts";
import { ParsedBody } from "../../server/exchange/parsed-body.ts";
import { ReplyExchange, type FastifyHost, type ReplyRules } from "./reply-exchange.ts";
import type { TableRoute } from "./route-table.ts";
import { UnreadBody } from "./unread-body.ts";

/** What all exchanges of one `routing` share. */
export interface FastifyRules extends ReplyRules {
  readonly parsers: ProjectParsers;
  /** The media type under which a body counts that the project has decoded. */
  readonly mediaType: string;
}

interface Awaited extends BodyBounds {
  readonly done: BodyReceiver;
}

/** One request on Fastify. */
export class FastifyExchange extends ReplyExchange {
  override readonly target: string;
  override readonly mount: string;
  readonly route: TableRoute;
  // Whether a parser of the project decodes the body.
  readonly #decoded: boolean;
  readonly #sentType: string | undefined;
  #showBody: (() => void) | undefined;
  // Continues Fastify's lifecycle; `undefined` while Fastify runs.
  #next: (() => void) | undefined;
  #awaited: Awaited | undefined;
  // The body as a stream. A hook of the project may have replaced it.
  #payload: FastifyRequest["raw"];
  #received = false;
  #run: (() => void) | undefined;

  constructor(
    host: FastifyHost,
    { mount, target }: Mounted,
    route: TableRoute,
    rules: FastifyRules,
  ) {
    super(host, rules);
    this.target = target;
    this.mount = mount;
    this.route = route;
    this.#payload = host.request.raw;
    this.authority = undefined;
    const { contentType, contentLength } = this;
    this.#sentType = contentType;
    this.#decoded =
      route.negotiated === true && contentType !== undefined && rules.parsers.has(contentType);
    if (this.#decoded) {
      // The project's parser has its own rules for the body.
      this.contentType = rules.mediaType;
      this.contentEncoding = undefined;
      this.contentLength = contentLength === 0 ? 0 : undefined;
    }
  }

  /** Takes the callback of the current hook, and the payload of earlier hooks. */
  begin(payload: FastifyRequest["raw"], next: () => void): void {
    this.#next = next;
    this.#payload = payload;
    if (payload !== this.host.request.raw && this.contentLength !== 0) {
      this.contentEncoding = undefined;
      this.contentLength = undefined;
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
    } else if (this.#decoded && this.#isRead()) {
      done("taken");
    } else {
      this.#awaited = { limit, idle, done: this.#inObserver(done) };
      this.#goOn();
    }
  }

  // A parser of the project runs in the async context of the socket. Restore the context of the observers.
  #inObserver(done: Awaited["done"]): Awaited["done"] {
    return this.notes === undefined || !this.#decoded ? done : bound(done);
  }

  override openBody(bounds: OpenBounds): ReadableStream<Uint8Array> {
    const payload = this.#payload;
    if (payload === this.host.request.raw) {
      return super.openBody(bounds);
    }
    const { broken, ...rest } = bounds;
    const source = bodyStream(payload, {
      begin: () => undefined,
      isAnswered: () => this.host.reply.raw.writableEnded,
    });
    return openStream(source, { ...rest, taken: payload.readableDidRead }, broken);
  }

  #read(bounds: BodyBounds, done: Awaited["done"]): void {
    if (this.#payload === this.host.request.raw) {
      super.readBody(bounds.limit, bounds.idle, done);
    } else {
      readBody(this.#payload, bounds, done);
    }
  }

  // A guard has read the body through `call.request`. The project's parser would wait for ever.
  #isRead(): boolean {
    const { raw } = this.host.request;
    return this.#payload === raw && raw.readableDidRead;
  }

  /** Bough's parser of the body, in the form that Fastify calls. */
  parse(done: (error: Error | null, body?: unknown) => void): void {
    this.show();
    const awaited = this.#awaited;
    if (awaited === undefined) {
      // The handler reads the body as a stream, or not at all.
      done(null);
      return;
    }
    this.#read(awaited, (body) =>
      typeof body === "string" ? done(new UnreadBody(body)) : done(null, body),
    );
  }

  /** Restores the original `Content-Type` for the project's code. */
  show(): void {
    this.#showBody?.();
    this.#showBody = undefined;
  }

  /** Gives a parsed body to the core, if the core waits for it. */
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
    awaited.done(
      !this.#decoded && body instanceof Uint8Array ? body : new ParsedBody(body, this.#sentType),
    );
  }

  /** Rejects a body that was not read. */
  refuse(fault: BodyFault): void {
    const awaited = this.#awaited;
    this.#awaited = undefined;
    awaited?.done(fault);
  }

  /** Lets Fastify continue to the handler, and runs it there. */
  admit(body: unknown, run: () => void): void {
    if (this.#received && body !== undefined) {
      this.host.request.body = body;
    }
    this.#run = run;
    this.#goOn();
  }

  /** Runs the handler after Fastify's hooks. */
  handle(): void {
    this.#run?.();
  }
}
