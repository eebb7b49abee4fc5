// One process of the cluster: serves the journal in a file until it gets a signal.
// usage: main.js --file journal.log [--port 3001] [--drain 0] [--grace 10000]
import { parseArgs } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "bough/node";
import { Journal } from "./journal.ts";
import { createJournalServer } from "./server.ts";

const { values } = parseArgs({
  options: {
    file: { type: "string", default: "journal.log" },
    port: { type: "string", default: "3001" },
    // Milliseconds for load balancers to notice, through the health check, that this process ends.
    drain: { type: "string", default: "0" },
    // Milliseconds for running requests.
    grace: { type: "string", default: "10000" },
  },
});

const journal = await Journal.open(values.file);
let isDraining = false;
const server = createJournalServer(journal, () => isDraining);
const listening = await listen(server, { port: Number(values.port) });
console.log(`listens on ${listening.url}`);

async function end(): Promise<void> {
  isDraining = true;
  await pause(Number(values.drain));
  // The journal stays open, because an aborted handler may still write. Node exits after that.
  await listening.close({ grace: Number(values.grace) });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void end());
}
