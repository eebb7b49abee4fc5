// The answering half of an exchange on Fastify. An answer is sent as the reply, so the project's `onSend`
// hooks, serializer and log see it.
import type { FastifyReply, FastifyRequest } from "fastify";
import { isNullBodyStatus } from "../../http/status.ts";
import { shown } from "../../internal/shown.ts";
import type { Codec } from "../../codec/codec.ts";
import type { Answer, Content } from "../../server/exchange/answer.ts";
import { encodedContent, measured } from "../../server/exchange/measured.ts";
import type { Otherwise } from "../../server/routing/host-hooks.ts";
import { HostedExchange } from "../node/hosted-exchange.ts";
import type { NodeRules } from "../node/node-rules.ts";
import { drain } from "../node/write-body.ts";
import { sendable } from "../node/write-head.ts";
import { setHeaders } from "./reply-headers.ts";
import { replyJson, serializedBy } from "./reply-json.ts";
import { early, watched, type ReplyStream } from "./reply-stream.ts";

/** The type of `call.host` on Fastify. */
export interface FastifyHost {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The parts of a project that answering depends on. */
export interface ReplyRules extends NodeRules {
  /** Whether the project has an error handler. */
  readonly handlesErrors: () => boolean;
}

/** An exchange that answers through the reply. */
export class ReplyExchange extends HostedExchange {
  declare readonly host: FastifyHost;
  readonly #rules: ReplyRules;
  /** The content that the project's serializer has made. */
  #serialized: Content | undefined;
  #thrown: { readonly error: Error; readonly answer: () => Answer } | undefined;

  constructor(host: FastifyHost, rules: ReplyRules) {
    super(host.request.raw, host.reply.raw, rules, host);
    this.#rules = rules;
  }

  override send({ status, headers, body }: Answer): void {
    const { reply } = this.host;
    if (reply.sent) {
      // A hook or a timeout of the host has already answered.
      if (body instanceof ReadableStream) {
        this.giveUp(body);
      }
      return;
    }
    reply.code(status);
    // A hook that sets a serializer also sets its media type. A media type that is set for all replies would
    // label JSON as HTML.
    const type =
      body !== undefined &&
      body === this.#serialized &&
      reply.hasHeader("content-type") &&
      hasOwnSerializer(reply)
        ? reply.getHeader("content-type")
        : undefined;
    setHeaders(reply, headers);
    if (type !== undefined) {
      reply.header("content-type", type);
    }
    if (this.#rules.isLast(this.host.request.raw, 0)) {
      reply.header("connection", "close");
    }
    if (body instanceof ReadableStream) {
      this.#sendStream(status, body, headers[0] ?? "");
    } else {
      this.#sendContent(isNullBodyStatus(status) ? undefined : body, headers, status);
    }
  }

  serialize(
    value: unknown,
    { codec, status }: { readonly codec: Codec; readonly status: number },
  ): Content | undefined {
    if (codec !== replyJson) {
      return undefined;
    }
    const { reply } = this.host;
    // A project's serializer may depend on the status.
    if (!reply.sent) {
      reply.code(status);
    }
    this.#serialized = serializedBy(reply, value);
    return this.#serialized;
  }

  /** Passes an exception to the project's `onError` hooks, then answers. */
  fail(error: unknown, { headers, answer }: Otherwise): void {
    const { reply } = this.host;
    if (!reply.sent) {
      setHeaders(reply, headers);
      // A reply would send any other thrown value as an answer.
      const thrown = error instanceof Error ? error : new Error(messageOf(error), { cause: error });
      this.#thrown = { error: thrown, answer };
      reply.send(thrown);
    }
  }

  /** Answers an exception with the 500. Returns `false` if the project answers it. */
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
      const left = encodedContent<Uint8Array>(content ?? "");
      reply.header("connection", "close").header("content-length", String(left.length));
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
    // The response of a pipelined request does not notice that its connection closed.
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
            // After a complete stream the connection can be reused.
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

// A reply would serialize a text again, and would add a charset to JSON, which has no such parameter (RFC 8259
// 11). After this text, the project's serializer applies again.
function sendText(reply: FastifyReply, text: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify takes null for no serializer, but its type does not
  const none = null as unknown as (payload: unknown) => string;
  reply.serializer(() => {
    reply.serializer(none);
    return text;
  });
  reply.send(text);
}

// `String()` fails for some values, such as `Object.create(null)`.
function messageOf(thrown: unknown): string {
  return typeof thrown === "string" ? thrown : shown(thrown);
}

// Whether a hook has given a reply a serializer. Fastify stores it under a private symbol, which is found by its
// description.
function hasOwnSerializer(reply: FastifyReply): boolean {
  return Object.getOwnPropertySymbols(reply).some(
    (at) =>
      at.description === "fastify.reply.serializer" && typeof Reflect.get(reply, at) === "function",
  );
}
