// usage: node bench/runs/in-process.mjs <contestant>    prints microseconds per request, by request
import { REQUESTS, user } from "../apps/shared.mjs";
import { checkServer, initOf, pathOf } from "../runner/check.mjs";
import { appOf } from "../runner/contestants.mjs";

const ORIGIN = "http://localhost:3000";
const WARM = 400;
const MEASURED = 600;
const [, , name] = process.argv;

// The cost of Request and Response themselves, and of reading the response.
const floor = { fetch: async () => Response.json(user("u1")) };
const app = name === "floor" ? floor : await import(appOf(name));
if (name !== "floor") {
  await checkServer(name, app, async (path, init) => app.fetch(new Request(ORIGIN + path, init)));
}

async function time(key, milliseconds) {
  const url = ORIGIN + pathOf(app, key);
  const init = initOf(REQUESTS[key]);
  const before = process.cpuUsage();
  let calls = 0;
  let spent = 0;
  while (spent < milliseconds * 1000) {
    for (let call = 0; call < 50; call++, calls++) {
      const response = await app.fetch(new Request(url, init));
      await response.text();
    }
    const now = process.cpuUsage(before);
    spent = now.user + now.system;
  }
  return spent / calls;
}

const figures = {};
for (const key of Object.keys(REQUESTS)) await time(key, WARM);
for (const key of Object.keys(REQUESTS)) figures[key] = await time(key, MEASURED);
console.log(JSON.stringify(figures));
process.exit(0);
