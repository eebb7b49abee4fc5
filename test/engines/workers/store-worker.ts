// A process that runs the handler of an idempotent call and never comes to its end.
import type { IdempotencyStore, IdempotentRequest } from "bough/types";
import { postgresStore } from "bough-postgres";
import { redisStore } from "bough-redis";
import pg from "pg";
import { createClient } from "redis";

const [engine, url = "", lease, request = ""] = process.argv.slice(2);
const asked = JSON.parse(request) as IdempotentRequest;

async function storeOf(): Promise<IdempotencyStore> {
  if (engine === "redis") {
    return redisStore(await createClient({ url }).connect(), { lease: Number(lease) });
  }
  const client = new pg.Client(url);
  await client.connect();
  await client.query("begin");
  await client.query("insert into effects values ('lost')");
  return postgresStore({ client: () => client });
}

const store = await storeOf();
await store.run(asked, () => {
  console.log("running");
  return new Promise(() => undefined);
});
