// Runs every bench whose results docs/reference/performance.md shows, one after the other, and writes the tables. Leave
// the machine alone meanwhile. A bench that fails ends the run; `--from <line>` goes on at a line of the list.
// usage: node bench/all.mjs [--from 1]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { from: { type: "string", default: "1" } } });
const RUNS = `
bundle
client 5
client 5 --node 24
in-process 5
in-process 5 --node 24
cold 9
cold 7 --node 24
validation
security 5
router 3
types 3
editor 3
server 3
latency 3
events 3
streams 3
soak
tables`
  .trim()
  .split("\n");

for (const [index, line] of RUNS.entries()) {
  if (index + 1 < Number(values.from)) continue;
  const [bench, ...args] = line.split(" ");
  console.log(`${index + 1} of ${RUNS.length}: ${line}, at ${new Date().toISOString()}`);
  const script = fileURLToPath(new URL(`${bench}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
