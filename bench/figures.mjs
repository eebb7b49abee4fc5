// How figures are made, told and kept.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

/** The middle one. */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The median of ratios, with the least and the greatest. */
export const spread = (values) =>
  `${median(values).toFixed(3)} (${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)})`;

/** Keeps a result with its date and machine. */
export const save = (name, result) => {
  const folder = new URL("./results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, processor: cpus()[0]?.model, processors: cpus().length };
  const kept = { date: new Date().toISOString().slice(0, 10), ...machine, ...result };
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(kept, null, 2)}\n`);
};
