// The stores of idempotency keys: two processes, one of which is killed while its handler runs.
import type { IdempotencyStore, IdempotentRequest, StoredResponse } from "bough/types";
import { migrate, postgresStore } from "bough-postgres";
import { redisStore } from "bough-redis";
import { Redis } from "ioredis";
import pg from "pg";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { later, missing, PostgresServer, RedisServer } from "../support/engines.ts";
import { bundled, startWorker } from "../support/worker.ts";

const withoutRedis = missing("redis-server");
const withoutPostgres = missing("postgresql");
for (const reason of [withoutRedis, withoutPostgres]) {
  if (reason !== undefined) console.warn(reason);
}

let count = 0;
const requestOf = (more: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  key: `key ${++count}`,
  scope: "ada",
  endpoint: "POST /v1/orders",
  fingerprint: "f",
  call: {} as IdempotentRequest["call"],
  ...more,
});
const responseOf = (body: string): StoredResponse => ({
  status: 201,
  headers: ["content-type", "text/plain"],
  body,
  failure: { name: "a\0b" },
});
const never = (): Promise<never> => Promise.reject(new Error("ran"));

/** A handler whose response a test gives later. */
function deferred() {
  let begin!: () => void;
  const begun = new Promise<void>((one) => {
    begin = one;
  });
  let resolve!: (response: StoredResponse) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<StoredResponse>((one, other) => {
    resolve = one;
    reject = other;
  });
  const execute = async (): Promise<StoredResponse> => {
    begin();
    return promise;
  };
  return { begun, execute, resolve, reject };
}

let worker: string;
beforeAll(async () => {
  worker = await bundled("store-worker.ts");
});

describe.skipIf(withoutRedis !== undefined)("redisStore", () => {
  let server: RedisServer;
  const clients: { destroy?: () => void; disconnect?: () => void }[] = [];
  beforeAll(async () => {
    server = await RedisServer.create();
  });
  afterAll(async () => {
    clients.forEach((client) => (client.destroy ?? client.disconnect)?.call(client));
    await server?.remove();
  });

  const storeOf = async (
    library: string,
    options?: Parameters<typeof redisStore>[1],
  ): Promise<IdempotencyStore> => {
    const client =
      library === "redis"
        ? await createClient({ url: server.url }).connect()
        : new Redis(server.url);
    clients.push(client);
    return redisStore(client, options);
  };

  test.each(["redis", "ioredis"])(
    "keeps a response for all processes, with %s",
    async (library) => {
      const [one, two] = [await storeOf(library), await storeOf(library)];
      const request = requestOf();
      const running = deferred();
      const first = one.run(request, running.execute);
      await running.begun;
      expect(await two.run(request, never)).toBe("in-progress");
      running.resolve(responseOf("tea"));
      expect(await first).toEqual(responseOf("tea"));
      expect(await two.run(request, never)).toEqual(responseOf("tea"));
      expect(await two.run({ ...request, fingerprint: "other" }, never)).toBe("reused");
      for (const other of [{ scope: "bob" }, { endpoint: "POST /v1/x" }, { key: "other" }]) {
        const response = responseOf(JSON.stringify(other));
        expect(await two.run({ ...request, ...other }, async () => response)).toEqual(response);
      }
    },
  );

  test("keeps nothing of a call that throws", async () => {
    const store = await storeOf("redis");
    const request = requestOf();
    await expect(store.run(request, never)).rejects.toThrow("ran");
    expect(await store.run(request, async () => responseOf("a"))).toEqual(responseOf("a"));
  });

  test("a process whose lease was taken over keeps nothing", async () => {
    const [slow, other] = [await storeOf("redis", { lease: 50 }), await storeOf("redis")];
    const request = requestOf();
    const running = deferred();
    const first = slow.run(request, running.execute);
    await running.begun;
    const second = await untilRun(other, request, responseOf("second"));
    running.resolve(responseOf("first"));
    expect([await first, second]).toEqual([responseOf("first"), responseOf("second")]);
    expect(await other.run(request, never)).toEqual(responseOf("second"));
  });

  test("a process that throws after its lease was taken over frees nothing", async () => {
    const [slow, other] = [await storeOf("redis", { lease: 50 }), await storeOf("redis")];
    const request = requestOf();
    const running = deferred();
    const first = slow.run(request, running.execute);
    await running.begun;
    await untilRun(other, request, responseOf("second"));
    running.reject(new Error("late"));
    await expect(first).rejects.toThrow("late");
    expect(await other.run(request, never)).toEqual(responseOf("second"));
  });

  test("a key expires after its lifetime", async () => {
    const store = await storeOf("redis", { lifetime: 100, lease: 50 });
    const request = requestOf();
    await store.run(request, async () => responseOf("a"));
    await later(200);
    expect(await store.run(request, async () => responseOf("b"))).toEqual(responseOf("b"));
  });

  test("SIGKILL: in progress until the lease ends, then the handler runs again", async () => {
    const request = requestOf();
    const store = await storeOf("ioredis");
    const process = startWorker(worker, "redis", server.url, "5000", JSON.stringify(request));
    await process.line("running");
    await process.kill();
    expect(await store.run(request, never)).toBe("in-progress");
    expect(await untilRun(store, request, responseOf("again"))).toEqual(responseOf("again"));
  });
});

describe.skipIf(withoutPostgres !== undefined)("postgresStore", () => {
  let server: PostgresServer;
  let pool: pg.Pool;
  beforeAll(async () => {
    server = await PostgresServer.create();
    pool = new pg.Pool({ connectionString: server.url });
    await migrate(pool);
    await pool.query("create table effects (name text)");
  });
  afterAll(async () => {
    await pool?.end();
    await server?.remove();
  });

  /** A call in a new transaction, as `around` opens one. */
  const call = async (
    request: IdempotentRequest,
    execute: (client: pg.PoolClient) => Promise<StoredResponse>,
    lifetime?: number,
  ): ReturnType<IdempotencyStore["run"]> => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const store = postgresStore({ client: () => client, ...(lifetime && { lifetime }) });
      const said = await store.run(request, () => execute(client));
      await client.query("commit");
      return said;
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  };
  const effects = async (name: string): Promise<number | null> =>
    (await pool.query("select from effects where name = $1", [name])).rowCount;

  test("keeps a response together with its effect", async () => {
    const request = requestOf();
    const running = deferred();
    const first = call(request, async (client) => {
      await client.query("insert into effects values ('tea')");
      return running.execute();
    });
    await running.begun;
    expect(await call(request, never)).toBe("in-progress");
    running.resolve(responseOf("tea"));
    expect(await first).toEqual(responseOf("tea"));
    expect(await call(request, never)).toEqual(responseOf("tea"));
    expect(await call({ ...request, fingerprint: "other" }, never)).toBe("reused");
    expect(await effects("tea")).toBe(1);
  });

  test("keeps nothing of a call that fails", async () => {
    const request = requestOf();
    const failing = call(request, async (client) => {
      await client.query("insert into effects values ('coffee')");
      throw new Error("no coffee");
    });
    await expect(failing).rejects.toThrow("no coffee");
    expect(await effects("coffee")).toBe(0);
    expect(await call(request, async () => responseOf("b"))).toEqual(responseOf("b"));
  });

  test("forgets a key after its lifetime, and removes it", async () => {
    const request = requestOf();
    await call(request, async () => responseOf("a"), 50);
    await later(100);
    expect(await call(request, async () => responseOf("b"), 50)).toEqual(responseOf("b"));
    await later(100);
    await call(requestOf(), async () => responseOf("c"), 50);
    const { rowCount } = await pool.query("select from bough_responses where key = $1", [
      request.key,
    ]);
    expect(rowCount).toBe(0);
  });

  test("SIGKILL: nothing has happened, and the next call runs", async () => {
    const request = requestOf();
    const process = startWorker(worker, "postgres", server.url, "0", JSON.stringify(request));
    await process.line("running");
    expect(await call(request, never)).toBe("in-progress");
    await process.kill();
    const again = call.bind(undefined, request, async () => responseOf("again"));
    await expect.poll(again).toEqual(responseOf("again"));
    expect(await effects("lost")).toBe(0);
  });
});

/** Asks until the handler runs. */
async function untilRun(
  store: IdempotencyStore,
  request: IdempotentRequest,
  response: StoredResponse,
): ReturnType<IdempotencyStore["run"]> {
  for (;;) {
    const said = await store.run(request, async () => response);
    if (said !== "in-progress") return said;
    await later(20);
  }
}
