// The items and their changes, in each of three engines. A change and its event belong together: in PostgreSQL they are
// one transaction.
import { migrate, postgresTopic } from "bough-postgres";
import { redisTopic } from "bough-redis";
import { memoryTopic } from "bough/server";
import type { NamedTopic } from "bough/types";
import pg from "pg";
import { createClient } from "redis";
import type { Changes, Item } from "./api.ts";

export interface Items {
  /** The engine, for people. */
  readonly engine: string;
  readonly changes: NamedTopic<Changes>;
  list(): Promise<Item[]>;
  add(item: Item): Promise<void>;
  /** Resolves to `false` if there is no such item. */
  remove(id: string): Promise<boolean>;
  close(): Promise<void>;
}

const CHANNEL = "all";

/** The items in the engine that the environment names. */
export async function openItems(env: NodeJS.ProcessEnv): Promise<Items> {
  const { DATABASE_URL: database, REDIS_URL: redis } = env;
  if (database) return postgresItems(database);
  return redis ? redisItems(redis) : memoryItems();
}

export function memoryItems(): Items {
  const changes = memoryTopic<Changes>({ named: true });
  const items = new Map<string, Item>();
  return {
    engine: "memory",
    changes,
    list: async () => [...items.values()],
    add: async (item) => {
      items.set(item.id, item);
      await changes.publish(CHANNEL, { event: "added", data: item });
    },
    remove: async (id) => {
      if (!items.delete(id)) return false;
      await changes.publish(CHANNEL, { event: "removed", data: { id } });
      return true;
    },
    close: () => changes.close(),
  };
}

async function postgresItems(connectionString: string): Promise<Items> {
  const pool = new pg.Pool({ connectionString });
  await migrate(pool);
  await pool.query(
    "create table if not exists live_items (id uuid primary key, text text not null, added_at timestamptz not null default now())",
  );
  const changes = postgresTopic<Changes>({ pool, name: "live items", named: true });
  const transaction = async <T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const value = await run(client);
      await client.query("commit");
      return value;
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  };
  return {
    engine: "PostgreSQL",
    changes,
    list: async () =>
      (await pool.query<Item>("select id, text from live_items order by added_at")).rows,
    add: (item) =>
      transaction(async (client) => {
        await client.query("insert into live_items (id, text) values ($1, $2)", [
          item.id,
          item.text,
        ]);
        await changes.publish(CHANNEL, { event: "added", data: item }, { client });
      }),
    remove: (id) =>
      transaction(async (client) => {
        const { rowCount } = await client.query("delete from live_items where id = $1", [id]);
        if (rowCount === 0) return false;
        await changes.publish(CHANNEL, { event: "removed", data: { id } }, { client });
        return true;
      }),
    close: async () => {
      await changes.close();
      await pool.end();
    },
  };
}

async function redisItems(url: string): Promise<Items> {
  const client = createClient({ url });
  client.on("error", (error) => console.error(String(error)));
  await client.connect();
  const changes = redisTopic<Changes>({ client, name: "live-items", named: true });
  const key = "live-items";
  return {
    engine: "Redis",
    changes,
    list: async () => Object.entries(await client.hGetAll(key)).map(([id, text]) => ({ id, text })),
    add: async (item) => {
      await client.hSet(key, item.id, item.text);
      await changes.publish(CHANNEL, { event: "added", data: item });
    },
    remove: async (id) => {
      if ((await client.hDel(key, id)) === 0) return false;
      await changes.publish(CHANNEL, { event: "removed", data: { id } });
      return true;
    },
    close: async () => {
      await changes.close();
      await client.close();
    },
  };
}

/** The events of the list. */
export function subscribe(
  { changes }: Items,
  after: string | undefined,
  signal: AbortSignal,
): ReturnType<Items["changes"]["subscribe"]> {
  return changes.subscribe(CHANNEL, { after, signal });
}

/** The id of now, before the list is read. */
export function positionOf({ changes }: Items): Promise<string> {
  return changes.position(CHANNEL);
}
