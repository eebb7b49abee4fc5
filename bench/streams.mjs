// A gibibyte down and up through a server, over HTTP/1.1 on 127.0.0.1: throughput, processor time of the
// server, and the largest growth of its resident memory, after a warm-up of 64 MiB. The server is on
// processor 0, the other side on processor 1; a new server for every measurement.
// usage: node bench/streams.mjs [rounds] [contestant,…] [--mebibytes 1024] [--node 24]
import { once } from "node:events";
import { mapTwice } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { freePort } from "./runner/free-port.mjs";
import { messageOf, processorSecondsOf, residentOf, startRun, watch } from "./runner/resident.mjs";
import { keep, ratiosOf, spreadOf, told } from "./runner/results.mjs";

const contestants = {
  raw: {
    does: "`node:http` by hand, at the reader's pace",
    leavesOut: "media types, limits, time limits",
  },
  bough: {
    does: "`stream(…)`: limits, time limits, aborts; an async generator down, a ReadableStream up",
    leavesOut: "nothing",
  },
};
const { names, rounds, base, node, values, about } = command(contestants, {
  rounds: 3,
  options: { mebibytes: { type: "string", default: "1024" } },
});
requireTools(values, "taskset");

async function transferred(port, direction, mebibytes) {
  const args = [String(port), direction, String(mebibytes)];
  const child = startRun("stream-load", args, { node, processor: 1 });
  let output = "";
  child.stdout.on("data", (text) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${direction} failed`);
  return JSON.parse(output);
}

async function measured(name, direction, mebibytes) {
  const port = await freePort();
  const server = startRun("serve", ["streams", name, String(port)], { node, processor: 0 });
  await messageOf(server);
  await transferred(port, direction, 64);
  const before = residentOf(server.pid);
  const spent = processorSecondsOf(server.pid);
  const watching = watch(server.pid);
  const { seconds } = await transferred(port, direction, mebibytes);
  const figures = {
    [`${direction} MiB/s`]: mebibytes / seconds,
    [`${direction} MiB/s of processor time`]: mebibytes / (processorSecondsOf(server.pid) - spent),
    [`${direction} growth MiB`]: watching.end() - before,
    [`${direction} resident MiB`]: before,
  };
  server.kill("SIGKILL");
  await once(server, "exit");
  return figures;
}

const seen = {};
for (let round = 0; round < rounds; round++) {
  for (const direction of ["down", "up"]) {
    for (const name of names) {
      const figures = await measured(name, direction, Number(values.mebibytes));
      for (const [figure, value] of Object.entries(figures)) {
        ((seen[name] ??= {})[figure] ??= []).push(value);
      }
    }
  }
  process.stderr.write(`round ${round + 1} of ${rounds}\n`);
}
const figures = mapTwice(seen, (all, figure) => ({
  ...(figure.includes("MiB/s") ? { ratio: ratiosOf(all, seen[base][figure]) } : {}),
  cost: spreadOf(all, 1),
}));
console.table(
  mapTwice(figures, ({ ratio, cost }) =>
    ratio === undefined ? told(cost) : `${told(ratio)}  ${cost.median}`,
  ),
);
keep(`streams-${node.label}`, { ...about, mebibytes: Number(values.mebibytes), base, figures });
