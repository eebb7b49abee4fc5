// One request on Fastify, as it is read. The core runs in steps between Fastify's own: up
// to the body before it is parsed, up to the handler when it is validated, then the handler.
import type { FastifyRequest } from "fastify";
import type { BodyFault, OpenBounds } from "../../server/exchange/exchange.ts";
import { openStream } from "../../server/exchange/open-stream.ts";
import type { BodyBounds } from "../../server/exchange/read-stream.ts";
import type { Mounted } from "../mount.ts";
import { bound } from "../node/bound.ts";
import { bodyStream } from "../node/node-request.ts";
import { readBody } from "../node/read-body.ts";
import { hideBody } from "./body-parsing.ts";
import type { ProjectParsers } from "./body-parsing.ts";
import { ParsedBody } from "../../server/request/parsed-body.ts";
import { ReplyExchange } from "./reply-exchange.ts";
import type { FastifyHost, ReplyRules } from "./reply-exchange.ts";
import type { TableRoute } from "./route-table.ts";
import { UnreadBody } from "./unread-body.ts";

/** What all exchanges of one `routing` share. */
export interface FastifyRules extends ReplyRules {
  readonly parsers: ProjectParsers;
  /** What a body that the project has decoded counts as. */
  readonly mediaType: string;
}

interface Awaited extends BodyBounds {
  readonly done: (body: Uint8Array | BodyFault) => void;
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
  // Lets Fastify go on; there is none while it runs.
  #next: (() => void) | undefined;
  #awaited: Awaited | undefined;
  // The body as it comes: a hook of the project may stand before the socket.
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

  // A parser of the project's reads the body in the context of its socket. What an observer has set
  // holds for what comes after it.
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

  // A guard has read it from `call.request`: the project's parser would wait for ever.
  #isRead(): boolean {
    const { raw } = this.host.request;
    return this.#payload === raw && raw.readableDidRead;
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
    awaited.done(
      !this.#decoded && body instanceof Uint8Array ? body : new ParsedBody(body, this.#sentType),
    );
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
}
