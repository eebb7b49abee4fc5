// Starts the list on two processes that share PostgreSQL (DATABASE_URL) or Redis (REDIS_URL). Without either, it is one
// process, whose topic is in memory.
// usage, after `npm run build`: node examples/live/main.ts [--port 3000], with Node 22.18 or newer; with an older one
// `npm start -- live`
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listen } from "bough/node";
import { openItems } from "./items.ts";
import { createLiveServer } from "./server.ts";
import { bundleScript, routeSite } from "./site.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: process.env["PORT"] ?? "3000" },
    // This is the second process.
    second: { type: "boolean", default: false },
  },
});
const items = await openItems(process.env);
const server = createLiveServer(items);
routeSite(server, await bundleScript());
// The second process takes any free port.
const listening = await listen(server, { port: values.second ? 0 : Number(values.port) });

if (values.second) {
  process.send?.(listening.url);
} else if (items.engine === "memory") {
  console.log(`The list is at ${listening.url}. Open it in two windows.

It is in the memory of one process, with memoryTopic. With a database, it is on two:

DATABASE_URL=postgres://localhost/postgres npm start -- live
REDIS_URL=redis://localhost npm start -- live

Ctrl-C ends it.`);
} else {
  const second = fork(fileURLToPath(import.meta.url), ["--second"]);
  second.once("message", (url: string) => {
    console.log(`The list is in ${items.engine}, and two processes serve it. Open both:

${listening.url}
${url}

Ctrl-C ends them.`);
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    // The server first: it breaks the streams, so that clients come back to another process.
    void listening.close({ grace: 500 }).then(async () => items.close());
  });
}
