// What a topic costs and refuses: subscribers that read nothing, and ids that clients made up.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { dynamicResource, events, failure, get, rootResource, string } from "bough";
import { createServer, memoryTopic, type Topic } from "bough/server";
import { migrate, postgresTopic } from "bough-postgres";
import { redisTopic } from "bough-redis";
import pg from "pg";
import { createClient } from "redis";
import { describe, expect, test } from "vitest";
import { missing, PostgresServer, RedisServer } from "../support/engines.ts";
import { isComplete } from "../support/matrix.ts";
import { take } from "../support/topic-rows.ts";

const reason = missing("redis-server", "postgresql");
if (reason !== undefined) console.warn(reason);

interface Opened {
  readonly topic: Topic<unknown>;
  close(): Promise<void>;
}
const keep = { events: 1_000 };

const engines: readonly [name: string, open: () => Promise<Opened>][] = [
  ["memory", async () => ({ topic: memoryTopic({ keep }), close: async () => undefined })],
  [
    "Redis",
    async () => {
      const server = await RedisServer.create("--appendfsync", "no");
      const client = await createClient({ url: server.url }).connect();
      const topic = redisTopic({ client, name: "limits", keep });
      return {
        topic,
        close: async () => {
          await topic.close();
          client.destroy();
          await server.remove();
        },
      };
    },
  ],
  [
    "PostgreSQL",
    async () => {
      const server = await PostgresServer.create("synchronous_commit=off");
      const pool = new pg.Pool({ connectionString: server.url });
      await migrate(pool);
      const topic = postgresTopic({ pool, name: "limits", keep });
      return {
        topic,
        close: async () => {
          await topic.close();
          await pool.end();
          await server.remove();
        },
      };
    },
  ],
];

describe.skipIf(reason !== undefined).each(engines)("a topic on %s", (_name, open) => {
  test("grows by less than 10 MB for a subscriber that reads nothing", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const { topic, close } = await open();
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const text = "x".repeat(500);
    const publish = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 100) {
        await Promise.all(Array.from({ length: 100 }, async () => topic.publish("a", text)));
      }
    };
    const slow = await topic.subscribe("a");
    const fast = await topic.subscribe("a");
    let read = 0;
    const reading = (async () => {
      for await (const _event of fast) read++;
    })().catch(() => undefined);
    await publish(2_000);
    // What other files of the process leave behind grows once, a leak in both halves.
    const growths: number[] = [];
    for (let half = 0; half < 2; half++) {
      const before = heap();
      await publish(isComplete ? 50_000 : 5_000);
      growths.push(heap() - before);
    }
    expect(Math.min(...growths)).toBeLessThan(5_000_000);
    expect(read).toBeGreaterThan(0);
    await expect(take(slow, 1)).rejects.toMatchObject({ code: "missed-events" });
    await fast.return?.();
    await reading;
    await close();
  });

  test("responds with 410 to 1,000 ids that are forged or foreign", async () => {
    const Missed = failure("missed-events", 410);
    const api = rootResource({
      channel: dynamicResource("channel", string(), {
        live: get()
          .headers({ "last-event-id": string().optional() })
          .response(events())
          .failure(Missed),
      }),
    });
    const { topic, close } = await open();
    const server = createServer();
    server.route(
      api.channel.live,
      async ({ headers, ids, signal, fail }) =>
        (await topic.subscribe(ids.channel, { after: headers["last-event-id"], signal })) ??
        fail(Missed),
    );
    const own = await topic.subscribe("own");
    for (let at = 0; at < 10; at++) await topic.publish("own", at);
    await topic.publish("other", "secret");
    const ids = (await take(own, 10)).map(({ id }) => id.split(".") as [string, string]);
    const [, tag = ""] = (await topic.position("other")).split(".");
    const changed = (given: string, at: number): string => {
      const place = at % given.length;
      const letter = given[place] === "a" ? "b" : "a";
      return `${given.slice(0, place)}${letter}${given.slice(place + 1)}`;
    };
    const statuses = new Set<number>();
    for (let at = 0; at < 1_000; at++) {
      const [position, ownTag] = ids[at % ids.length]!;
      const forged = [
        `${position}.${tag}`,
        `${position}.${changed(ownTag, at)}`,
        `${changed(position, at)}.${ownTag}`,
        `${position}${at}.${ownTag}`,
        `${at + 11}.${ownTag}`,
      ][at % 5]!;
      const response = await server.fetch("http://h/own", { headers: { "last-event-id": forged } });
      statuses.add(response.status);
      await response.body?.cancel();
    }
    expect([...statuses]).toEqual([410]);
    await close();
  });
});
