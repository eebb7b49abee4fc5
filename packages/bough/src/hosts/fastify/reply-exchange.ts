// The answering half of an exchange on Fastify: an answer goes out as the reply, so that
// the project's `onSend` hooks, its serializer and its log see it.
import type { FastifyReply, FastifyRequest } from "fastify";
import { isNullBodyStatus } from "../../http/status.ts";
import { shown } from "../../internal/shown.ts";
import type { Answer, Content } from "../../server/exchange/answer.ts";
import { measured } from "../../server/exchange/measured.ts";
import type { Otherwise } from "../../server/routing/edge-options.ts";
import { HostedExchange } from "../node/hosted-exchange.ts";
import type { NodeRules } from "../node/node-rules.ts";
import { drain } from "../node/write-early.ts";
import { sendable } from "../node/write-head.ts";
import { HostValue } from "./host-value.ts";
import { hasOwnSerializer } from "./own-serializer.ts";
import { setHeaders } from "./reply-headers.ts";
import { early, watched } from "./reply-stream.ts";
import type { ReplyStream } from "./reply-stream.ts";

/** The type of `call.host` on Fastify. */
export interface FastifyHost {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What answering depends on. */
export interface ReplyRules extends NodeRules {
  /** Whether the project has an error handler. */
  readonly handlesErrors: () => boolean;
}

/** An exchange that answers by the reply. */
export class ReplyExchange extends HostedExchange {
  declare readonly host: FastifyHost;
  readonly #rules: ReplyRules;
  unsent = false;
  #thrown: { readonly error: Error; readonly answer: () => Answer } | undefined;

  constructor(host: FastifyHost, rules: ReplyRules) {
    super(host.request.raw, host.reply.raw, rules, host);
    this.#rules = rules;
  }

  override send({ status, headers, body }: Answer): void {
    const { reply } = this.host;
    if (reply.sent) {
      // A hook, or a timeout of the host, was first.
      if (body instanceof ReadableStream) {
        this.giveUp(body);
      }
      return;
    }
    reply.code(status);
    const content = body instanceof HostValue ? this.#serialized(body.value) : body;
    // A hook that has given the reply a serializer has told what it writes; a type that is set for
    // all replies would make HTML of JSON.
    const type =
      body instanceof HostValue && reply.hasHeader("content-type") && hasOwnSerializer(reply)
        ? reply.getHeader("content-type")
        : undefined;
    setHeaders(reply, headers);
    if (type !== undefined) {
      reply.header("content-type", type);
    }
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
    this.unsent = true;
    const text: unknown = this.host.reply.serialize(value);
    if (typeof text !== "string" && !(text instanceof Uint8Array)) {
      throw new TypeError("the serializer of the reply gave neither text nor bytes");
    }
    this.unsent = false;
    return text;
  }

  /** Hands an exception over: the project's `onError` hooks hear of it, then it is answered. */
  fail(error: unknown, { headers, answer }: Otherwise): void {
    const { reply } = this.host;
    if (!reply.sent) {
      setHeaders(reply, headers);
      // Of anything else that is thrown a reply would make an answer.
      const thrown = error instanceof Error ? error : new Error(messageOf(error), { cause: error });
      this.#thrown = { error: thrown, answer };
      reply.send(thrown);
    }
  }

  /** Answers an exception that was handed over with the 500; `false` where that is the project's. */
  answersFor(error: unknown): boolean {
    if (this.#thrown === undefined || error !== this.#thrown.error || this.#rules.handlesErrors()) {
      return false;
    }
    this.send(this.#thrown.answer());
    return true;
  }

  #sendContent(content: Content | undefined, headers: readonly string[], status: number): void {
    const { reply } = this.host;
    this.answered = true;
    this.delivery?.wrote(
      content === undefined || this.method === "HEAD" ? 0 : measured(content).length,
    );
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
    } else {
      const written = sendable(headers, content);
      if (typeof written === "string") {
        sendText(reply, written);
      } else {
        reply.send(written);
      }
    }
  }

  #sendStream(status: number, body: ReadableStream<Uint8Array>, mark: string): void {
    const { reply, request } = this.host;
    // A pipelined request's response does not know that its connection has closed.
    if (this.method === "HEAD" || isNullBodyStatus(status) || request.raw.socket.destroyed) {
      this.giveUp(body);
      this.answered = true;
      reply.send();
      return;
    }
    const stream = this.#stream(mark);
    reply.send(
      watched(body, stream, (whole) => {
        this.answered = whole;
        if (whole && this.leavesBody()) {
          drain(request.raw, stream.drainBytes, () => {
            // One that has come to its end leaves a connection that may be used again.
            if (!request.raw.readableEnded) {
              request.raw.socket.destroySoon();
            }
          });
        }
      }),
    );
  }

  #stream(mark: string): ReplyStream {
    const { drainBytes } = this.#rules;
    return { reply: this.host.reply, mark, drainBytes, delivery: this.delivery };
  }
}

// A reply would put a text through its serializer, and give JSON a charset, which it has
// none of (RFC 8259 11). What comes after this text, an error, is the project's again.
function sendText(reply: FastifyReply, text: string): void {
  const none = null as unknown as (payload: unknown) => string;
  reply.serializer(() => {
    reply.serializer(none);
    return text;
  });
  reply.send(text);
}

// Not every value has a text of its own: `Object.create(null)` has none.
function messageOf(thrown: unknown): string {
  return typeof thrown === "string" ? thrown : shown(thrown);
}
