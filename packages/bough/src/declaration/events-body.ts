// Server-Sent Events: the server gives a sequence, the client reads one, and comes back where
// it was when the stream breaks (HTML 9.2).
import { DecodeError } from "../codec/codec.ts";
import { readEvents } from "../codec/event-stream.ts";
import type { EventMessage } from "../codec/event-stream.ts";
import type { Sequence } from "../codec/byte-stream.ts";
import { essenceOf } from "../http/media-type.ts";
import { writeUtf8 } from "../http/utf8-field.ts";
import { LONGEST_TIMER } from "../internal/longest-timer.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import { bodyOf } from "./body-format.ts";
import type { AnyBody, Body, JsonRest } from "./body.ts";
import type { Received, Sending } from "./body-format.ts";
import { broken, itemLimit, itemOf, unreadable } from "./received-content.ts";
import { contentOf, leavable, receiving } from "./received-stream.ts";
import type { ItemGiven, ItemReceived, ItemSchema } from "./sequence-body.ts";

/** What a handler yields: the data alone, or a message with `event`, `id` and `retry`. */
export type GivenEvent<T> = T extends { readonly data: unknown }
  ? EventMessage<T>
  : T | EventMessage<T>;

/** A message as its reader gets it. */
export interface ReceivedEvent<T> {
  readonly data: T;
  /** `message` where the server names none. */
  readonly event: string;
  /** The last id that the server gave; empty for none. */
  readonly id: string;
}

/** Events as they arrive, to be read once: the data, or whole messages. */
export interface EventStream<T> extends AsyncIterable<T> {
  /** The same events with their names and ids. */
  readonly messages: AsyncIterable<ReceivedEvent<T>>;
}

/** A response of Server-Sent Events. */
export interface EventsBody<Given, Received = Given> extends Body<
  Sequence<GivenEvent<Given>>,
  EventStream<Received>,
  "text/event-stream"
> {
  readonly "~body": "events";
}

/** Options of an event stream. */
export interface EventsOptions {
  /** Milliseconds between the comments that keep a quiet stream open: 15,000. */
  readonly keepAlive?: number;
}

/** The type of `events`. */
export interface EventsFunction {
  <T = unknown>(options?: EventsOptions, ...check: JsonRest<T>): EventsBody<T>;
  <S extends AnySchema>(
    schema: ItemSchema<S>,
    options?: EventsOptions,
  ): EventsBody<ItemGiven<S>, ItemReceived<S>>;
}

/**
 * Server-Sent Events with JSON data: `events<T>()` or `events(schema)`. The handler is an async
 * generator; the client gets an async iterable that comes back with `Last-Event-ID` where the
 * stream breaks after an event that had an id (HTML 9.2).
 */
export const events: EventsFunction = ((
  first: AnySchema | EventsOptions = {},
  second: EventsOptions = {},
): AnyBody => {
  const schema = "~standard" in first ? first : undefined;
  const { keepAlive = 15_000 } = "~standard" in first ? second : first;
  return bodyOf("events", {
    mediaTypes: ["text/event-stream"],
    schema,
    keepAlive,
    receive: receiving((received) => {
      const content = contentOf(received, received.response);
      const leave = async (): Promise<void> => {
        await content.cancel();
        received.call.over?.();
      };
      return eventsOf(leavable(messagesOf(received, schema, content), leave));
    }),
  });
}) as EventsFunction;

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
  schema: AnySchema | undefined,
  first: ReadableStream<Uint8Array>,
): AsyncGenerator<ReceivedEvent<unknown>> {
  let content: ReadableStream<Uint8Array> | undefined = first;
  const place: Place = { id: undefined, retry: undefined, attempt: 0 };
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
            // Whatever broke it, it broke: an end would look whole.
            cause = error ?? new Error("the stream broke without a reason");
          });
          if (!next || next.done) {
            break;
          }
          const { data, event = "message", id, retry } = next.value;
          place.id = id ?? place.id;
          place.retry = retry ?? place.retry;
          if (data !== undefined) {
            place.attempt = 0;
            // An event without one, and none before: nobody knows where that is.
            place.id ??= "";
            yield { data: await dataOf(received, schema, data), event, id: place.id };
          }
        }
      } finally {
        // Ends the answer where its reader has left.
        await events.return(undefined);
      }
      const response = cause === undefined ? undefined : await comeBack(received, place, cause);
      content = response && contentOf(received, response);
    }
  } finally {
    received.call.over?.();
  }
}

function dataOf(received: Received, schema: AnySchema | undefined, text: string): Promise<unknown> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw unreadable(received, error);
  }
  return itemOf(received, schema, data);
}

/** Where a stream has come to. */
interface Place {
  /** `undefined` before the first event; empty where none is known. */
  id: string | undefined;
  /** What the server says of the delay. */
  retry: number | undefined;
  /** How often in a row it came back without an event. */
  attempt: number;
}

// Without an id nobody knows what was missed in between: such a stream is broken.
async function comeBack(
  received: Received,
  place: Place,
  cause: unknown,
): Promise<Response | undefined> {
  const { call, outgoing } = received;
  const { method, signal, reconnect } = call;
  const { attempts = 5, delay = 1000, maxDelay = 30_000 } = reconnect ?? {};
  // Only what is idempotent is sent again (RFC 9110 9.2.2), and what has not been read away.
  const repeatable = !outgoing.duplex && !/POST|PATCH/.test(method);
  // What has begun after an event goes on after it.
  const id =
    place.id === undefined ? (outgoing.headers["last-event-id"] ?? "") : writeUtf8(place.id);
  for (;;) {
    // What is no number allows none.
    if (signal?.aborted || id === "" || !repeatable || !(place.attempt < attempts)) {
      throw broken(received, cause);
    }
    // Finite: nothing times infinity is no number, and no pause.
    const growth = 2 ** Math.min(place.attempt, 31);
    // A server may want its reader back at once, but not on and on where no event comes of it.
    const own = place.attempt++ ? (delay * growth) / 2 : 0;
    const wait = Math.min(Math.max((place.retry ?? delay) * growth, own), maxDelay);
    // Spread, so that many clients do not come back at one moment.
    await waited(wait * (0.75 + Math.random() / 2), signal);
    if (signal?.aborted) {
      // Nothing is asked for any more.
      throw broken(received, cause);
    }
    const headers = { ...outgoing.headers, "last-event-id": id };
    const response = await asked(received, { ...outgoing, headers }).catch((error: unknown) => {
      cause = error;
    });
    if (response?.status === 204) {
      return undefined;
    }
    const contentType = response?.headers.get("content-type") ?? "";
    if (response?.status === 200 && essenceOf(contentType) === "text/event-stream") {
      return response;
    }
    response?.body?.cancel().catch(() => undefined);
    if (response && response.status < 500) {
      const answer = `${response.status} ${contentType || "without a type"}`;
      throw broken(
        received,
        new Error(`answered ${answer} when it came back, expected 200 text/event-stream`),
      );
    }
  }
}

/** The next answer; an abort does not wait for what has not heard of it. */
function asked(
  { call: { signal }, exchange, call }: Pick<Received, "call" | "exchange">,
  init: Sending,
): Promise<Response> {
  const answer = (async () => exchange(call, init))();
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal?.reason);
      // Nobody is going to read what may still come.
      answer.then(async ({ body }) => body?.cancel()).catch(() => undefined);
    };
    signal?.addEventListener("abort", abort);
    answer.finally(() => signal?.removeEventListener("abort", abort)).then(resolve, reject);
  });
}

function waited(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, LONGEST_TIMER));
    signal?.addEventListener("abort", done);
  });
}
