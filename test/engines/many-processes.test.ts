// Three processes behind nginx that are killed in turn, an engine that is killed twice, and many subscribers: each gets
// each confirmed event of its channel once, in one order, and of other channels none.
import { dynamicResource, events, failure, get, rootResource, string } from "bough";
import { createClient } from "bough/client";
import type { Topic } from "bough/server";
import { migrate, postgresTopic } from "bough-postgres";
import { redisTopic } from "bough-redis";
import pg from "pg";
import { createClient as createRedis } from "redis";
import { beforeAll, describe, expect, test } from "vitest";
import { freePort, later, missing, PostgresServer, RedisServer } from "../support/engines.ts";
import { isComplete, isRequired } from "../support/matrix.ts";
import { nginx, startNginx } from "../support/nginx.ts";
import { bundled, startWorker, type Worker } from "../support/worker.ts";

/** What a run has: the complete one, or a small one. */
const SIZE = isComplete
  ? { subscribers: 400, channels: 50, events: 10_000, killEvery: 5_000 }
  : { subscribers: 60, channels: 6, events: 1_500, killEvery: 1_500 };
/** Every fifth channel is silent until its end. */
const isSilent = (channel: number): boolean => channel % 5 === 4;
const END = -1;
const PROCESSES = 3;

const Missed = failure("missed-events", 410);
const api = rootResource({
  channel: dynamicResource("channel", string(), {
    live: get()
      .headers({ "last-event-id": string().optional() })
      .response(events<number>())
      .failure(Missed),
  }),
});

interface Engine {
  readonly name: string;
  readonly url: string;
  /** A topic of a writer. */
  topic(): Promise<Topic<number>>;
  restart(): Promise<void>;
  close(): Promise<void>;
}
const shared = { name: "live", keep: { events: 1_000_000 }, onWarning: () => undefined };

async function redisEngine(): Promise<Engine> {
  const server = await RedisServer.create();
  return {
    name: "redis",
    url: server.url,
    topic: async () => {
      const client = createRedis({ url: server.url, socket: { reconnectStrategy: 50 } });
      client.on("error", () => undefined);
      await client.connect();
      const topic = redisTopic<number>({ ...shared, client });
      return Object.assign(topic, { close: async () => client.destroy() });
    },
    restart: async () => {
      await server.kill();
      await server.start();
    },
    close: () => server.remove(),
  };
}

async function postgresEngine(): Promise<Engine> {
  const server = await PostgresServer.create("max_connections=200");
  const migrating = new pg.Pool({ connectionString: server.url });
  await migrate(migrating);
  await migrating.end();
  return {
    name: "postgres",
    url: server.url,
    topic: async () => {
      const pool = new pg.Pool({ connectionString: server.url });
      pool.on("error", () => undefined);
      const topic = postgresTopic<number>({ ...shared, pool });
      return { ...topic, close: async () => pool.end() };
    },
    restart: async () => {
      await server.kill();
      server.start("max_connections=200");
    },
    close: () => server.remove(),
  };
}

/** Three processes, each on its own port, behind nginx. */
async function startCluster(file: string, { name, url }: Engine) {
  const ports = await Promise.all(Array.from({ length: PROCESSES }, async () => freePort()));
  const start = async (port: number): Promise<Worker> => {
    const worker = startWorker(file, name, url, String(port));
    await worker.line("listening");
    return worker;
  };
  const workers = await Promise.all(ports.map(start));
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" ");
  const proxy = await startNginx(
    "location / { proxy_pass http://all; proxy_http_version 1.1; proxy_set_header Connection ''; proxy_read_timeout 1h; }",
    `upstream all { ${servers} }`,
  );
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    /** Kills a process, and starts another one in its place. */
    replace: async (at: number): Promise<void> => {
      await workers[at]!.kill();
      workers[at] = await start(ports[at]!);
    },
    close: async (): Promise<void> => {
      await proxy.close();
      await Promise.all(workers.map(async (worker) => worker.kill()));
    },
  };
}

/** Publishes each event until it is confirmed. Says how often each was tried. */
async function write(topic: Topic<number>, all: readonly number[]): Promise<Map<number, number>> {
  const tries = new Map<number, number>();
  const began = Date.now();
  for (const [at, event] of all.entries()) {
    // Long enough for every kill.
    const due = began + (at / all.length) * 5 * SIZE.killEvery;
    if (due > Date.now()) await later(due - Date.now());
    for (let isConfirmed = false; !isConfirmed;) {
      tries.set(event, (tries.get(event) ?? 0) + 1);
      isConfirmed = await topic.publish(channelOf(event), event).then(
        () => true,
        async () => later(50).then(() => false),
      );
    }
  }
  return tries;
}

/** The events of a process, spread over the channels that are not silent. */
function channelOf(event: number): string {
  const channel = event % SIZE.channels;
  return `channel ${isSilent(channel) ? channel - 1 : channel}`;
}

const reason = [
  missing("redis-server", "postgresql"),
  nginx === undefined && !isRequired ? "not installed: apt-get install nginx" : undefined,
].find((one) => one !== undefined);
if (reason !== undefined) console.warn(reason);

let file: string;
beforeAll(async () => {
  file = await bundled("live-worker.ts");
});

describe.skipIf(reason !== undefined).each([
  ["Redis", redisEngine],
  ["PostgreSQL", postgresEngine],
])("processes on %s", (_name, open) => {
  test(
    "give each subscriber each confirmed event once, in one order, though all are killed",
    { timeout: 900_000 },
    async () => {
      const engine = await open();
      const cluster = await startCluster(file, engine);
      const client = createClient({
        baseUrl: cluster.url,
        reconnect: { attempts: 1_000, delay: 50, maxDelay: 1_000 },
      });
      const subscribed = await Promise.all(
        Array.from({ length: SIZE.subscribers }, async (_, at) => {
          const channel = `channel ${at % SIZE.channels}`;
          const live = client.request(api.channel(channel).live);
          return { channel, messages: (await live.bodyOrThrow()).messages };
        }),
      );
      // Each stream has sent its position, so that it can come back.
      const reading = subscribed.map(async ({ channel, messages }) => {
        const seen: number[] = [];
        for await (const { data } of messages) {
          if (data === END) break;
          seen.push(data);
        }
        return { channel, seen };
      });
      await later(500);
      let isWritten = false;
      let restarts = 0;
      const disturbing = (async () => {
        for (let at = 0; ; at++) {
          await later(SIZE.killEvery);
          // A fast machine has written everything before the second restart.
          if (isWritten && restarts === 2) break;
          if (at === 1 || at === 3) {
            await engine.restart();
            restarts++;
          }
          await cluster.replace(at % PROCESSES);
        }
      })();
      const topics = await Promise.all([engine.topic(), engine.topic()]);
      const numbers = Array.from({ length: SIZE.events }, (_, at) => at);
      const tries = new Map(
        (
          await Promise.all(
            topics.map(async (topic, at) =>
              write(
                topic,
                numbers.filter((n) => n % 2 === at),
              ),
            ),
          )
        ).flatMap((one) => [...one]),
      );
      isWritten = true;
      await disturbing;
      expect(restarts).toBe(2);
      for (let channel = 0; channel < SIZE.channels; channel++) {
        const publish = async (): Promise<boolean> =>
          topics[0].publish(`channel ${channel}`, END).then(
            () => true,
            () => false,
          );
        await expect.poll(publish).toBe(true);
      }
      const all = await Promise.all(reading);
      const orders = new Map<string, number[]>();
      for (const { channel, seen } of all) {
        expect(seen).toEqual(orders.get(channel) ?? seen);
        orders.set(channel, seen);
      }
      const counts = new Map<number, number>();
      for (const [channel, seen] of orders) {
        for (const event of seen) {
          expect(channelOf(event)).toBe(channel);
          counts.set(event, (counts.get(event) ?? 0) + 1);
        }
      }
      const wrong = numbers.filter((event) => {
        const count = counts.get(event) ?? 0;
        return count < 1 || count > tries.get(event)!;
      });
      expect(wrong).toEqual([]);
      await Promise.all(topics.map(async (topic) => topic.close()));
      await cluster.close();
      await engine.close();
    },
  );
});
