// Topics on PostgreSQL: the events of transactions, and what the server, a standby and a pooler do to them. The designs
// that look right and are not are kept with their failures.
import { migrate, postgresTopic, type PostgresTopicOptions } from "bough-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing, PostgresServer, standbyOf, startPgBouncer } from "../support/engines.ts";
import { take } from "../support/topic-rows.ts";

const reason = missing("postgresql");
if (reason !== undefined) console.warn(reason);

let server: PostgresServer;
let pool: pg.Pool;
const opened: { close(): Promise<void> }[] = [];
let count = 0;

beforeAll(async () => {
  if (reason !== undefined) return;
  server = await PostgresServer.create("track_commit_timestamp=on", "wal_level=replica");
  pool = poolOf(server.url);
  await migrate(pool);
});
afterAll(async () => {
  await Promise.all(opened.map(async (one) => one.close()));
  await pool?.end();
  await server?.remove();
});

function poolOf(connectionString: string): pg.Pool {
  const made = new pg.Pool({ connectionString, max: 12 });
  made.on("error", () => undefined);
  return made;
}

function topicOf<T = number>(options: Partial<PostgresTopicOptions<T>> = {}) {
  const topic = postgresTopic<T>({ pool, name: `topic ${++count}`, ...options });
  opened.push(topic);
  return topic;
}

/** Runs a transaction; `undefined` from `run` rolls it back. */
async function transaction(run: (client: pg.PoolClient) => Promise<boolean>): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const commits = await run(client);
    await client.query(commits ? "commit" : "rollback");
    return commits;
  } finally {
    client.release();
  }
}

/** Two connections, each in a transaction. */
async function withTwo(run: (one: pg.Client, two: pg.Client) => Promise<void>): Promise<void> {
  const clients = [new pg.Client(server.url), new pg.Client(server.url)] as const;
  try {
    for (const client of clients) {
      await client.connect();
      await client.query("begin");
    }
    await run(...clients);
  } finally {
    for (const client of clients) await client.end();
  }
}

const dataOf = async <T>(from: AsyncIterator<{ data: T }>, most: number): Promise<T[]> =>
  (await take(from, most)).map(({ data }) => data);

describe.skipIf(reason !== undefined)("events and transactions", () => {
  test("2,000 transactions, a third rolled back, with savepoints, eight at a time: events and order are those of the commits", async () => {
    const topic = topicOf<{ worker: number; at: number }>();
    const channels = ["a", "b"];
    const subscribed = await Promise.all(channels.map(async (channel) => topic.subscribe(channel)));
    const committed: string[] = [];
    const run = async (worker: number, at: number): Promise<void> => {
      const data = { worker, at };
      const order = Math.random() < 0.5 ? channels : [...channels].reverse();
      const commits = await transaction(async (client) => {
        await topic.publish(order[0]!, data, { client });
        await client.query("savepoint one");
        // An event that is rolled back alone.
        await topic.publish(order[1]!, { worker, at: -1 }, { client });
        await client.query("rollback to savepoint one");
        await client.query("savepoint two");
        const { text, values } = topic.statement(order[1]!, data);
        await client.query(text, values);
        await client.query("release savepoint two");
        return at % 3 !== 2;
      });
      if (commits) committed.push(`${worker} ${at}`);
    };
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let at = 0; at < 250; at++) await run(worker, at);
      }),
    );
    for (const events of subscribed) {
      const seen = await take(events, committed.length);
      const names = seen.map(({ data }) => `${data.worker} ${data.at}`);
      expect(names.toSorted()).toEqual(committed.toSorted());
      expect(seen.map(({ id }) => Number(id.split(".")[0]))).toEqual(seen.map((_, at) => at + 1));
      for (let worker = 0; worker < 8; worker++) {
        const own = seen.filter(({ data }) => data.worker === worker).map(({ data }) => data.at);
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
    }
    const { rows } = await pool.query<{ wrong: number }>(
      `select count(*)::integer as wrong from (
         select at < lag(at) over (partition by channel order by position) as is_earlier
         from (select channel, position, pg_xact_commit_timestamp(transaction::text::xid) as at
               from bough_events where topic = $1) event
       ) pair where is_earlier`,
      [`topic ${count}`],
    );
    expect(rows).toEqual([{ wrong: 0 }]);
  });

  test("a transaction that is rolled back publishes nothing, and leaves no gap", async () => {
    const topic = topicOf();
    const events = await topic.subscribe("a");
    await transaction(async (client) => {
      await topic.publish("a", 1, { client });
      return false;
    });
    await topic.publish("a", 2);
    const [event] = await take(events, 1);
    expect([event?.data, event?.id.split(".")[0]]).toEqual([2, "1"]);
  });

  test("positions may be given before the commit, by SET CONSTRAINTS", async () => {
    const topic = topicOf();
    const events = await topic.subscribe("a");
    await transaction(async (client) => {
      await topic.publish("a", 1, { client });
      await client.query("set constraints all immediate");
      await topic.publish("a", 2, { client });
      return true;
    });
    expect(await dataOf(events, 2)).toEqual([1, 2]);
  });

  test("a serializable transaction is refused with 40001 if another published in between", async () => {
    const topic = topicOf();
    await topic.publish("a", 1);
    await withTwo(async (one, two) => {
      await one.query("set transaction isolation level repeatable read");
      await topic.publish("a", 2, { client: one });
      await topic.publish("a", 3, { client: two });
      await two.query("commit");
      await expect(one.query("commit")).rejects.toMatchObject({ code: "40001" });
    });
    expect((await topic.position("a")).split(".")[0]).toBe("2");
  });
});

describe.skipIf(reason !== undefined)("what looks right and is not", () => {
  test("an id of a sequence loses events: a reader at 2 never sees 1", async () => {
    await pool.query("create table sequenced (id bigint generated always as identity, data text)");
    await withTwo(async (one, two) => {
      await one.query("insert into sequenced (data) values ('first')");
      await two.query("insert into sequenced (data) values ('second')");
      await two.query("commit");
      const seen = await pool.query<{ id: string }>("select id from sequenced");
      expect(seen.rows).toEqual([{ id: "2" }]);
      await one.query("commit");
      const next = await pool.query("select id from sequenced where id > 2");
      expect(next.rows).toEqual([]);
    });
  });

  test("a lock at publish deadlocks with two channels in two orders", async () => {
    const lock = "select pg_advisory_xact_lock(hashtext($1))";
    await withTwo(async (one, two) => {
      await one.query(lock, ["a"]);
      await two.query(lock, ["b"]);
      const results = await Promise.allSettled([one.query(lock, ["b"]), two.query(lock, ["a"])]);
      const refused = results.find(({ status }) => status === "rejected");
      expect(refused).toMatchObject({ reason: { code: "40P01" } });
    });
    // The topic's own lock is taken at commit, in one order.
    const topic = topicOf();
    await withTwo(async (one, two) => {
      for (const [client, channels] of [
        [one, ["a", "b"]],
        [two, ["b", "a"]],
      ] as const) {
        for (const channel of channels) await topic.publish(channel, 1, { client });
      }
      await Promise.all([one.query("commit"), two.query("commit")]);
    });
  });

  test("xmin misses savepoints", async () => {
    await transaction(async (client) => {
      await client.query("savepoint one");
      await client.query(
        "insert into bough_events (topic, channel, data) values ('savepoints', 'a', '1')",
      );
      const { rows } = await client.query<Record<string, boolean>>(
        `select xmin::text = pg_current_xact_id()::xid::text as "byXmin",
           transaction = pg_current_xact_id() as "byTransaction"
         from bough_events where topic = 'savepoints'`,
      );
      expect(rows).toEqual([{ byXmin: false, byTransaction: true }]);
      return false;
    });
  });

  test("jsonb refuses U+0000, which JSON has", async () => {
    await expect(pool.query("select $1::jsonb", [JSON.stringify("\0")])).rejects.toMatchObject({
      code: "22P05",
    });
  });
});

describe.skipIf(reason !== undefined)("a connection", () => {
  test("that listens goes on after a connection that was lost", async () => {
    const topic = topicOf();
    const events = await topic.subscribe("a");
    const next = dataOf(events, 2);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' or query = 'select 1'",
    );
    await topic.publish("a", 1);
    await topic.publish("a", 2);
    expect(await next).toEqual([1, 2]);
  });

  test("to a server that was killed comes back; publish rejects meanwhile", async () => {
    const topic = topicOf({ onWarning: () => undefined });
    const events = await topic.subscribe("a");
    await topic.publish("a", 1);
    expect(await dataOf(events, 1)).toEqual([1]);
    const next = dataOf(events, 1);
    await server.kill();
    await expect(topic.publish("a", 2)).rejects.toThrow();
    server.start("track_commit_timestamp=on");
    await topic.publish("a", 3);
    expect(await next).toEqual([3]);
  });

  test.skipIf(missing("pgbouncer") !== undefined)(
    "of PgBouncer in transaction mode delivers nothing: the topic polls and warns",
    async () => {
      const bouncer = await startPgBouncer(server);
      const pooled = poolOf(bouncer.url);
      const warnings: string[] = [];
      const onWarning = (text: string): void => void warnings.push(text);
      const polling = topicOf({ pool: pooled, onWarning });
      const events = await polling.subscribe("a");
      expect(warnings).toEqual([
        `topic "topic ${count}": LISTEN delivers nothing on this connection, as behind PgBouncer in transaction mode: it asks every 250 ms instead. Pass the configuration of a direct connection as \`listen\`.`,
      ]);
      await polling.publish("a", 1);
      expect(await dataOf(events, 1)).toEqual([1]);
      const listen = { connectionString: server.url };
      const direct = topicOf({ pool: pooled, onWarning, listen });
      const listening = await direct.subscribe("a");
      await direct.publish("a", 2);
      expect(await dataOf(listening, 1)).toEqual([2]);
      expect(warnings).toHaveLength(1);
      await Promise.all([polling.close(), direct.close()]);
      await pooled.end();
      await bouncer.close();
    },
  );
});

describe.skipIf(reason !== undefined)("a log", () => {
  test("of a promoted standby has another start: who saw lost events hears it", async () => {
    const standby = await standbyOf(server);
    const topic = topicOf({ onWarning: () => undefined });
    const events = await topic.subscribe("a");
    await topic.publish("a", 1);
    const [first] = await take(events, 1);
    const followed = poolOf(standby.url);
    await expect
      .poll(
        async () =>
          (await followed.query("select from bough_events where topic = $1", [`topic ${count}`]))
            .rowCount,
      )
      .toBe(1);
    // Readers need the primary.
    const reader = topicOf({ pool: followed, name: `topic ${count}` });
    await expect(reader.position("a")).rejects.toThrow("recovery is in progress");
    standby.run("pg_ctl", "promote", "-w", "-D", standby.data);
    expect(await reader.subscribe("a", { after: first!.id })).toBeUndefined();
    await reader.publish("a", 2);
    const anew = await reader.subscribe("a");
    await reader.publish("a", 3);
    expect(await dataOf(anew, 1)).toEqual([3]);
    await reader.close();
    await followed.end();
    await standby.remove();
  });

  test("that was reset knows no id, and tells its subscribers", async () => {
    const topic = topicOf();
    const other = topicOf({ name: `topic ${count}` });
    const events = await topic.subscribe("a");
    await topic.publish("a", 1);
    const [first] = await take(events, 1);
    const next = events.next();
    await other.reset();
    await expect(next).rejects.toMatchObject({ code: "missed-events", id: first!.id });
    expect(await topic.subscribe("a", { after: first!.id })).toBeUndefined();
  });

  test("trims from the front, in batches, and keeps the last position", async () => {
    const topic = topicOf({ keep: { milliseconds: 300 } });
    const name = `topic ${count}`;
    await pool.query(
      "insert into bough_events (topic, channel, data) select $1, 'a', '1' from generate_series(1, 2500)",
      [name],
    );
    await topic.publish("b", 1);
    const rows = async (): Promise<number> => {
      const { rows: found } = await pool.query<{ count: number }>(
        "select count(*)::integer as count from bough_events where topic = $1",
        [name],
      );
      return found[0]!.count;
    };
    await expect.poll(rows).toBe(0);
    expect((await topic.position("a")).split(".")[0]).toBe("2500");
  });

  test("trims what is more than `keep.events`", async () => {
    const topic = topicOf({ keep: { events: 5 } });
    for (let data = 1; data <= 12; data++) await topic.publish("a", data);
    const positions = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ position: string }>(
        "select position from bough_events where topic = $1 order by position",
        [`topic ${count}`],
      );
      return rows.map(({ position }) => position);
    };
    await expect.poll(positions).toEqual(["8", "9", "10", "11", "12"]);
  });
});

test.each([
  [{ pool: {} }, "expected pool to be a Pool of pg, or PGlite"],
  [{ keep: { events: 0 } }, "expected events to be a whole number from 1, received 0"],
  [{ wake: { poll: -1 } }, "expected poll to be a whole number from 1, received -1"],
  [{ name: "" }, "expected name to be a string of 1 to 200 characters"],
  [{ keeps: {} }, 'unknown option "keeps"'],
])("postgresTopic with %j throws", (options, text) => {
  const given = { pool: { query: async () => ({ rows: [] }) }, name: "a", ...options };
  expect(() => postgresTopic(given as never)).toThrow(text);
});
