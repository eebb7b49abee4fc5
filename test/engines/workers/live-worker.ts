// One of several processes that serve the events of a topic.
import { dynamicResource, events, failure, get, rootResource, string } from "bough";
import { listen } from "bough/node";
import { createServer, type Topic } from "bough/server";
import { postgresTopic } from "bough-postgres";
import { redisTopic } from "bough-redis";
import pg from "pg";
import { createClient } from "redis";

const [engine, url = "", port, beginning] = process.argv.slice(2);

export const Missed = failure("missed-events", 410);
const api = rootResource({
  channel: dynamicResource("channel", string(), {
    live: get()
      .headers({ "last-event-id": string().optional() })
      .response(events<number>())
      .failure(Missed),
  }),
});

async function topicOf(): Promise<Topic<number>> {
  const shared = { name: "live", keep: { events: 1_000_000 }, onWarning: () => undefined };
  if (engine === "redis") {
    const client = createClient({ url, socket: { reconnectStrategy: 50 } });
    client.on("error", () => undefined);
    await client.connect();
    return redisTopic<number>({ ...shared, client });
  }
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => undefined);
  return postgresTopic<number>({ ...shared, pool });
}

const topic = await topicOf();
const server = createServer({ onError: () => undefined });
server.route(
  api.channel.live,
  async ({ headers, ids, signal, fail }) =>
    (await topic.subscribe(ids.channel, { after: headers["last-event-id"], signal })) ??
    fail(Missed),
);
await listen(server, { port: Number(port) });
console.log(beginning ?? "listening");
// Memory in use, when it is asked for.
process.stdin.on("data", () => {
  globalThis.gc?.();
  console.log(`heap ${process.memoryUsage().heapUsed}`);
});
