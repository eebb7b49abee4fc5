// Server-Sent Events to many clients of one process: milliseconds from the moment an event is published
// until the middle and the last client have it, and resident memory per client. The server is on
// processor 0, all clients in one process on processor 1; a new server for every round.
// usage: node bench/events.mjs [rounds] [contestant,…] [--clients 1000] [--node 24]
import { once } from "node:events";
import { mapTwice, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { freePort } from "./runner/free-port.mjs";
import { messageOf, residentOf, startRun } from "./runner/resident.mjs";
import { keep, median, ratiosOf, spreadOf } from "./runner/results.mjs";

const WARM = 10;
const EVENTS = 30;
const contestants = {
  raw: {
    does: "`node:http` by hand: one text written to all",
    leavesOut: "pace of the reader, keep-alive comments, encoding per client",
  },
  bough: {
    does: "`events()`: an async generator per client, encoded for each, at its reader's pace, keep-alive comments",
    leavesOut: "nothing",
  },
  hono: {
    packages: ["hono", "@hono/node-server"],
    peer: true,
    does: "`streamSSE`: a loop per client, at its reader's pace",
    leavesOut: "keep-alive comments",
  },
};
const { names, rounds, base, node, values, about } = command(contestants, {
  rounds: 3,
  options: { clients: { type: "string", default: "1000" } },
});
requireTools(values, "taskset");
const count = Number(values.clients);

async function measured(name) {
  const folder = contestants[name].peer ? "peers/events" : "events";
  const port = await freePort();
  const server = startRun("serve", [folder, name, String(port)], { node, processor: 0 });
  await messageOf(server);
  const before = residentOf(server.pid);
  const clients = startRun("event-clients", [String(port), String(count)], { node, processor: 1 });
  await messageOf(clients);
  const taken = [];
  for (let event = 0; event < WARM + EVENTS; event++) {
    const delivered = messageOf(clients);
    server.send("publish");
    taken.push(await delivered);
  }
  const kept = taken.slice(WARM);
  const figures = {
    "to the middle client, ms": median(kept.map(({ middle }) => middle)),
    "to the last client, ms": median(kept.map(({ last }) => last)),
    "resident KiB a client": ((residentOf(server.pid) - before) * 1024) / count,
  };
  clients.kill("SIGKILL");
  server.kill("SIGKILL");
  await Promise.all([once(clients, "exit"), once(server, "exit")]);
  return figures;
}

const seen = {};
for (let round = 0; round < rounds; round++) {
  for (const name of names) {
    for (const [figure, value] of Object.entries(await measured(name))) {
      ((seen[name] ??= {})[figure] ??= []).push(value);
    }
  }
  process.stderr.write(`round ${round + 1} of ${rounds}\n`);
}
const figures = mapTwice(seen, (all, figure) => ({
  ratio: ratiosOf(all, seen[base][figure]),
  cost: spreadOf(all, 2),
}));
show(figures, "");
keep(`events-${node.label}`, { ...about, clients: count, base, figures });
