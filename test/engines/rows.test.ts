// What every topic does, on real servers.
import { migrate, postgresTopic } from "bough-postgres";
import { redisTopic } from "bough-redis";
import { Redis } from "ioredis";
import pg from "pg";
import { createClient } from "redis";
import { createClient as createClient5 } from "redis-5";
import { missing, PostgresServer, RedisServer } from "../support/engines.ts";
import { describeTopic } from "../support/topic-rows.ts";

const redis = missing("redis-server");
const postgres = missing("postgresql");
for (const reason of [redis, postgres]) if (reason !== undefined) console.warn(reason);

for (const [version, create] of [
  ["6", createClient],
  ["5", createClient5 as unknown as typeof createClient],
] as const) {
  describeTopic(
    `redisTopic with redis ${version}`,
    async () => {
      const server = await RedisServer.create();
      const client = await create({ url: server.url }).connect();
      return {
        topic: (name, options) => redisTopic({ client, name, ...options }),
        close: async () => {
          client.destroy();
          await server.remove();
        },
      };
    },
    { skip: redis !== undefined },
  );
}

describeTopic(
  "redisTopic with ioredis",
  async () => {
    const server = await RedisServer.create();
    const client = new Redis(server.url);
    return {
      topic: (name, options) => redisTopic({ client, name, ...options }),
      close: async () => {
        client.disconnect();
        await server.remove();
      },
    };
  },
  { skip: redis !== undefined },
);

for (const wake of [undefined, { poll: 50 }]) {
  describeTopic(
    `postgresTopic with pg${wake ? ", polling" : ""}`,
    async () => {
      const server = await PostgresServer.create();
      const pool = new pg.Pool({ connectionString: server.url });
      await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
      return {
        topic: (name, options) => postgresTopic({ pool, name, ...options, ...(wake && { wake }) }),
        close: async () => {
          await pool.end();
          await server.remove();
        },
      };
    },
    { skip: postgres !== undefined },
  );
}
