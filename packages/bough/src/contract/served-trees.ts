// Trees as a server serves them, for the contract of a part of an API.
import type { ServedData, Serving } from "../declare/served.ts";
import { isResource, nodesBelow } from "../declare/tree/nodes.ts";
import { shown } from "../shared/internal/wrong-argument.ts";
import type { ContractSource, ServedTrees } from "./contract-source.ts";

/** What a server knows of its trees. */
export function servedBy(server: Serving | undefined): ServedData | undefined {
  const { "~served": served }: Partial<ServedTrees> = Object(server);
  if (server !== undefined && served === undefined) {
    throw new TypeError(`contractOf: expected server to be a server, received ${shown(server)}`);
  }
  return served;
}

/** Trees with what a server knows of them; the trees alone if it serves none of their endpoints. */
export function servedTrees(api: ContractSource, served: ServedData): ContractSource {
  if (isServing(api)) {
    return api;
  }
  const known = new Set(served.roots.flatMap((top) => nodesBelow(top)).map(({ node }) => node));
  const roots = isResource(api) ? [api] : Object.values(api);
  const isServed = roots.flatMap((root) => nodesBelow(root)).some(({ node }) => known.has(node));
  if (!isServed) {
    return api;
  }
  const trees: ServedTrees = {
    "~trees": api,
    "~served": {
      ...served,
      // A server takes in the whole tree of an endpoint that it is asked for.
      routed: (endpoint) => (known.has(endpoint) ? served.routed(endpoint) : undefined),
    },
    unrouted: () => [],
  };
  return trees;
}

function isServing(api: ContractSource): api is Serving {
  return "~served" in Object(api);
}
