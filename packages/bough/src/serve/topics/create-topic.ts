// Topics over any log: the ids, the data, and who subscribes to which channel. docs/decisions/0025 has the steps, and
// each way in which they could lose or double an event.
import { toBase64 } from "../../shared/internal/encodings.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { flag, hook, option, verifyTable, type OptionTable } from "../options/option-table.ts";
import { Channel, type ChannelContext } from "./channel.ts";
import type { EventLog } from "./event-log.ts";
import { ChannelSubscription } from "./subscription.ts";
import {
  MissedEventsError,
  type NamedTopic,
  type SubscribeOptions,
  type Subscription,
  type Topic,
  type TopicCodec,
  type TopicOptions,
} from "./topic.ts";

/** The options of `createTopic`. */
export interface CreateTopicOptions<T> extends TopicOptions<T> {
  /** 1 to 200 characters. Topics with one name on one engine are one topic. */
  readonly name: string;
}

/** A string of 1 to 200 characters that every engine can keep. */
export function isTopicText(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    !/[\0\p{Surrogate}]/u.test(value) &&
    (value.length <= 200 || (value.length <= 400 && Array.from(value).length <= 200))
  );
}

const NAME = option("a string of 1 to 200 characters", isTopicText);
export const TOPIC_OPTIONS: OptionTable = {
  named: flag,
  codec: option(
    "an object { encode, decode }",
    (value) =>
      typeof fieldsOf(value)["encode"] === "function" &&
      typeof fieldsOf(value)["decode"] === "function",
  ),
  onWarning: hook("(message) => …"),
};

/**
 * Creates a topic on your own log. `memoryTopic`, `redisTopic` and `postgresTopic` use it.
 *
 * @example
 * const changes = createTopic<Change>(natsLog(connection), { name: "changes" });
 */
export function createTopic<Events>(
  log: EventLog,
  options: CreateTopicOptions<Events[keyof Events]> & { readonly named: true },
): NamedTopic<Events>;
export function createTopic<T = unknown>(log: EventLog, options: CreateTopicOptions<T>): Topic<T>;
export function createTopic(log: EventLog, options: CreateTopicOptions<unknown>): object {
  verifyTable("createTopic", options, { name: NAME, ...TOPIC_OPTIONS });
  return new LogTopic(log, options);
}

/** An event without a type, as it is published and as subscribers get it. */
interface AnyEvent {
  readonly id?: string;
  readonly event?: unknown;
  readonly data: unknown;
}

class LogTopic implements Topic<unknown, AnyEvent> {
  readonly #log: EventLog;
  readonly #name: string;
  readonly #codec: TopicCodec<unknown>;
  readonly #isNamed: boolean;
  readonly #channels = new Map<string, Channel>();
  /** What ends each subscription. */
  readonly #subscriptions = new Set<() => void>();
  readonly #context: ChannelContext;
  #isClosed = false;

  constructor(
    log: EventLog,
    { name, named = false, codec = JSON_CODEC, onWarning = warn }: CreateTopicOptions<unknown>,
  ) {
    this.#log = log;
    this.#name = name;
    this.#isNamed = named;
    this.#codec = codec;
    let isAway = false;
    this.#context = {
      log,
      tagOf: (channel, start) => tagOf([name, channel, start]),
      away: (error) => {
        if (!isAway) {
          isAway = true;
          const { message = error } = fieldsOf(error);
          onWarning(`topic "${name}" cannot be read, subscribers wait: ${String(message)}`);
        }
      },
      back: () => {
        isAway = false;
      },
    };
  }

  async publish(channel: string, event: unknown): Promise<void> {
    this.#verifyOpen();
    await this.#log.append(channel, this["~encode"](channel, event));
  }

  async position(channel: string): Promise<string> {
    this.#verifyOpen();
    verifyChannel(channel);
    const { start, last } = await this.#log.bounds(channel);
    return `${last}.${await this.#context.tagOf(channel, start)}`;
  }

  async subscribe(
    name: string,
    options?: SubscribeOptions & { readonly after?: undefined },
  ): Promise<Subscription<AnyEvent>>;
  async subscribe(
    name: string,
    options: SubscribeOptions,
  ): Promise<Subscription<AnyEvent> | undefined>;
  async subscribe(
    name: string,
    { after, signal }: SubscribeOptions = {},
  ): Promise<Subscription<AnyEvent> | undefined> {
    this.#verifyOpen();
    verifyChannel(name);
    signal?.throwIfAborted();
    const channel = this.#channels.get(name) ?? this.#open(name);
    channel.users++;
    let subscription: Subscription<AnyEvent> | undefined;
    try {
      await channel.ready;
      subscription = await this.#subscribed(channel, after, signal);
      return subscription;
    } finally {
      if (subscription === undefined) {
        this.#leave(channel);
      }
    }
  }

  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#subscriptions.forEach((end) => end());
      await this.#log.close?.();
    }
  }

  "~encode"(channel: string, event: unknown): string {
    verifyChannel(channel);
    if (!this.#isNamed) {
      return this.#textOf(event);
    }
    const { event: name, data } = fieldsOf(event);
    if (typeof name !== "string" || !/^[^\0\r\n]+$/.test(name)) {
      throw new TypeError(
        `topic "${this.#name}": expected { event, data } with a name of one line, received ${shown(event)}`,
      );
    }
    return `${name}\n${this.#textOf(data)}`;
  }

  /** A subscription whose position is settled; `undefined` if the id is not known. */
  async #subscribed(
    channel: Channel,
    after: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Subscription<AnyEvent> | undefined> {
    const [, asked, askedTag] = (after === undefined ? undefined : ID.exec(after)) ?? [];
    if (after !== undefined && asked === undefined) {
      return undefined;
    }
    const { start, last, knows } = await channel.bounds(asked);
    const tag = await this.#context.tagOf(channel.name, start);
    if (asked !== undefined && (!knows || askedTag !== tag)) {
      return undefined;
    }
    this.#verifyOpen();
    signal?.throwIfAborted();
    const position = asked ?? last;
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const idOf = (at: string): string => `${at}.${tag}`;
    const subscription = new ChannelSubscription(
      channel,
      { start, position },
      {
        ending,
        idOf,
        itemOf: (event) => this.#itemOf(idOf(event.position), event.data),
        missed: (at) => new MissedEventsError(this.#name, channel.name, idOf(at)),
      },
    );
    this.#subscriptions.add(end);
    signal?.addEventListener("abort", end);
    ending.signal.addEventListener("abort", () => {
      this.#subscriptions.delete(end);
      signal?.removeEventListener("abort", end);
      channel.leave(subscription);
      this.#leave(channel);
    });
    return subscription;
  }

  #itemOf(id: string, text: string): AnyEvent {
    if (!this.#isNamed) {
      return { id, data: this.#codec.decode(text) };
    }
    const at = text.indexOf("\n");
    return { id, event: text.slice(0, at), data: this.#codec.decode(text.slice(at + 1)) };
  }

  #textOf(data: unknown): string {
    const text: unknown = this.#codec.encode(data);
    if (typeof text !== "string" || text.includes("\0")) {
      const received = typeof text === "string" ? "a string with U+0000" : shown(text);
      throw new TypeError(
        `topic "${this.#name}": expected data that is JSON, or a codec that returns a string, received ${received}`,
      );
    }
    return text;
  }

  #open(name: string): Channel {
    const channel = new Channel(name, this.#context);
    this.#channels.set(name, channel);
    return channel;
  }

  #leave(channel: Channel): void {
    channel.users--;
    if (channel.users === 0) {
      channel.end();
      if (this.#channels.get(channel.name) === channel) {
        this.#channels.delete(channel.name);
      }
    }
  }

  #verifyOpen(): void {
    if (this.#isClosed) {
      throw new Error(`topic "${this.#name}" is closed`);
    }
  }
}

const JSON_CODEC: TopicCodec<unknown> = { encode: JSON.stringify, decode: JSON.parse };

/** `<position>.<tag>` */
const ID = /^([\w-]{1,64})\.([\w-]{1,64})$/;

/** Bytes of a tag. Nobody can guess so many. */
const TAG = 15;

/** What binds an id to its channel: a hash, because `start` is a secret of the log. */
async function tagOf(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return toBase64(digest.subarray(0, TAG)).replace(/\+/g, "-").replace(/\//g, "_");
}

function verifyChannel(channel: unknown): void {
  if (!isTopicText(channel)) {
    const received = typeof channel === "string" ? `one of ${channel.length}` : shown(channel);
    throw new TypeError(
      `expected a channel of 1 to 200 characters without U+0000, received ${received}`,
    );
  }
}

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- a topic that waits silently is hard to find
  console.error(message);
}
