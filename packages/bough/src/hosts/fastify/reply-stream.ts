// Streams as the payload of a reply, so `onSend` hooks and the log see them. The head is sent at the first
// pull, because the client may wait for it.
import type { FastifyReply } from "fastify";
import { pulled, relayed, type ByteReader } from "../../codec/byte-stream.ts";
import type { Delivery } from "../node/delivery.ts";
import { flushHead } from "../node/write-head.ts";
import { connectionClosed, onClosed } from "../node/on-closed.ts";
import { drain } from "../node/write-body.ts";

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
  const cancel = (reason: unknown = connectionClosed()): Promise<void> => reader.cancel(reason);
  const begin = (): ByteReader => {
    flush(to);
    return { read: () => reader.read(), cancel };
  };
  let forget = (): void => undefined;
  return relayed(
    { getReader: begin, cancel },
    {
      // Fastify notices a closed connection only if the response has its socket.
      leaving: (leave) => {
        forget = onClosed(to.reply.request.raw, to.reply.raw, () => leave(connectionClosed()));
      },
      chunk: (chunk) => {
        to.delivery?.wrote(chunk.byteLength);
        return chunk;
      },
      over: (how) => {
        forget();
        if (how === "broken" && to.delivery !== undefined) {
          to.delivery.interrupted = "broken";
        }
        done(how === "whole");
      },
    },
  );
}

/** The content of an answer to a request whose body is still arriving. It ends when a bounded rest is drained. */
export function early(content: Uint8Array, to: ReplyStream): ReadableStream<Uint8Array> {
  const { reply, drainBytes } = to;
  let rest = content.byteLength === 0 ? undefined : content;
  return pulled(
    async () => {
      flush(to);
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
function flush({ reply, mark }: ReplyStream): void {
  if (!reply.raw.headersSent && reply.raw.hasHeader(mark)) {
    flushHead(reply.raw);
  }
}
