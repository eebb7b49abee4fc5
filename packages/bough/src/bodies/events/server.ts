// Events: writes the items of a handler as Server-Sent Events (HTML 9.2), with comments that keep a quiet stream open.
import { formatComment, formatEvent, formatPosition } from "../../shared/codec/event-stream.ts";
import { isIdempotent } from "../../shared/http/method.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import { NO_STORE, NOSNIFF } from "../../serve/exchange/answer.ts";
import type { ServerCall } from "../../serve/handler/call.ts";
import type { ServerBody, WriterFor } from "../../serve/response/write-body.ts";
import {
  itemSent,
  itemWritten,
  sequenceAnswer,
} from "../../serve/parts/sequences/sequence-answer.ts";
import { eventData, eventOf, eventsOf } from "./server-encode.ts";

/**
 * The position of one client: the id of its last event, which it sends when it reconnects (HTML 9.2.6). The client's
 * counterpart is in declared.ts.
 */
class EventCursor {
  #id: string | undefined;
  #hasEvents = false;
  readonly #repeatable: boolean;

  constructor({ "~exchange": exchange }: Pick<ServerCall, "~exchange">) {
    // Only idempotent requests are repeated (RFC 9110 9.2.2), and a stream can be read only once.
    this.#repeatable = isIdempotent(exchange.method) && exchange.contentLength !== undefined;
    this.#id = exchange.header("last-event-id");
  }

  /** Whether the client can continue where it was. */
  get isKnown(): boolean {
    return this.#repeatable && Boolean(this.#id);
  }

  /** Records the id of a sent event. An empty one resets the client. */
  reached(id: string | undefined): void {
    // No event has had an id yet, so the position is unknown.
    this.#id = id ?? (this.#hasEvents ? this.#id : "");
    this.#hasEvents = true;
  }
}

const writer: WriterFor = ({ format, types }, { output, outputOf }) => {
  const { end, keepAlive } = format;
  const rules = { events: eventsOf(format, types, outputOf), output, itemCodec: format.itemCodec };
  return {
    convertsItems: true,
    write: async (content, mediaType = "") => {
      const { call } = content;
      // Caches and proxies must not buffer events (HTML 9.2.6).
      const buffering = [...NO_STORE, "x-accel-buffering", "no"];
      const cursor = new EventCursor(call);
      const position = positionOf(content.value);
      if (position !== undefined) {
        cursor.reached(position);
      }
      const answer = await sequenceAnswer(
        content,
        ["content-type", mediaType, ...NOSNIFF, ...buffering],
        {
          toText: async (item) => {
            const { message, written } = itemWritten(call, () => eventOf(item, rules));
            const data = await itemSent(message.data, written.output, call);
            const text = itemWritten(call, () =>
              formatEvent({ ...message, data: eventData(data, written.itemCodec, end) }),
            );
            cursor.reached(message.id);
            return text;
          },
          // Else a client that loses its connection before the first event could not come back.
          first:
            position === undefined ? undefined : itemWritten(call, () => formatPosition(position)),
          keepAlive,
          comment: formatComment(""),
          last: end === undefined ? undefined : formatEvent({ data: end }),
        },
      );
      return { ...answer, resumable: () => cursor.isKnown };
    },
  };
};

/** Where a sequence says that it begins, as the subscription of a topic does. */
function positionOf(items: unknown): string | undefined {
  const { position } = fieldsOf(items);
  return typeof position === "string" && position !== "" ? position : undefined;
}

/** Events, on a server. */
export const events: ServerBody = { writer, reads: ["last-event-id"] };
