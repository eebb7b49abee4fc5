// Trees as a server serves them, for the contract of a part of an API.
import type { ServedData } from "../declaration/served.ts";
import { isResource, nodesBelow } from "../declaration/tree/nodes.ts";
import type { AnyResource } from "../declaration/tree/placement.ts";
import type { ContractRoots, ServedTrees } from "./contract-source.ts";

/** The trees with what a server knows of them; the trees alone if it serves none of their endpoints. */
export function servedTrees(
  api: AnyResource | ContractRoots,
  served: ServedData,
): ServedTrees | AnyResource | ContractRoots {
  const known = new Set(served.roots.flatMap((top) => nodesBelow(top)).map(({ node }) => node));
  const roots = isResource(api) ? [api] : Object.values(api);
  const isServed = roots.flatMap((root) => nodesBelow(root)).some(({ node }) => known.has(node));
  if (!isServed) {
    return api;
  }
  return {
    "~trees": api,
    "~served": {
      ...served,
      // A server takes in the whole tree of an endpoint that it is asked for.
      routed: (endpoint) => (known.has(endpoint) ? served.routed(endpoint) : undefined),
    },
    unrouted: () => [],
  };
}
