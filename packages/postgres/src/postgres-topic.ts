// Topics in PostgreSQL: an event exists if and only if its transaction commits.
import { createTopic, type Topic } from "bough/server";
import type {
  CreateTopicOptions,
  Keep,
  NamedTopicEvent,
  ReceivedTopicEvent,
  TopicEvent,
  TopicOptions,
} from "bough/types";
import { EventTable } from "./event-table.ts";
import type { ListenConfiguration } from "./listening.ts";
import type { PostgresPool, Queryable } from "./pool.ts";
import { Wakes } from "./wakes.ts";

/** The options of `postgresTopic`. */
export interface PostgresTopicOptions<T> extends TopicOptions<T> {
  /** A `Pool` of `pg`, or PGlite, whose database has the tables of `migrate`. It must reach the primary. */
  readonly pool: PostgresPool;
  /** 1 to 200 characters. Topics with one name in one database are one topic. */
  readonly name: string;
  /** How much of each channel is kept, by default 10,000 events for a day. */
  readonly keep?: Keep;
  /** How `pg` connects to listen, if the pool's configuration reaches a pooler such as PgBouncer. */
  readonly listen?: ListenConfiguration;
  /** Polls at this interval, in milliseconds, instead of listening. `publish` then doesn't notify. */
  readonly wake?: { readonly poll: number };
}

/** The options of `publish`. */
export interface PublishOptions {
  /** The client of an open transaction: the event is published when it commits. */
  readonly client?: Queryable;
}

/** A statement that publishes an event, for a library that runs statements itself. */
export interface Statement {
  readonly text: string;
  readonly values: string[];
}

/** A topic in PostgreSQL. */
export interface PostgresTopic<Published, Item = TopicEvent<Published>> extends Topic<
  Published,
  Item
> {
  /** Appends an event to a channel: at once, or with the transaction of a client. */
  publish(channel: string, event: Published, options?: PublishOptions): Promise<void>;
  /** The statement that publishes an event. Run it in a transaction: the event is published when it commits. */
  statement(channel: string, event: Published): Statement;
  /** Makes all ids unknown, after a backup was restored: subscribers get a `MissedEventsError` and load their state again. */
  reset(): Promise<void>;
}

/**
 * Returns a topic for all processes that use a database. `migrate` creates its tables.
 *
 * @example
 * const changes = postgresTopic<Change>({ pool, name: "changes" });
 * await changes.publish(tenant, { kind: "created", booking }, { client });
 */
export function postgresTopic<Events>(
  options: PostgresTopicOptions<Events[keyof Events]> & { readonly named: true },
): PostgresTopic<NamedTopicEvent<Events>, ReceivedTopicEvent<Events>>;
export function postgresTopic<T = unknown>(options: PostgresTopicOptions<T>): PostgresTopic<T>;
export function postgresTopic({
  pool,
  name,
  keep: { events = 10_000, milliseconds = 86_400_000 } = {},
  listen,
  wake,
  ...others
}: PostgresTopicOptions<unknown>): object {
  verify({ pool, events, milliseconds, poll: wake?.poll ?? 1 });
  const onWarning = others.onWarning ?? ((message: string): void => console.error(message));
  const wakes = new Wakes({ pool, name, listen, poll: wake?.poll, onWarning });
  const insert = `insert into bough_events (topic, channel, data, wakes) values ($1, $2, $3, ${wake === undefined})`;
  const table = new EventTable({ pool, name, keep: { events, milliseconds }, wakes, insert });
  const topicOptions: CreateTopicOptions<unknown> = { ...others, name, onWarning };
  const topic = createTopic(table, topicOptions);
  const statement = (channel: string, event: unknown): Statement => ({
    text: insert,
    values: [name, channel, topic["~encode"](channel, event)],
  });
  return {
    publish: async (channel: string, event: unknown, { client }: PublishOptions = {}) => {
      if (client === undefined) {
        return topic.publish(channel, event);
      }
      const { text, values } = statement(channel, event);
      await client.query(text, values);
    },
    statement,
    subscribe: topic.subscribe.bind(topic),
    position: topic.position.bind(topic),
    reset: () => table.reset(),
    close: () => topic.close(),
    "~encode": topic["~encode"].bind(topic),
  };
}

function verify({ pool, ...counts }: Readonly<Record<string, unknown>>): void {
  if (typeof Object(pool).query !== "function") {
    throw new TypeError("postgresTopic: expected pool to be a Pool of pg, or PGlite");
  }
  for (const [name, value] of Object.entries(counts)) {
    if (!Number.isSafeInteger(value) || Number(value) < 1) {
      throw new TypeError(
        `postgresTopic: expected ${name} to be a whole number from 1, received ${String(value)}`,
      );
    }
  }
}
