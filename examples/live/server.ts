// The list's server. Several processes can run it.
import { z } from "zod";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { api, ItemNotFound, MissedEvents } from "./api.ts";
import { positionOf, subscribe, type Items } from "./items.ts";

const NewItemSchema = z.object({ text: z.string().min(1).max(100) });

export function createLiveServer(items: Items): FetchServer {
  const server = createServer();
  server.route(api.items.list, async () => {
    const position = await positionOf(items);
    return { items: await items.list(), position };
  });
  server.route(
    api.items.add,
    async ({ body }) => {
      const item = { id: crypto.randomUUID(), ...body };
      await items.add(item);
      return item;
    },
    { request: NewItemSchema },
  );
  server.route(api.items.item.remove, async ({ ids, fail }) => {
    if (!(await items.remove(ids.item))) fail(ItemNotFound);
  });
  server.route(
    api.items.live,
    async ({ headers, signal, fail }) =>
      (await subscribe(items, headers["last-event-id"], signal)) ?? fail(MissedEvents),
  );
  return server;
}
