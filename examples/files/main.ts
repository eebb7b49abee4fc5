// Starts the files API and its page on a port. The files are removed when the process ends.
// usage, after `npm run build`: node examples/files/main.ts [--port 3000], with Node 22.18 or newer; with an older
// one `npx tsc -p tsconfig.examples.json`, then node examples/.out/files/main.js
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listen } from "bough/node";
import { createFilesServer } from "./server.ts";
import { bundleScript, routeSite } from "./site.ts";
import { FileStore } from "./store.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: process.env["PORT"] ?? "3000" } },
});
const folder = await mkdtemp(join(tmpdir(), "bough-files-"));
const server = createFilesServer(new FileStore(folder));
routeSite(server, await bundleScript());
const listening = await listen(server, { port: Number(values.port) });

const files = `${listening.url}/v1/files`;
console.log(`The page is at ${listening.url}. Open it, then send a file from a terminal as well:

curl -i -F title=Hello -F file=@README.md ${files}
curl -i ${files}

In another one, this shows each file that arrives from then on:

curl -N ${files}/arrivals

Ctrl-C ends it.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void listening
      .close({ grace: 500 })
      .then(async () => rm(folder, { recursive: true, force: true }));
  });
}
