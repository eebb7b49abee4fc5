// Requests over HTTP/1.1 keep-alive on 127.0.0.1: one process per contestant, all on
// processor 0; wrk with 64 connections on processor 1 visits them in turn, round after
// round. Two figures, each the median of (contestant ÷ base) inside the rounds: requests
// per second, and requests per second of the server's own processor time, which other
// work on the machine disturbs less.
// usage: node bench/server.mjs [rounds] [seconds] [contestant,…]
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REQUESTS } from "./apps/shared.mjs";
import { save, spread } from "./figures.mjs";

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 2);
const names = (process.argv[4] ?? "raw,bough").split(",");
const base = names[0];
const folder = mkdtempSync(join(tmpdir(), "bough-bench-"));
const apps = names.map((name, index) => ({
  name,
  port: 42_100 + index,
  child: start(name, 42_100 + index),
}));
process.on("exit", () => apps.forEach(({ child }) => child.kill("SIGKILL")));

function start(name, port) {
  const serve = new URL("./apps/serve.mjs", import.meta.url).pathname;
  return spawn("taskset", ["-c", "0", process.execPath, serve, name, String(port)], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function ready({ name, port }) {
  for (let tries = 0; tries < 100; tries++) {
    try {
      for (const { method, path, body, status } of Object.values(REQUESTS)) {
        const headers = body === undefined ? {} : { "content-type": "application/json" };
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body, headers });
        await response.text();
        if (response.status !== status)
          throw new Error(`${name} ${method} ${path}: ${response.status}`);
      }
      return;
    } catch (error) {
      if (tries === 99) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function load({ port, child }, key, duration) {
  const { path, body } = REQUESTS[key];
  const args = ["-c", "1", "wrk", "-t1", "-c64", `-d${duration}s`];
  if (body !== undefined) {
    const script = join(folder, "post.lua");
    writeFileSync(
      script,
      `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}\nwrk.headers["content-type"] = "application/json"\n`,
    );
    args.push("-s", script);
  }
  const before = processorTime(child.pid);
  const { stdout, error } = spawnSync("taskset", [...args, `http://127.0.0.1:${port}${path}`], {
    encoding: "utf8",
  });
  if (error !== undefined) throw error;
  const figure = (pattern) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
  const spent = processorTime(child.pid) - before;
  return {
    wall: figure(/Requests\/sec:\s+([\d.]+)/),
    processor: figure(/(\d+) requests in/) / spent,
  };
}

// User and system time of a process, in clock ticks (proc(5)).
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

for (const app of apps) await ready(app);
for (const app of apps) for (const key of Object.keys(REQUESTS)) load(app, key, 1);
const rates = {};
for (let round = 0; round < rounds; round++) {
  for (const key of Object.keys(REQUESTS)) {
    for (const app of apps) ((rates[app.name] ??= {})[key] ??= []).push(load(app, key, seconds));
  }
}
const tableOf = (figure) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries(
        Object.keys(REQUESTS).map((key) => [
          key,
          spread(
            rates[name][key].map((rate, index) => rate[figure] / rates[base][key][index][figure]),
          ),
        ]),
      ),
    ]),
  );
const ratios = {
  "requests per second": tableOf("wall"),
  "requests per second of processor time": tableOf("processor"),
};
for (const [figure, table] of Object.entries(ratios)) {
  console.log(figure);
  console.table(table);
}
save("server", { rounds, seconds, base, ratios });
process.exit(0);
