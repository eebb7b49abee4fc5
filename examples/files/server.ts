// Serves the files: upload, list, download, live events.
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { api, FileNotFound } from "./api.ts";
import type { StoredFile } from "./api.ts";
import type { FileStore } from "./store.ts";

/** Creates the server for the files in `store`. */
export function createFilesServer(store: FileStore): FetchServer {
  const server = createServer();

  server.route(api.files.list, () => store.list());

  server.route(api.files.upload, async ({ body: { fields, files }, respond }) => {
    const written: StoredFile[] = [];
    try {
      for await (const { filename = "unnamed", mediaType, stream } of files) {
        written.push(await store.write({ ...fields, name: filename, mediaType }, stream));
      }
    } catch (error) {
      // The body was cut off or has a second file, so this file is discarded.
      await Promise.all(written.map(async ({ id }) => store.remove(id)));
      throw error;
    }
    // The declaration requires a file, so a body without one was rejected.
    const [file] = written as [StoredFile];
    store.add(file);
    return respond(file, { headers: { location: api.files.file(file.id).find.path } });
  });

  // The id of an event is its number, so a page that reconnects gets the events it has missed.
  server.route(api.files.arrivals, async function* ({ headers, signal }) {
    const seen = headers["last-event-id"] ?? store.count;
    for await (const [number, file] of store.arrivals(seen, signal)) {
      yield { id: String(number), event: "arrival", data: file };
    }
  });

  server.route(api.files.file, {
    find: ({ ids, fail }) => store.find(ids.file) ?? fail(FileNotFound),
    download: ({ ids, fail }) => store.open(store.find(ids.file) ?? fail(FileNotFound)),
    remove: async ({ ids, fail }) => {
      await store.remove((store.find(ids.file) ?? fail(FileNotFound)).id);
    },
  });

  return server;
}
