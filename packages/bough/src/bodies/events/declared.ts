// Server-Sent Events: the server gives a sequence, the client reads it, and reconnects if the stream breaks (HTML 9.2).
import { refuseOthers } from "../../shared/internal/wrong-argument.ts";
import { DecodeError } from "../../shared/codec/codec.ts";
import { readEvents, type EventMessage } from "../../shared/codec/event-stream.ts";
import { bytesOf, type Sequence } from "../../shared/codec/byte-stream.ts";
import { parseJson } from "../../shared/codec/plain-json.ts";
import type { IsAny } from "../../shared/internal/record.ts";
import type { BodySentences } from "../../shared/internal/type-error.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { bodyOf, type BodyFormat } from "../../declare/body/body-format.ts";
import type { AnyBody, Body, BySchema, JsonRest } from "../../declare/body/body.ts";
import type { Received } from "../../shared/reception/received.ts";
import { comeBack, type StreamCursor } from "./client-reconnect.ts";
import type { CodecBody } from "../json/declared.ts";
import { itemLimit, itemOf, unreadable } from "../../shared/reception/received-content.ts";
import { contentOf, leavable, receiving } from "../../shared/reception/received-stream.ts";
import type { ItemGiven, ItemReceived, ItemSchema } from "../../declare/body/sequence-body.ts";

/** A value that the handler of `events` yields: the data alone, or a message with `event`, `id` and `retry`. */
export type EventInput<T> = [Extract<T, HasData>] extends [never]
  ? T | EventMessage<T>
  : IsAny<T> extends true
    ? T
    : EventMessage<T>;
// An item with `data` would look like a message.
interface HasData {
  readonly data: unknown;
}

/** One message of an event stream, as the client gets it. */
export interface ReceivedEvent<T> {
  readonly data: T;
  /** `message` if the server sends no name. */
  readonly event: string;
  /** The last id that the server sent; empty if there was none. */
  readonly id: string;
}

/** The events of a response as they arrive. You can read them once: the data, or whole messages. */
export interface EventStream<T> extends AsyncIterable<T> {
  /** The same events as messages, with their names and ids. */
  readonly messages: AsyncIterable<ReceivedEvent<T>>;
}

/** The response body that `events` returns. */
export interface EventsBody<Given, Received = Given> extends Body<
  Sequence<EventInput<Given>>,
  EventStream<Received>,
  "text/event-stream"
> {
  readonly "~body": "events";
}

/** Options of an event stream. */
export interface EventsOptions {
  /** Milliseconds without an event before a comment keeps the stream open: 15,000. */
  readonly keepAlive?: number;
  /**
   * The data of a last event, such as `"[DONE]"`, that ends the sequence. The server writes it after the handler has
   * finished, and the client stops there. It is not among the events.
   */
  readonly end?: string;
}

/** The type of `events`. */
export interface EventsFunction {
  <T = unknown>(options?: EventsOptions, ...check: JsonRest<T>): EventsBody<T>;
  <D extends AnySchema | AnyBody>(
    data: EventData<D>,
    options?: EventsOptions,
  ): EventsBody<EventGiven<D>, EventReceived<D>> & BySchema;
}

/** The type of `plainText()`. */
type TextBody = CodecBody<string, string, "text/plain">;

/** A schema of JSON data, or `plainText()`, else a sentence. */
export type EventData<D> = D extends AnyBody
  ? D extends TextBody
    ? D
    : BodySentences["eventData"]
  : D extends AnySchema
    ? ItemSchema<D>
    : BodySentences["eventData"];

/** The types of events on both sides, for the type of their data. */
export type EventGiven<D> = D extends AnySchema ? ItemGiven<D> : string;
export type EventReceived<D> = D extends AnySchema ? ItemReceived<D> : string;

/**
 * Declares Server-Sent Events with JSON data, `events<T>()` or `events(schema)`, or with text,
 * `events(plainText())`. The handler is an async generator. The client gets an async iterable,
 * which reconnects with `Last-Event-ID` if the stream breaks after an event with an id (HTML 9.2).
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a body exist for the compiler only
export const events: EventsFunction = ((
  first: AnySchema | AnyBody | EventsOptions = {},
  second: EventsOptions = {},
): AnyBody => {
  const data: Partial<BodyFormat> | undefined =
    "~standard" in first ? { schema: first } : "~body" in first ? first["~format"] : undefined;
  const options = "~standard" in first || "~body" in first ? second : first;
  const reading = { schema: data?.schema, itemCodec: data?.codec };
  return eventStreamBody(options, { ...reading, readingOf: () => reading }, eventsOf);
}) as EventsFunction;

type EventReading = Pick<BodyFormat, "schema" | "itemCodec">;
/** How to read the data of the events of each name, and the data that ends the sequence. */
interface EventReadings extends Pick<BodyFormat, "end"> {
  /** `undefined` for events that are skipped. */
  readonly readingOf: (event: string) => EventReading | undefined;
}

/** Makes the body of an event stream. `shown` is what the client gets for the messages. */
export function eventStreamBody(
  { keepAlive = 15_000, end, ...others }: EventsOptions,
  { readingOf, ...format }: Partial<BodyFormat> & Omit<EventReadings, "end">,
  shown: (messages: AsyncGenerator<ReceivedEvent<unknown>>) => unknown,
): AnyBody {
  refuseOthers("events", others);
  return bodyOf("events", {
    mediaTypes: ["text/event-stream"],
    ...format,
    end,
    keepAlive,
    receive: receiving((received) => {
      const content = contentOf(received, received.response);
      const leave = async (): Promise<void> => {
        await content.cancel();
        received.call.over?.();
      };
      return shown(leavable(messagesOf(received, { readingOf, end }, content), leave));
    }),
  });
}

function eventsOf(messages: AsyncGenerator<ReceivedEvent<unknown>>): EventStream<unknown> {
  return {
    messages,
    [Symbol.asyncIterator]: () =>
      leavable(dataOnly(messages), async () => messages.return(undefined)),
  };
}

async function* dataOnly(messages: AsyncIterable<ReceivedEvent<unknown>>): AsyncGenerator {
  for await (const { data } of messages) {
    yield data;
  }
}

async function* messagesOf(
  received: Received,
  { readingOf, end }: EventReadings,
  first: ReadableStream<Uint8Array>,
): AsyncGenerator<ReceivedEvent<unknown>> {
  let content: ReadableStream<Uint8Array> | undefined = first;
  const place: StreamCursor = { id: undefined, retry: undefined, attempt: 0 };
  try {
    while (content) {
      const events = readEvents(content, { maxLength: itemLimit(received) });
      let cause: unknown;
      try {
        for (;;) {
          const next = await events.next().catch((error: unknown) => {
            if (error instanceof DecodeError) {
              throw unreadable(received, error);
            }
            // The stream is broken: a normal end would look complete.
            cause = error ?? new Error("the stream broke without a reason");
          });
          if (!next || next.done) {
            if (next && end !== undefined) {
              // Without its last event, the sequence may be incomplete.
              cause = new Error(`the stream ended before the event ${JSON.stringify(end)}`);
            }
            break;
          }
          const { data, event = "message", id, retry } = next.value;
          place.id = id ?? place.id;
          place.retry = retry ?? place.retry;
          // An event, or the position of a quiet stream: the server is there.
          if (data !== undefined || id !== undefined) {
            place.attempt = 0;
          }
          if (data !== undefined) {
            if (data === end) {
              return;
            }
            // No event has had an id yet, so the position is unknown.
            place.id ??= "";
            const reading = readingOf(event);
            if (reading) {
              yield { data: await dataOf(received, reading, data), event, id: place.id };
            }
          }
        }
      } finally {
        // The reader has left, so end the answer.
        await events.return(undefined);
      }
      const response = cause === undefined ? undefined : await comeBack(received, place, cause);
      content = response && contentOf(received, response);
    }
  } finally {
    received.call.over?.();
  }
}

function dataOf(
  received: Received,
  { schema, itemCodec }: EventReading,
  text: string,
): Promise<unknown> {
  let data: unknown;
  try {
    data = itemCodec ? itemCodec.decode(bytesOf(text), { depth: Infinity }) : parseJson(text);
  } catch (error) {
    throw unreadable(received, error);
  }
  return itemOf(received, schema, data);
}
