// Streams as the payload of a reply, so `onSend` hooks and the log see them. The head is sent at the first
// pull, because the client may wait for it.
import type { FastifyReply } from "fastify";
import { pulled } from "../../codec/byte-stream.ts";
import type { Delivery } from "../node/delivery.ts";
import { flushHead } from "../node/flush-head.ts";
import { connectionClosed, onClosed } from "../node/on-closed.ts";
import { drain } from "../node/write-early.ts";

/** A streamed answer and its reply. */
export interface ReplyStream {
  readonly reply: FastifyReply;
  /** The name of a header of the answer. When the response has it, Fastify has set all headers. */
  readonly mark: string;
  readonly drainBytes: number;
  readonly delivery: Delivery | undefined;
}

/** A stream of the same chunks. Calls `done` once, with whether it was read to its end. */
export function watched(
  body: ReadableStream<Uint8Array>,
  to: ReplyStream,
  done: (whole: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let begun = false;
  let settled = false;
  const settle = (whole: boolean): void => {
    if (!settled) {
      settled = true;
      forget();
      done(whole);
    }
  };
  // Fastify notices a closed connection only if the response has its socket.
  const forget = onClosed(to.reply.request.raw, to.reply.raw, () => {
    settle(false);
    reader.cancel(connectionClosed()).catch(() => undefined);
  });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begun ||= flushed(to);
        try {
          const chunk = await reader.read();
          if (!chunk.done) {
            to.delivery?.wrote(chunk.value.byteLength);
            controller.enqueue(chunk.value);
          } else if (!settled) {
            controller.close();
            settle(true);
          }
        } catch (error) {
          if (to.delivery !== undefined) {
            to.delivery.interrupted = "broken";
          }
          settle(false);
          throw error;
        }
      },
      cancel(reason) {
        settle(false);
        return reader.cancel(reason ?? connectionClosed());
      },
    },
    { highWaterMark: 0 },
  );
}

/** The content of an answer to a request whose body is still arriving. It ends when a bounded rest is drained. */
export function early(content: Uint8Array, to: ReplyStream): ReadableStream<Uint8Array> {
  const { reply, drainBytes } = to;
  let rest = content.byteLength === 0 ? undefined : content;
  return pulled(
    async () => {
      flushed(to);
      const chunk = rest;
      rest = undefined;
      return (
        chunk ??
        new Promise((resolve) => drain(reply.request.raw, drainBytes, () => resolve(undefined)))
      );
    },
    () => undefined,
  );
}

// A hook may read the stream before Fastify has set the headers, which would be lost.
function flushed({ reply, mark }: ReplyStream): boolean {
  if (!reply.raw.headersSent && reply.raw.hasHeader(mark)) {
    flushHead(reply.raw);
  }
  return true;
}
