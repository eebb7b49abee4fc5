// Latency over HTTP/1.1 keep-alive on 127.0.0.1, 64 connections, p50 and p99: at saturation (every
// connection sends its next request at once), and at half of the contestant's own rate there.
// runner/wrk.mjs explains the pacing and its limits.
// usage: node bench/latency.mjs [rounds] [contestant,…] [--seconds 3] [--node 24]
import { REQUESTS } from "./apps/shared.mjs";
import { inRounds } from "./runner/apps.mjs";
import { costsBeside, show } from "./runner/alternate.mjs";
import { pathOf } from "./runner/check.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { SERVERS } from "./runner/contestants.mjs";
import { keep } from "./runner/results.mjs";
import { load } from "./runner/wrk.mjs";

const { names, rounds, base, node, values, about } = command(SERVERS, {
  options: { seconds: { type: "string", default: "3" } },
});
requireTools(values, "taskset", "wrk");
const seconds = Number(values.seconds);
const KEYS = ["get", "post"];

function both(app, key, duration) {
  const { method, body } = REQUESTS[key];
  const url = app.origin + pathOf(app.module, key);
  const asked = { name: app.name, pid: app.child.pid, url, method, body, seconds: duration };
  const full = load(asked);
  // The first guess of the latency at half load is the time of a single request.
  const half = load({ ...asked, rate: full.rate / 2, latency: 1e6 / full.rate });
  return {
    [`${key} p50 full`]: full.p50,
    [`${key} p99 full`]: full.p99,
    [`${key} p50 half`]: half.p50,
    [`${key} p99 half`]: half.p99,
    [`${key} load of half`]: half.rate / full.rate,
  };
}

const figures = costsBeside(
  await inRounds({ names, rounds, node, base }, KEYS, {
    warm: (app) => KEYS.forEach((key) => both(app, key, 1)),
    figuresOf: (app, key) => both(app, key, seconds),
  }),
);
console.log("Latency ÷ the base's (less is better), and in microseconds");
show(figures, "");
keep(`latency-${node.label}`, { ...about, seconds, connections: 64, base, figures });
process.exit(0);
