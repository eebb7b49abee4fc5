// Nanoseconds of processor time per match, from method and path to value and ids, on the paths of
// GitHub's REST API: 10 to 10,000 routes, hits and misses; milliseconds to build. One process per router,
// size and round. A router that fails at a size is reported and left out of the rest.
// usage: node bench/router.mjs [rounds] [router,…] [--sizes 10,100,1000,10000] [--node 24]
import { timed } from "./runner/alternate.mjs";
import { command, requireTools } from "./runner/command.mjs";
import { ROUTERS } from "./runner/contestants.mjs";
import { ensurePeers } from "./runner/peers.mjs";
import { keep, ratiosOf, spreadOf, told } from "./runner/results.mjs";

const { names, rounds, base, node, values, about } = command(ROUTERS, {
  options: { sizes: { type: "string", default: "10,100,1000,10000" } },
});
requireTools(values, "taskset");
ensurePeers(); // for GitHub's paths
const sizes = values.sizes.split(",").map(Number);
const seen = Object.fromEntries(names.map((name) => [name, {}]));
const failed = new Map();
for (let round = 0; round < rounds; round++) {
  for (const size of sizes) {
    for (const name of names) {
      if (failed.has(`${name} ${size}`) || (name === "path-to-regexp" && size > 1_000)) continue;
      try {
        const figures = timed("router", [name, String(size)], { node, timeout: 60_000 });
        (seen[name][size] ??= []).push(figures);
      } catch (error) {
        // Only routers marked `limited` may refuse a table. Any other failure ends the bench.
        if (!ROUTERS[name].limited) throw error;
        failed.set(`${name} ${size}`, /^\w*Error.*$/m.exec(error.message)?.[0] ?? "too slow");
      }
    }
  }
  process.stderr.write(`round ${round + 1} of ${rounds}\n`);
}

const figures = {};
const table = {};
for (const name of names) {
  for (const [size, all] of Object.entries(seen[name])) {
    const of = (figure) => all.map((one) => one[figure]);
    const cell = {
      hit: spreadOf(of("hit"), 1),
      miss: spreadOf(of("miss"), 1),
      build: spreadOf(of("build"), 2),
      ratio: ratiosOf(
        of("hit"),
        seen[base][size].map(({ hit }) => hit),
      ),
    };
    (figures[name] ??= {})[size] = cell;
    (table[name] ??= {})[size] =
      `${told(cell.hit)} miss ${cell.miss.median} build ${cell.build.median} ms`;
  }
}
console.table(table);
for (const [key, reason] of failed) console.log(`${key} routes: ${reason}`);
keep(`router-${node.label}`, { ...about, base, failed: Object.fromEntries(failed), figures });
