// The routing tree of a server, built from a declaration as a server does.
import { del, dynamicResource, get, patch, post, put, rootResource, staticResource } from "bough";
import { endpointsOf } from "bough/contract";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

// No entry exports the tree.
const { outputFiles } = await build({
  entryPoints: [
    fileURLToPath(
      new URL("../../packages/bough/src/declare/routing/routing-tree.ts", import.meta.url),
    ),
  ],
  bundle: true,
  format: "esm",
  target: "es2022",
  write: false,
});
const { RoutingTree } = await import(
  `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`
);

const VERBS = { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: del };

export function create() {
  const top = nodeOf();
  const entries = new Map();
  const tree = new RoutingTree();
  return {
    add(method, path, value) {
      let node = top;
      for (const segment of path.slice(1).split("/")) {
        if (!node.below.has(segment)) node.below.set(segment, nodeOf());
        node = node.below.get(segment);
      }
      node.methods.set(method, value);
      entries.set(`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`, value);
    },
    done() {
      for (const endpoint of endpointsOf(rootResource(childrenOf(top)))) {
        tree.add(endpoint, entries.get(`${endpoint.method} ${endpoint.template}`));
      }
    },
    find(method, path) {
      const ids = [];
      const value = tree.find(method, path, ids);
      return value === undefined ? undefined : { value, ids };
    },
  };
}

const nodeOf = () => ({ methods: new Map(), below: new Map() });

function childrenOf(node) {
  const children = {};
  for (const method of node.methods.keys()) children[`on${method}`] = VERBS[method]();
  let index = 0;
  for (const [segment, below] of node.below) {
    children[`child${index++}`] = segment.startsWith(":")
      ? dynamicResource(segment.slice(1), childrenOf(below))
      : staticResource(segment, childrenOf(below));
  }
  return children;
}
