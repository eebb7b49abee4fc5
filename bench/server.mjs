// Requests over HTTP/1.1 keep-alive on 127.0.0.1, 64 connections: one process per contestant and round, one
// after the other, on processor 0; wrk on processor 1. Processes are new because two of one program differ.
// Figures are ratios to the base inside a round: requests per second, and requests per second of the
// server's own processor time.
// usage: node bench/server.mjs [rounds] [contestant,…] [--seconds 2] [--node 24] [--optional]
import { REQUESTS } from "./apps/shared.mjs";
import { inRounds } from "./runner/apps.mjs";
import { costsBeside, show } from "./runner/alternate.mjs";
import { pathOf } from "./runner/check.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { SERVERS } from "./runner/contestants.mjs";
import { keep } from "./runner/results.mjs";
import { load } from "./runner/wrk.mjs";

const { names, rounds, base, node, values, about } = command(SERVERS, {
  options: { seconds: { type: "string", default: "2" } },
});
requireTools(values, "taskset", "wrk");
const seconds = Number(values.seconds);
const keys = Object.keys(REQUESTS);
const loaded = ({ name, child, origin, module }, key, duration) =>
  load({
    name,
    pid: child.pid,
    url: origin + pathOf(module, key),
    method: REQUESTS[key].method,
    body: REQUESTS[key].body,
    seconds: duration,
  });

const PROCESSOR = ", processor";
const all = costsBeside(
  await inRounds({ names, rounds, node, base }, keys, {
    // Until V8 has compiled everything.
    warm: (app) => keys.forEach((key) => loaded(app, key, 2)),
    figuresOf: (app, key) => {
      const { rate, perProcessorSecond } = loaded(app, key, seconds);
      return { [key]: rate, [key + PROCESSOR]: perProcessorSecond };
    },
  }),
  0,
);
const figuresOf = (suffix) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries(keys.map((key) => [key, all[name][key + suffix]])),
    ]),
  );
const figures = { perSecond: figuresOf(""), perProcessorSecond: figuresOf(PROCESSOR) };
console.log("Requests per second ÷ the base's");
show(figures.perSecond, "/s");
console.log("Requests per second of processor time ÷ the base's");
show(figures.perProcessorSecond, "/s");
keep(`server-${node.label}`, { ...about, seconds, connections: 64, base, figures });
process.exit(0);
