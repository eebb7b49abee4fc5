// Many writers change one row through a proxy that cuts connections at random points. No change is lost, and none is made
// twice. `WRITERS=100` is the whole test, whose writers wait for one another for 4 minutes.
import { dynamicResource, failure, get, patch, rootResource } from "bough";
import { createClient, update, TransportError } from "bough/client";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { createServer, memoryStore } from "bough/server";
import { afterEach, describe, expect, test } from "vitest";
import { CuttingProxy } from "../../examples/conduit/test/cutting-proxy.ts";
import { isComplete } from "../support/matrix.ts";

const limit = 300_000;
const given = process.env["WRITERS"];
const WRITERS = Number(given ?? (isComplete ? 40 : 10));
const CHANGES = given === undefined ? 5 : 20;

interface Row {
  /** How many changes it has had, as its writers count them. */
  readonly count: number;
  readonly version: number;
}
interface Change {
  readonly name: string;
  readonly count: number;
}
const Changed = failure("row-changed", 412).body<{ readonly current: Row }>();

const api = rootResource("v1", {
  row: dynamicResource("row", {
    find: get().response<Row>().conditional({ version: "version" }),
    change: patch()
      .request<Change>()
      .response<Row>()
      .conditional({ version: "version", changed: Changed }),
    // The same with a key, so the client may send it again.
    repeat: patch("keyed")
      .request<Change>()
      .response<Row>()
      .conditional({ version: "version", changed: Changed })
      .idempotent(),
  }),
});

const opened: { readonly close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
}, limit);

/** A row, the names of its changes, and a client behind the proxy. */
async function start() {
  let row: Row = { count: 0, version: 1 };
  const made: string[] = [];
  const change = async ({
    body,
    expect: compare,
  }: {
    readonly body: Change;
    readonly expect: (version: number, data: { readonly current: Row }) => void;
  }): Promise<Row> => {
    // Others run meanwhile.
    await new Promise(setImmediate);
    compare(row.version, { current: row });
    row = { count: body.count, version: row.version + 1 };
    made.push(body.name);
    return row;
  };
  const server = createServer();
  server.route(api.row.find, () => row);
  server.route(api.row.change, change);
  server.idempotent({ store: memoryStore(), scope: () => "all" }).route(api.row.repeat, change);
  const listening: Listening = await listen(server, { port: 0 });
  opened.push({ close: () => listening.close({ grace: 0 }) });
  const proxy = await CuttingProxy.start([Number(new URL(listening.url).port)], { bytes: 20_000 });
  opened.push(proxy);
  const retry = { attempts: 20, delay: () => 1 };
  const client = createClient({ baseUrl: proxy.url, retry });
  return { client, proxy, made, current: () => row };
}

/** Makes all changes. Returns the names of those that were made, and of those of which nobody knows. */
async function write(
  { client }: Pick<Awaited<ReturnType<typeof start>>, "client">,
  endpoint: "change" | "repeat",
) {
  const row = api.row("one");
  const done: string[] = [];
  const unknown: string[] = [];
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; number < CHANGES; number++) {
        const name = `${writer}/${number}`;
        try {
          const result = await update(
            client,
            { read: row.find, write: row[endpoint] },
            ({ count }) => ({ name, count: count + 1 }),
            { timeout: limit },
          );
          expect(result.ok).toBe(true);
          done.push(name);
        } catch (error) {
          // With a key, a call ends so only if a part of its response has come.
          expect(error).toBeInstanceOf(TransportError);
          expect(String(error)).toContain(endpoint === "repeat" ? "no complete response" : "");
          unknown.push(name);
        }
      }
    }),
  );
  return { done, unknown };
}

describe(`${WRITERS} writers with ${CHANGES} changes each of one row, and lost responses`, () => {
  test.each(["change", "repeat"] as const)(
    "%s: each change is made once, or throws that nobody knows",
    { timeout: limit },
    async (endpoint) => {
      const started = await start();
      const { done, unknown } = await write(started, endpoint);
      const { made, current, proxy } = started;
      expect(new Set(made).size).toBe(made.length);
      expect(done.filter((name) => !made.includes(name))).toEqual([]);
      expect(made.filter((name) => !done.includes(name) && !unknown.includes(name))).toEqual([]);
      expect(done.length + unknown.length).toBe(WRITERS * CHANGES);
      expect(current()).toEqual({ count: made.length, version: made.length + 1 });
      expect(proxy.cuts).toBeGreaterThan(5);
    },
  );
});
