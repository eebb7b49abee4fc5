// Serves the journal. Processes keep no state of their own, so any process can answer any request.
import { randomUUID } from "node:crypto";
import { routeDocs } from "bough-openapi/docs";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { z } from "zod";
import { routeHome } from "../home.ts";
import { api, Draining, EntryDiffers, EntryNotFound } from "./api.ts";
import type { Journal } from "./journal.ts";

const NewEntrySchema = z.object({ text: z.string().min(1).max(10_000) });

/** Creates the server for `journal`. `isDraining` returns whether the process is about to end. */
export function createJournalServer(
  journal: Journal,
  isDraining: () => boolean = () => false,
): FetchServer {
  const server = createServer({ requireSchemas: true });
  const { entries } = api;

  server.route(api.health, ({ fail }) => {
    if (isDraining()) {
      fail(Draining);
    }
  });

  server.route(entries.list, async ({ parameters: { after, limit } }) => {
    const stored = await journal.after(after, limit);
    return {
      entries: stored.map(({ entry }) => entry),
      next: stored.at(-1)?.position ?? after,
    };
  });

  server.route(entries.append, ({ body }) => journal.append({ id: randomUUID(), ...body }), {
    request: NewEntrySchema,
  });

  // Positions are the same for every process, so a client can reconnect to any of them.
  server.route(entries.live, async function* ({ headers, signal }) {
    for await (const { entry, position } of journal.follow(headers["last-event-id"] ?? 0, signal)) {
      yield { id: String(position), event: "entry", data: entry };
    }
  });

  server.route(
    entries.entry.find,
    async ({ ids, fail }) => (await journal.find(ids.entry)) ?? fail(EntryNotFound),
  );

  server.route(
    entries.entry.put,
    async ({ ids, body, respond, fail }) => {
      const found = await journal.find(ids.entry);
      if (found !== undefined) {
        // Another process may have written it just now. It is acknowledged only when it is on disk.
        await journal.flush();
      }
      const stored = found ?? (await journal.append({ id: ids.entry, ...body }));
      if (stored.text !== body.text) {
        fail(EntryDiffers);
      }
      return respond(stored, { status: found === undefined ? 201 : 200 });
    },
    { request: NewEntrySchema },
  );

  // `bough schemas` would add the schemas of the bodies, which only have types.
  const info = { title: "Journal", version: "1.0.0" };
  routeDocs(server, api, { path: "docs", info, onWarning: () => undefined });
  routeHome(server, "/docs");
  return server;
}
