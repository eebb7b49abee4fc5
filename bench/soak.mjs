// A long run: millions of requests in process and over sockets, including rejected ones and unread
// responses. Fails if the server's heap or handles grow between the second and the last quarter.
// usage: node bench/soak.mjs [requests in process] [requests over sockets] [contestant,…] [--node 24]
import { once } from "node:events";
import { REFUSED, REQUESTS } from "./apps/shared.mjs";
import { pathOf } from "./runner/check.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { SERVERS } from "./runner/contestants.mjs";
import { freePort } from "./runner/free-port.mjs";
import { runOnce } from "./runner/alternate.mjs";
import { messageOf, startRun } from "./runner/resident.mjs";
import { keep, median } from "./runner/results.mjs";
import { load } from "./runner/wrk.mjs";

const SLICE = 2;
// Fewer samples do not show growth.
const FEWEST = 12;
const ALLOWED = 1.5;
const [inProcess = 5_000_000, overSockets = 1_000_000] = process.argv
  .slice(2, 4)
  .filter((given) => /^\d+$/.test(given))
  .map(Number);
// The command line has two numbers here. The default contestant is Bough.
const list = process.argv.slice(2).find((given) => /^[a-z][a-z,-]*$/.test(given)) ?? "bough";
const flags = process.argv
  .slice(2)
  .filter((given, at, all) => given.startsWith("--") || all[at - 1] === "--node");
process.argv.splice(2, Number.POSITIVE_INFINITY, "1", list, ...flags);
const { names, node, values, about } = command(SERVERS);
requireTools(values, "taskset", "wrk");

const { large: _large, ...small } = REQUESTS;
const asked = Object.entries({ ...small, ...REFUSED });

async function sockets(name) {
  const port = await freePort();
  const args = [name, String(port)];
  const server = startRun("soak-server", args, { node, processor: 0, flags: ["--expose-gc"] });
  await messageOf(server);
  const samples = [];
  let requests = 0;
  for (let slice = 0; requests < overSockets || slice < FEWEST; slice++) {
    const [key, { method, body }] = asked[slice % asked.length];
    const url = `http://127.0.0.1:${port}${pathOf({}, key)}`;
    // wrk aborts running requests at the end of a slice, so connections close in every state.
    requests += load({ pid: server.pid, url, method, body, seconds: SLICE }).requests;
    const taken = messageOf(server);
    server.send("sample");
    samples.push({ requests, ...(await taken) });
  }
  server.kill("SIGKILL");
  await once(server, "exit");
  return samples;
}

// Growth from the second quarter, when code is compiled and caches are full, to the last.
function grownIn(samples) {
  const quarter = Math.max(1, samples.length >> 2);
  const of = (part, figure) => median(part.map((one) => one[figure]));
  const early = samples.slice(quarter, 2 * quarter);
  const late = samples.slice(-quarter);
  const grown = (figure) => Number((of(late, figure) - of(early, figure)).toFixed(3));
  return {
    heapMiB: grown("heapMiB"),
    handles: grown("handles"),
    timers: grown("timers"),
    residentMiB: grown("residentMiB"),
  };
}

const figures = {};
let flat = true;
for (const name of names) {
  const hours = { timeout: 4 * 3_600_000 };
  const { samples } = runOnce("soak-in-process", [name, String(inProcess)], {
    node,
    flags: ["--expose-gc"],
    ...hours,
  });
  const socket = await sockets(name);
  figures[name] = {
    "in process": { requests: samples.at(-1).requests, grown: grownIn(samples), samples },
    "over sockets": { requests: socket.at(-1).requests, grown: grownIn(socket), samples: socket },
  };
  for (const [way, { requests, grown, samples: all }] of Object.entries(figures[name])) {
    const last = all.at(-1);
    const steady = grown.heapMiB <= ALLOWED && grown.handles <= 0 && grown.timers <= 0;
    flat &&= steady;
    console.log(
      `${name} ${way}, ${requests} requests: heap ${last.heapMiB} MiB, ${grown.heapMiB} more than before; ` +
        `${last.handles} handles, ${grown.handles} more; ${steady ? "flat" : "NOT FLAT"}`,
    );
  }
}
keep(`soak-${node.label}`, {
  ...about,
  part: inProcess < 5_000_000 || overSockets < 1_000_000,
  figures,
});
process.exit(flat ? 0 : 1);
