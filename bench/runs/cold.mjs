// usage: node bench/runs/cold.mjs <contestant> <endpoints>    prints milliseconds to import, build and answer
// first, those since the process started, its processor time, and its heap. The last endpoint is asked.
import { coldOf } from "../runner/contestants.mjs";

const [, , name, count] = process.argv;
const last = Number(count) - 1;
const start = performance.now();
const { build, pathOf } = await import(coldOf(name));
const imported = performance.now();
const fetch = build(Number(count));
const built = performance.now();
const path = pathOf?.(last) ?? `/v1/r${last}/1`;
const response = await fetch(new Request(`http://localhost${path}`));
const text = await response.text();
const end = performance.now();
const { user, system } = process.cpuUsage();
if (response.status !== 200 || !text.includes('{"id":"1","name":"Ada","age":36}')) {
  throw new Error(`${name}: ${response.status} ${text.slice(0, 200)}`);
}
const figures = {
  import: imported - start,
  build: built - imported,
  first: end - built,
  total: end,
  processor: (user + system) / 1000,
  heapMiB: process.memoryUsage().heapUsed / 2 ** 20,
};
console.log(JSON.stringify(figures));
process.exit(0);
