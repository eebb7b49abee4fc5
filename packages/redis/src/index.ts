// Topics and stores of idempotency keys on Redis or Valkey.
export { redisTopic } from "./redis-topic.ts";
export type { RedisTopicOptions } from "./redis-topic.ts";
export { redisStore } from "./redis-store.ts";
export type { RedisStoreOptions } from "./redis-store.ts";
export type { IORedisClient, NodeRedisClient, RedisClient } from "./connection.ts";
