// Topics on Redis: what restarts, failovers and lost connections do to them. The designs that look right and are not are
// kept with their failures.
import { redisTopic, type RedisTopicOptions } from "bough-redis";
import { Cluster, Redis } from "ioredis";
import { createClient, createCluster } from "redis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { later, missing, RedisServer } from "../support/engines.ts";
import { take } from "../support/topic-rows.ts";

const reason = missing("redis-server");
if (reason !== undefined) console.warn(reason);

type NodeRedis = Awaited<ReturnType<typeof connected>>;
let server: RedisServer;
let client: NodeRedis;
const opened: { close(): Promise<void> }[] = [];
let count = 0;

beforeAll(async () => {
  if (reason !== undefined) return;
  server = await RedisServer.create();
  client = await connected(server);
});
afterAll(async () => {
  await Promise.all(opened.map(async (one) => one.close()));
  client?.destroy();
  await server?.remove();
});

async function connected({ url }: RedisServer) {
  const made = createClient({ url, socket: { reconnectStrategy: 20 } });
  made.on("error", () => undefined);
  await made.connect();
  return made;
}

function topicOf<T = number>(options: Partial<RedisTopicOptions<T>> = {}) {
  const onWarning = (): void => undefined;
  const topic = redisTopic<T>({ client, name: `topic-${++count}`, onWarning, ...options });
  opened.push(topic);
  return topic;
}

const dataOf = async <T>(from: AsyncIterator<{ data: T }>, most: number): Promise<T[]> =>
  (await take(from, most)).map(({ data }) => data);

describe.skipIf(reason !== undefined)("what looks right and is not", () => {
  test("MAXLEN and MINID exclude each other", async () => {
    const both = ["XADD", "both", "MAXLEN", "10", "MINID", "1", "*", "a", "b"];
    await expect(client.sendCommand(both)).rejects.toThrow("syntax error");
  });

  test("max-deleted-entry-id ignores trimming", async () => {
    for (let at = 0; at < 3; at++) await client.xAdd("trimmed", "*", { at: String(at) });
    await client.xTrim("trimmed", "MAXLEN", 1);
    const info = await client.xInfoStream("trimmed");
    expect(info).toMatchObject({ length: 1, "max-deleted-entry-id": "0-0" });
  });
});

describe.skipIf(reason !== undefined)("a connection", () => {
  test.each<[library: string, make: () => NodeRedis | Redis]>([
    ["redis", () => client],
    ["ioredis", () => new Redis(server.url)],
  ])("of %s goes on after a connection that was lost", async (_library, make) => {
    const made = make();
    const topic = topicOf({ client: made });
    const events = await topic.subscribe("a");
    for (let data = 1; data <= 5; data++) {
      const next = dataOf(events, 1);
      await client.sendCommand(["CLIENT", "KILL", "TYPE", "PUBSUB"]);
      // Its wake-up is lost: nobody listens yet.
      await topic.publish("a", data);
      expect(await next).toEqual([data]);
    }
    await topic.close();
    if (made instanceof Redis) made.disconnect();
  });

  test("to a server that was killed comes back with all events it has confirmed", async () => {
    const topic = topicOf();
    const events = await topic.subscribe("a");
    const confirmed: number[] = [];
    for (let data = 0; data < 60; data++) {
      if (data % 20 === 10) {
        await server.kill();
        void later(100).then(() => server.start());
      }
      await topic.publish("a", data).then(
        () => confirmed.push(data),
        () => undefined,
      );
    }
    const seen: number[] = [];
    while (seen.at(-1) !== confirmed.at(-1)) seen.push(...(await dataOf(events, 1)));
    expect(seen.filter((data) => confirmed.includes(data))).toEqual(confirmed);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("of ioredis does not publish twice when the reply is lost", async () => {
    const own = await RedisServer.create();
    const redis = new Redis(own.url, { retryStrategy: () => 20 });
    redis.on("error", () => undefined);
    const topic = topicOf({ client: redis });
    await topic.publish("a", 0);
    own.pause();
    const lost = topic.publish("a", 1).catch((error: unknown) => error);
    await later(50);
    await own.kill();
    await own.start();
    expect(await lost).toBeInstanceOf(Error);
    await topic.publish("a", 2);
    const all = await own.command("XLEN", `bough:{topic-${count}}:events:a`);
    expect(all).toBe(":2\r\n");
    await topic.close();
    redis.disconnect();
    await own.remove();
  });
});

describe.skipIf(reason !== undefined)("a log", () => {
  test("on a promoted replica without the last events: MissedEventsError for who saw them", async () => {
    const replica = await RedisServer.create("--replicaof", "127.0.0.1", String(server.port));
    const second = await connected(replica);
    const name = `topic-${count + 1}`;
    const old = topicOf();
    const saw = await old.subscribe("a");
    await old.publish("a", 1);
    const [first] = await take(saw, 1);
    await expect.poll(() => second.exists(`bough:{${name}}:events:a`)).toBe(1);
    await replica.command("REPLICAOF", "NO", "ONE");
    await old.publish("a", 2);
    const [lost] = await take(saw, 1);
    const topic = redisTopic<number>({ client: second, name });
    expect(await topic.subscribe("a", { after: lost!.id })).toBeUndefined();
    const after = await topic.subscribe("a", { after: first!.id });
    await topic.publish("a", 3);
    expect(await dataOf(after!, 1)).toEqual([3]);
    expect(await topic.subscribe("a", { after: lost!.id })).toBeUndefined();
    await topic.close();
    second.destroy();
    await replica.remove();
  });

  test("that was cut under a subscriber that waits: MissedEventsError", async () => {
    const topic = topicOf();
    const events = await topic.subscribe("a");
    await topic.publish("a", 1);
    await topic.publish("a", 2);
    const [, second] = await take(events, 2);
    const next = events.next();
    const key = `bough:{topic-${count}}:events:a`;
    await client.xDel(key, second!.id.split(".")[0]!);
    await topic.publish("a", 3);
    await expect(next).rejects.toMatchObject({ code: "missed-events", id: second!.id });
  });

  test("that was emptied knows no id", async () => {
    const topic = topicOf();
    const events = await topic.subscribe("a");
    const empty = await topic.position("b");
    await topic.publish("a", 1);
    const [first] = await take(events, 1);
    const next = events.next();
    await client.flushAll();
    await topic.publish("a", 2);
    await expect(next).rejects.toMatchObject({ code: "missed-events" });
    for (const [channel, after] of [
      ["a", first!.id],
      ["b", empty],
    ] as const) {
      expect(await topic.subscribe(channel, { after })).toBeUndefined();
    }
  });

  test("does not know a position before the first event of a stream that expired", async () => {
    const topic = topicOf({ keep: { milliseconds: 1_000 } });
    const [origin = "", tag = ""] = (await topic.position("a")).split(".");
    const since = Number(origin.split("-")[1]);
    const isKnown = async (milliseconds: number): Promise<boolean> => {
      const after = `0-${since - milliseconds}.${tag}`;
      return (await topic.subscribe("a", { after })) !== undefined;
    };
    for (const publishes of [false, true]) {
      if (publishes) await topic.publish("a", 1);
      expect(await isKnown(0)).toBe(true);
      // A stream that began at once and expired since lived at least so long.
      expect(await isKnown(200_000)).toBe(false);
      expect(await isKnown(-200_000)).toBe(false);
    }
  });

  test("of a quiet channel lives as long as it is read", async () => {
    const topic = topicOf({ keep: { milliseconds: 1_000 } });
    const key = `bough:{topic-${count}}:events:a`;
    await topic.publish("a", 1);
    expect(await client.pTTL(key)).toBeGreaterThan(100_000);
    await client.pExpire(key, 10_000);
    await dataOf(
      await topic.subscribe("a", { after: await topic.position("a") }).then(async (events) => {
        await topic.publish("a", 2);
        return events!;
      }),
      1,
    );
    expect(await client.pTTL(key)).toBeGreaterThan(100_000);
  });

  test("confirmed by replicas, or publish rejects", async () => {
    const topic = topicOf({ replicas: 1 });
    await expect(topic.publish("a", 1)).rejects.toThrow("the event is on 0 of 1 replicas");
    const replica = await RedisServer.create("--replicaof", "127.0.0.1", String(server.port));
    await expect
      .poll(async () =>
        topic.publish("a", 2).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await replica.remove();
  });
});

describe.skipIf(reason !== undefined)("a cluster", () => {
  test.each<[library: string, make: (port: number) => Promise<unknown>]>([
    [
      "redis",
      async (port) =>
        createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${port}` }] }).connect(),
    ],
    ["ioredis", async (port) => new Cluster([{ host: "127.0.0.1", port }])],
  ])("keeps a topic in one slot, with %s", async (_library, make) => {
    const own = await RedisServer.create(
      "--cluster-enabled",
      "yes",
      "--cluster-announce-ip",
      "127.0.0.1",
    );
    await own.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
    await expect.poll(() => own.command("CLUSTER", "INFO")).toContain("cluster_state:ok");
    const cluster = (await make(own.port)) as Cluster;
    const topic = topicOf({ client: cluster });
    const events = await topic.subscribe("a");
    await topic.publish("a", 1);
    await topic.publish("b", 2);
    expect(await dataOf(events, 1)).toEqual([1]);
    await topic.close();
    await (cluster as { destroy?: () => unknown }).destroy?.();
    cluster.disconnect?.();
    await own.remove();
  });
});

test.skipIf(reason !== undefined)(
  "an event asks the same of Redis in 10,000 channels as in 10",
  async () => {
    // The counters are those of the whole server.
    const own = await RedisServer.create();
    const counted = await connected(own);
    const callsOf = async (): Promise<Map<string, number>> => {
      const info = await counted.info("commandstats");
      const lines = info.matchAll(/cmdstat_(\w+):calls=(\d+)/g);
      return new Map([...lines].map(([, name, calls]) => [name!, Number(calls)]));
    };
    const askedIn = async (channels: number): Promise<Record<string, number>> => {
      const topic = topicOf({ client: counted });
      const names = Array.from({ length: channels }, (_, at) => `channel ${at}`);
      const subscribed = await Promise.all(names.map(async (name) => topic.subscribe(name)));
      const before = await callsOf();
      for (let at = 0; at < 500; at++) {
        const one = at % channels;
        const next = subscribed[one]!.next();
        await topic.publish(names[one]!, at);
        await next;
      }
      const after = await callsOf();
      await topic.close();
      const asked = [...after].map(([name, calls]) => [name, calls - (before.get(name) ?? 0)]);
      return Object.fromEntries(asked.filter(([, calls]) => calls !== 0));
    };
    // Without this, channels in use would also be read once a minute.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      // The first use of a script loads it.
      await askedIn(1);
      const few = await askedIn(10);
      // One script for the event, and one that reads it.
      expect(few).toMatchObject({ evalsha: 1_000, xadd: 500, publish: 500 });
      expect(few).not.toHaveProperty("xread");
      expect(await askedIn(10_000)).toEqual(few);
    } finally {
      vi.useRealTimers();
      counted.destroy();
      await own.remove();
    }
  },
);

test.each([
  [{ client: {} }, "expected a client of redis 5 or newer, or of ioredis 5"],
  [{ keep: { events: 0 } }, "expected events to be a whole number from 1, received 0"],
  [{ replicas: -1 }, "expected replicas to be a whole number from 0, received -1"],
  [{ name: "a}b" }, "expected a name without braces"],
  [{ name: "" }, "expected name to be a string of 1 to 200 characters"],
])("redisTopic with %j throws", (options, text) => {
  const redis = new Redis({ lazyConnect: true });
  expect(() => redisTopic({ client: redis, name: "a", ...options } as never)).toThrow(text);
});
