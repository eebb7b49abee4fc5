// The example of a live list: two servers that share an engine, each with a client that follows.
import { createClient } from "bough/client";
import { afterAll, describe, expect, test } from "vitest";
import { api, type Item } from "../examples/live/api.ts";
import { follow } from "../examples/live/follow.ts";
import { memoryItems, openItems, type Items } from "../examples/live/items.ts";
import { createLiveServer } from "../examples/live/server.ts";
import { bundleScript } from "../examples/live/site.ts";
import { missing, PostgresServer, RedisServer } from "./support/engines.ts";

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const engines: readonly [name: string, skip: boolean, open: () => Promise<readonly Items[]>][] = [
  [
    "memory",
    false,
    async () => {
      const items = memoryItems();
      return [items, items];
    },
  ],
  [
    "Redis",
    missing("redis-server") !== undefined,
    async () => {
      const server = await RedisServer.create();
      closing.push(() => server.remove());
      return Promise.all([1, 2].map(async () => openItems({ REDIS_URL: server.url })));
    },
  ],
  [
    "PostgreSQL",
    missing("postgresql") !== undefined,
    async () => {
      const server = await PostgresServer.create();
      closing.push(() => server.remove());
      const first = await openItems({ DATABASE_URL: server.url });
      return [first, await openItems({ DATABASE_URL: server.url })];
    },
  ],
];

describe.each(engines)("a list in %s", (_name, skip, open) => {
  test.skipIf(skip)("changes in all windows", async () => {
    const all = await open();
    closing.push(...all.map((items) => () => items.close()));
    const clients = all.map((items) => createClient({ fetch: createLiveServer(items).fetch }));
    const [first, second] = clients;
    const before = await first!.request(api.items.add, { text: "before" }).bodyOrThrow();
    const controller = new AbortController();
    const windows: (readonly Item[])[] = [];
    const following = clients.map(async (client, at) =>
      follow(client, (items) => (windows[at] = items), controller.signal).catch(() => undefined),
    );
    const show = (...expected: readonly Item[]): Promise<void> =>
      expect.poll(() => windows).toEqual([expected, expected]);
    await show(before);
    const added = await second!.request(api.items.add, { text: "after" }).bodyOrThrow();
    await show(before, added);
    await first!.request(api.items.item(before.id).remove).bodyOrThrow();
    await show(added);
    expect((await second!.request(api.items.item(before.id).remove)).status).toBe(404);
    controller.abort();
    await Promise.all(following);
  });
});

test("the script of the page can be bundled", async () => {
  const script = new TextDecoder().decode(await bundleScript(["bough:source"]));
  expect(script).toContain("last-event-id");
});
