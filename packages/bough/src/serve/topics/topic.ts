// The types of topics: events for the subscribers of a channel, in every process, and the error of a subscriber that
// cannot get every event.

/** An event, as subscribers get it. */
export interface TopicEvent<T> {
  readonly id: string;
  readonly data: T;
}

/** The event of a topic with `named: true`, as it is published. */
export type NamedTopicEvent<Events> = {
  readonly [Name in keyof Events & string]: { readonly event: Name; readonly data: Events[Name] };
}[keyof Events & string];

/** The event of a topic with `named: true`, as subscribers get it. */
export type ReceivedTopicEvent<Events> = {
  readonly [Name in keyof Events & string]: TopicEvent<Events[Name]> & { readonly event: Name };
}[keyof Events & string];

/** The events after a position, then new ones as they come. You can iterate over it once. */
export interface Subscription<Item> extends AsyncIterableIterator<Item> {
  /** The id that the first event comes after. A stream sends it first, so that its client can come back. */
  readonly position: string;
}

/** The options of `subscribe`. */
export interface SubscribeOptions {
  /** Events begin after this id, such as a `Last-Event-ID`. Without it, they begin now. */
  readonly after?: string | undefined;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
}

/** Events for the subscribers of a channel, in every process: each once, and in one order for all. */
export interface Topic<Published, Item = TopicEvent<Published>> {
  /**
   * Appends an event to a channel. Rejects if the engine didn't confirm it; the event may exist nevertheless, so
   * publishing it again may duplicate it.
   */
  publish(channel: string, event: Published): Promise<void>;
  /** Subscribes from now on. Everything that is published after it resolves arrives. */
  subscribe(
    channel: string,
    options?: SubscribeOptions & { readonly after?: undefined },
  ): Promise<Subscription<Item>>;
  /** Subscribes after an id; `undefined` if the channel doesn't know the id, or no longer keeps what follows it. */
  subscribe(channel: string, options: SubscribeOptions): Promise<Subscription<Item> | undefined>;
  /** Returns the current id. Ask for it before you read a list, then subscribe `after` it: no change in between is lost. */
  position(channel: string): Promise<string>;
  /** Ends all subscriptions, and closes the connections that the topic has opened. */
  close(): Promise<void>;
  /** The text of an event for the log; throws a `TypeError` for a wrong channel, or data that isn't JSON. */
  readonly "~encode": (channel: string, event: Published) => string;
}

/** A topic with `named: true`. */
export type NamedTopic<Events> = Topic<NamedTopicEvent<Events>, ReceivedTopicEvent<Events>>;

/** How data is written, instead of as JSON. */
export interface TopicCodec<T> {
  encode(data: T): string;
  decode(text: string): T;
}

/** The options of every topic. */
export interface TopicOptions<T> {
  /** Whether events have names: `{ event, data }`, for `namedEvents`. */
  readonly named?: boolean;
  /** How data is written, by default as JSON. */
  readonly codec?: TopicCodec<T>;
  /** Gets one line if something works, but not as it should. By default it goes to stderr. */
  readonly onWarning?: (message: string) => void;
}

/** How much of each channel is kept. */
export interface Keep {
  /** How many events, by default 10,000. */
  readonly events?: number;
  /** For how many milliseconds, by default 86,400,000, a day. */
  readonly milliseconds?: number;
}

/**
 * A subscription throws it instead of skipping events that are no longer kept, or that the engine has lost. Load the
 * state again, then subscribe again.
 */
export class MissedEventsError extends Error {
  override readonly name = "MissedEventsError";
  readonly code = "missed-events";
  readonly topic: string;
  readonly channel: string;
  /** The id of the last event that the subscriber got, or its position. */
  readonly id: string;

  constructor(topic: string, channel: string, id: string) {
    super(
      `topic "${topic}": events after ${id} are no longer kept: load the state again, then subscribe without \`after\``,
    );
    this.topic = topic;
    this.channel = channel;
    this.id = id;
  }
}
