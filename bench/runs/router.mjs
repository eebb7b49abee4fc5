// usage: node bench/runs/router.mjs <router> <routes>    prints nanoseconds per hit and miss, milliseconds to build
import { githubRoutes } from "../peers/github-routes.mjs";
import { routers } from "../peers/routers.mjs";
import { concrete } from "../routers/requests.mjs";
import { ROUTERS } from "../runner/contestants.mjs";

const [, , name, count] = process.argv;
const routes = githubRoutes(Number(count));
const router = ROUTERS[name].peer
  ? await routers[name]()
  : (await import(`../routers/${name}.mjs`)).create();
// Templates by method and number of segments, to find paths without a route.
const shapes = new Map();
for (const [method, template] of routes) {
  const segments = template.split("/");
  const shape = `${method} ${segments.length}`;
  if (!shapes.has(shape)) shapes.set(shape, []);
  shapes.get(shape).push(segments);
}

const start = performance.now();
routes.forEach(([method, path], index) => router.add(method, path, index + 1));
router.done?.();
router.find(routes[0][0], concrete(routes[0][1])); // some build at the first match
const build = performance.now() - start;

// A thousand requests chosen from the table by a fixed rule, and as many without a route.
const drawn = Array.from({ length: 1_000 }, (_, index) => routes[(index * 7_919) % routes.length]);
const hits = drawn.map(([method, path]) => [method, Buffer.from(concrete(path), "latin1")]);
const misses = hits.map(([method, bytes]) => [
  method,
  Buffer.from(missed(method, bytes.toString())),
]);
for (const [method, bytes] of hits) {
  if (router.find(method, bytes.toString()) === undefined) throw new Error(`no ${method} ${bytes}`);
}
for (const [method, bytes] of misses) {
  const found = router.find(method, bytes.toString());
  if (found !== undefined) throw new Error(`${method} ${bytes} is found: ${JSON.stringify(found)}`);
}

// Every call gets a fresh string, as from a socket, because V8 has already hashed a used one. The cost of
// making the string is measured separately and subtracted.
let seen = 0;
const floor = (method, path) => {
  seen += method.length + path.length;
};
const find = (method, path) => {
  if (router.find(method, path) !== undefined) seen++;
};
function loop(requests, each, milliseconds) {
  const before = process.cpuUsage();
  let calls = 0;
  let spent = 0;
  while (spent < milliseconds * 1000) {
    for (const [method, bytes] of requests) each(method, bytes.latin1Slice(0, bytes.length));
    calls += requests.length;
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
  }
  return (spent * 1000) / calls;
}
function time(requests) {
  const own = loop(requests, floor, 200);
  return loop(requests, find, 400) - own;
}
loop(hits, floor, 100);
loop(hits, find, 200);
loop(misses, find, 100);
const figures = { hit: time(hits), miss: time(misses), build };
if (seen === 0) throw new Error("nothing was measured");
console.log(JSON.stringify(figures));

// A path that follows a route to its end without matching.
function missed(method, path) {
  for (let target = `${path}~`; ; target += "/no") {
    const segments = target.split("/");
    const alike = shapes.get(`${method} ${segments.length}`) ?? [];
    const answers = (template) =>
      template.every((part, at) => part.startsWith(":") || part === segments[at]);
    if (!alike.some(answers)) return target;
  }
}
