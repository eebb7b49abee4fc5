// Topics in Redis or Valkey.
import { createTopic, type Topic } from "bough/server";
import type { Keep, NamedTopic, TopicOptions } from "bough/types";
import { connectionOf, type RedisClient } from "./connection.ts";
import { EventStreams } from "./event-streams.ts";

/** The options of `redisTopic`. */
export interface RedisTopicOptions<T> extends TopicOptions<T> {
  /** A connected client of `redis` 5 or newer, or of `ioredis` 5. It must reach the primary. */
  readonly client: RedisClient;
  /** 1 to 200 characters without braces. Topics with one name on one server are one topic. */
  readonly name: string;
  /** How much of each channel is kept, by default 10,000 events for a day. */
  readonly keep?: Keep;
  /** How many replicas must confirm an event before `publish` resolves, by default 0. With fewer after 2 s, it rejects. */
  readonly replicas?: number;
}

/**
 * Returns a topic for all processes that use a Redis or Valkey server.
 *
 * @example
 * const changes = redisTopic<Change>({ client, name: "changes" });
 * await changes.publish(tenant, { kind: "created", booking });
 */
export function redisTopic<Events>(
  options: RedisTopicOptions<Events[keyof Events]> & { readonly named: true },
): NamedTopic<Events>;
export function redisTopic<T = unknown>(options: RedisTopicOptions<T>): Topic<T>;
export function redisTopic({
  client,
  name,
  keep: { events = 10_000, milliseconds = 86_400_000 } = {},
  replicas = 0,
  ...others
}: RedisTopicOptions<unknown>): object {
  for (const [option, value, least] of [
    ["events", events, 1],
    ["milliseconds", milliseconds, 1],
    ["replicas", replicas, 0],
  ] as const) {
    if (!Number.isSafeInteger(value) || value < least) {
      throw new TypeError(
        `redisTopic: expected ${option} to be a whole number from ${least}, received ${value}`,
      );
    }
  }
  if (/[{}]/.test(name)) {
    throw new TypeError(
      "redisTopic: expected a name without braces, which say where a cluster keeps it",
    );
  }
  const connection = connectionOf(client);
  const log = new EventStreams({ connection, name, keep: { events, milliseconds }, replicas });
  return createTopic(log, { ...others, name });
}
