// usage: node --expose-gc bench/runs/soak-in-process.mjs <contestant> <requests>    prints samples of heap
// and handles, taken after collecting garbage
import { REFUSED, REQUESTS } from "../apps/shared.mjs";
import { checkServer, initOf, pathOf } from "../runner/check.mjs";
import { appOf } from "../runner/contestants.mjs";
import { sample } from "../runner/sample.mjs";

const SAMPLES = 40;
const [, , name, count] = process.argv;
const app = await import(appOf(name));
await checkServer(name, app, async (path, init) => app.fetch(new Request(`http://x${path}`, init)));
const { large: _large, ...small } = REQUESTS;
const asked = Object.entries({ ...small, ...REFUSED }).map(([key, request]) => [
  `http://localhost:3000${pathOf(app, key)}`,
  initOf(request),
]);

const samples = [];
const each = Math.ceil(Number(count) / SAMPLES);
let requests = 0;
for (let at = 0; at < SAMPLES; at++) {
  for (let call = 0; call < each; call++, requests++) {
    const [url, init] = asked[requests % asked.length];
    const response = await app.fetch(new Request(url, init));
    // Every seventh response is not read, as with real clients.
    if (requests % 7 !== 0) await response.text();
  }
  samples.push({ requests, ...(await sample()) });
}
console.log(JSON.stringify({ samples }));
process.exit(0);
