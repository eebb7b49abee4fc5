// Computes figures from measured times and writes results with date, versions and machine.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { stolen } from "./undisturbed.mjs";

const RESULTS = new URL("../results/", import.meta.url);
const loadAtStart = otherWork();

// The busy processors in the second before a bench. The load average would still include the bench
// before.
function otherWork() {
  const before = busyTime();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  return (busyTime() - before) / 1000;
}

function busyTime() {
  return cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
    0,
  );
}

/** The median. */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const digits = (value, count) => Number(value.toFixed(count));

/** Median, minimum and maximum. */
export const spreadOf = (values, count = 3) => ({
  median: digits(median(values), count),
  min: digits(Math.min(...values), count),
  max: digits(Math.max(...values), count),
});

/** `0.97 (0.95–1.01)`. */
export const told = ({ median: middle, min, max }) => `${middle} (${min}–${max})`;

/** The ratios of a contestant's figures to the base's, by round. */
export const ratiosOf = (values, base) => spreadOf(values.map((value, at) => value / base[at]));

/**
 * Writes a result to `results/<bench>.json`, or to `results/<bench>-part.json` if only some contestants ran,
 * so a short run never replaces a whole table.
 */
export function keep(bench, { part, node, packages, ...result }) {
  mkdirSync(RESULTS, { recursive: true });
  const machine = {
    processor: cpus()[0]?.model,
    processors: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    loadAtStart: digits(loadAtStart, 2),
    stolen: stolen(),
  };
  const kept = {
    date: new Date().toISOString(),
    command: ["node", ...process.argv.slice(1)].join(" ").replaceAll(/\S*\/bench\//g, "bench/"),
    node: node?.version ?? process.version,
    machine,
    versions: versionsOf(packages ?? []),
    ...(part ? { part } : {}),
    ...result,
  };
  const file = new URL(`${bench}${part ? "-part" : ""}.json`, RESULTS);
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  console.log(`Kept in bench/results/${file.pathname.split("/").at(-1)}.`);
}

/** The result of the last whole run, otherwise of the last partial run, or `undefined`. */
export function lastOf(bench) {
  for (const name of [bench, `${bench}-part`]) {
    try {
      return JSON.parse(readFileSync(new URL(`${name}.json`, RESULTS), "utf8"));
    } catch {
      // There is none.
    }
  }
  return undefined;
}

function versionsOf(packages) {
  const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
  const own = read("../../packages/bough/package.json");
  const tools = read("../../package.json");
  const known = {
    bough: own.version,
    ...tools.devDependencies,
    ...read("../peers/package.json").dependencies,
  };
  const named = ["bough", ...new Set(packages)];
  return Object.fromEntries(
    named.map((name) => [name, (known[name] ?? "unknown").replace(/^npm:.*@/, "")]),
  );
}
