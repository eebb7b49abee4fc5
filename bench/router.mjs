// Nanoseconds per match of a path, from 10 to 10,000 routes: the same requests spread
// over the whole tree, hits and misses. A figure is the median over rounds; the ratio
// is that of the last size to the first, inside a round.
// usage: node bench/router.mjs [rounds]
import {
  del,
  dynamicResource,
  endpointsOf,
  get,
  post,
  put,
  rootResource,
  staticResource,
} from "bough";
import { RoutingTree } from "../dist/declaration/routing-tree.js";
import { median, save, spread } from "./figures.mjs";

const rounds = Number(process.argv[2] ?? 9);
const SIZES = [10, 100, 1_000, 10_000];
const CALLS = 200_000;

// Five routes a resource; resources stand ten to a group, as in APIs of that size.
function treeOf(size) {
  const groups = {};
  for (let index = 0; index < size / 5; index++) {
    const item = dynamicResource("id", { read: get(), write: put(), remove: del() });
    const resource = staticResource(`resource-${index}`, { list: get(), add: post(), item });
    (groups[`group-${Math.floor(index / 10)}`] ??= {})[`resource${index}`] = resource;
  }
  const children = Object.entries(groups).map(([name, resources]) => [
    name,
    staticResource(name, resources),
  ]);
  const tree = new RoutingTree();
  for (const endpoint of endpointsOf(rootResource("v1", Object.fromEntries(children)))) {
    tree.add(endpoint, endpoint);
  }
  return tree;
}

function requestsOf(size) {
  return Array.from({ length: 64 }, (_, index) => {
    const at = Math.floor((index * size) / 5 / 64);
    const resource = `/v1/group-${Math.floor(at / 10)}/resource-${at}`;
    const paths = [
      ["GET", resource],
      ["GET", `${resource}/${index}42`],
      ["PUT", `${resource}/x${index}`],
      ["GET", `${resource}/a/b`],
    ];
    const [method, path] = paths[index % 4];
    return [method, Buffer.from(path, "latin1")];
  });
}

// Every call has a string of its own, as from a socket: one that was looked up before
// would have its hash already. What making it costs is measured beside, and taken off.
function loop(requests, each) {
  const start = performance.now();
  for (let call = 0; call < CALLS; call++) {
    const [method, bytes] = requests[call & 63];
    each(method, bytes.latin1Slice(0, bytes.length));
  }
  return ((performance.now() - start) * 1e6) / CALLS;
}

let seen = 0;
function time(tree, requests) {
  const floor = loop(requests, (method, path) => {
    seen += path.length + method.length;
  });
  return loop(requests, (method, path) => tree.find(method, path, [])) - floor;
}

const cases = SIZES.map((size) => ({
  size,
  tree: treeOf(size),
  requests: requestsOf(size),
  times: [],
}));
for (const { tree, requests } of cases) time(tree, requests);
for (let round = 0; round < rounds; round++) {
  for (const each of cases) each.times.push(time(each.tree, each.requests));
}
const first = cases[0].times;
const table = Object.fromEntries(
  cases.map(({ size, times }) => [
    size,
    {
      ns: median(times).toFixed(0),
      "÷ 10 routes": spread(times.map((ns, index) => ns / first[index])),
    },
  ]),
);
console.table(table);
if (seen === 0) throw new Error("nothing was measured");
save("router", { rounds, table });
