// Runs one process per contestant, in turn, round after round, on processor 0. The last line of its
// output is a record of numbers; less is better. A failing process ends the bench.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ratiosOf, spreadOf, told } from "./results.mjs";
import { undisturbed } from "./undisturbed.mjs";

// Node 20 reads extra certificates at every start, which doubles its start time.
const env = { ...process.env, NODE_ENV: "production", NODE_EXTRA_CA_CERTS: undefined };

const bench = new URL("../", import.meta.url);

/** Runs a script of bench/runs once. Returns its record. `home` is the bench folder of another checkout. */
export function runOnce(script, args, { node, timeout = 120_000, flags = [], home = bench }) {
  const path = fileURLToPath(new URL(`runs/${script}.mjs`, home));
  const { status, stdout, stderr, error } = spawnSync(
    "taskset",
    ["-c", "0", node.path, ...flags, path, ...args],
    { encoding: "utf8", timeout, env },
  );
  if (status !== 0) {
    throw new Error(`${script} ${args.join(" ")} failed: ${error?.message ?? stderr.slice(-800)}`);
  }
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

/** Runs a script until nothing disturbs it. Returns its record. */
export const timed = (script, args, options) => undisturbed(() => runOnce(script, args, options));

/** All records: `seen[name][figure]` is a list with one entry per round. */
export function alternate(script, { names, rounds, node, args = [] }) {
  const seen = {};
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      for (const [figure, value] of Object.entries(timed(script, [name, ...args], { node }))) {
        ((seen[name] ??= {})[figure] ??= []).push(value);
      }
    }
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
  }
  return seen;
}

/** `figures[name][figure]`: its speed as a multiple of the base's, and its time. */
export function compared(seen, base) {
  return mapTwice(seen, (values, figure) => ({
    speed: spreadOf(seen[base][figure].map((value, at) => value / values[at])),
    time: spreadOf(values, 2),
  }));
}

/** `figures[name][figure]`: its cost as a multiple of the base's, and its cost. */
export function costs(seen, base, digits = 2) {
  return mapTwice(seen, (values, figure) => ({
    ratio: ratiosOf(values, seen[base][figure]),
    cost: spreadOf(values, digits),
  }));
}

/** The same for values that have the base's values beside them. */
export function costsBeside({ seen, beside }, digits = 2) {
  return mapTwice(seen, (values, figure, name) => ({
    ratio: ratiosOf(values, beside[name][figure]),
    cost: spreadOf(values, digits),
  }));
}

export function mapTwice(record, each) {
  return Object.fromEntries(
    Object.entries(record).map(([name, row]) => [
      name,
      Object.fromEntries(
        Object.entries(row).map(([figure, value]) => [figure, each(value, figure, name)]),
      ),
    ]),
  );
}

/** Prints a table of figures. */
export function show(figures, unit) {
  console.table(
    mapTwice(
      figures,
      ({ speed, ratio, time, cost }) => `${told(speed ?? ratio)}  ${(time ?? cost).median} ${unit}`,
    ),
  );
}
