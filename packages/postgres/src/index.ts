// Topics and stores of idempotency keys on PostgreSQL.
export { migrate } from "./migrate.ts";
export { postgresTopic } from "./postgres-topic.ts";
export type {
  PostgresTopic,
  PostgresTopicOptions,
  PublishOptions,
  Statement,
} from "./postgres-topic.ts";
export { postgresStore } from "./postgres-store.ts";
export type { PostgresStoreOptions } from "./postgres-store.ts";
export type { PostgresPool, Queryable } from "./pool.ts";
