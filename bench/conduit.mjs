// GET of an article of examples/conduit over HTTP/1.1, 64 connections: the server of the example, and the same
// query and JSON by hand on node:http. Without DATABASE_URL, PostgreSQL runs in the process (PGlite). The access
// log is off. One new process per contestant and round, on processor 0; wrk on processor 1.
// usage: node bench/conduit.mjs [rounds] [contestant,…] [--seconds 3] [--node 24]
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { mapTwice, show } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { freePort } from "./runner/free-port.mjs";
import { keep, ratiosOf, spreadOf } from "./runner/results.mjs";
import { undisturbed } from "./runner/undisturbed.mjs";
import { load } from "./runner/wrk.mjs";

const contestants = {
  hand: {
    does: "the query of the example and `JSON.stringify` on `node:http`",
    leavesOut: "the response schema, other methods and paths, optional tokens, limits, 503",
  },
  conduit: { does: "the server of the example", leavesOut: "nothing" },
};
const { names, rounds, base, node, values, about } = command(contestants, {
  options: { seconds: { type: "string", default: "3" } },
});
requireTools(values, "taskset", "wrk");
const serve = fileURLToPath(new URL("runs/conduit.mjs", import.meta.url));

const seen = Object.fromEntries(names.map((name) => [name, { rate: [], perProcessorSecond: [] }]));
for (let round = 0; round < rounds; round++) {
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    const { rate, perProcessorSecond } = await measured(name);
    seen[name].rate.push(rate);
    seen[name].perProcessorSecond.push(perProcessorSecond);
  }
  process.stderr.write(`round ${round + 1} of ${rounds}\n`);
}
const figures = mapTwice(seen, (all, figure) => ({
  ratio: ratiosOf(all, seen[base][figure]),
  cost: spreadOf(all, 0),
}));
show(figures, "/s");
const database = process.env.DATABASE_URL === undefined ? "PGlite" : "PostgreSQL server";
keep("conduit", { ...about, seconds: Number(values.seconds), database, base, figures });

async function measured(name) {
  const port = await freePort();
  const child = spawn("taskset", ["-c", "0", node.path, serve, name, String(port)], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const url = `http://127.0.0.1:${port}/api/articles/one`;
    await answering(child, url);
    const loaded = (seconds) => load({ name, pid: child.pid, url, method: "GET", seconds });
    // Until V8 has compiled everything, on a busy machine too.
    for (let requests = 0, tries = 0; requests < 20_000 && tries < 15; tries++) {
      requests += loaded(2).requests;
    }
    return undisturbed(() => loaded(Number(values.seconds)));
  } finally {
    child.kill("SIGKILL");
  }
}

async function answering(child, url) {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server does not answer");
}
