// The inverse of `hrefOf`: finds the endpoint of a method and a URL, and decodes its ids and
// parameters. It uses the routing of the server.
import { splitQuery } from "../shared/http/percent.ts";
import { parseTarget, pathOfUrl } from "../shared/http/request-target.ts";
import { readIds, idPartsOf } from "./routing/path-segments.ts";
import { endpointsOf } from "./walk.ts";
import { isEndpoint } from "./tree/nodes.ts";
import { parametersOf } from "./parameter/parameter-make.ts";
import { Issue } from "./parameter/parameter.ts";
import type { AnyEndpoint, AnyResource } from "./tree/placement.ts";
import { keptNames, readParameter } from "./parameter/query.ts";
import { queryKeysOf } from "../facts/security/declared.ts";
import { RoutingTree } from "./routing/routing-tree.ts";

/**
 * The endpoint that `endpointAt` has found, with its ids and the values of its query parameters. If
 * a query parameter does not decode, it has `issues` instead of `parameters`.
 */
export type EndpointMatch =
  | {
      readonly endpoint: AnyEndpoint;
      readonly ids: Readonly<Record<string, unknown>>;
      readonly parameters: Readonly<Record<string, unknown>>;
      readonly issues?: undefined;
    }
  | {
      readonly endpoint: AnyEndpoint;
      readonly ids: Readonly<Record<string, unknown>>;
      readonly parameters?: undefined;
      readonly issues: readonly QueryIssue[];
    };

/** A fault of a query parameter, with the same name and message as in the `errors` of a 400. */
export interface QueryIssue {
  readonly in: "query";
  readonly name: string;
  readonly message: string;
}

// The caller may change the list later, so the nodes that the tree was made of are kept too.
interface Known {
  readonly nodes: readonly (AnyResource | AnyEndpoint)[];
  readonly tree: RoutingTree<AnyEndpoint>;
}

const trees = /* @__PURE__ */ new WeakMap<object, Known>();

/**
 * Finds the endpoint of a method and a URL (absolute, or a path with its query), with its ids and parameters decoded.
 * Returns `undefined` if no endpoint has the method and the path. Faults of the query are in `issues`.
 */
export function endpointAt(
  within: AnyResource | readonly (AnyResource | AnyEndpoint)[],
  method: string,
  url: string | URL,
): EndpointMatch | undefined {
  const target = parseTarget(pathOfUrl(String(url)), Infinity);
  if (target.kind !== "path") {
    return undefined;
  }
  const values: string[] = [];
  const endpoint = treeOf(within).find(method, target.path, values);
  const ids = endpoint && readIds(idPartsOf(endpoint), values);
  return ids && { endpoint, ids, ...decodeQuery(endpoint, target.query ?? "") };
}

function treeOf(
  within: AnyResource | readonly (AnyResource | AnyEndpoint)[],
): RoutingTree<AnyEndpoint> {
  const nodes = "~resource" in within ? [within] : [...within];
  const known = trees.get(within);
  if (known?.nodes.length === nodes.length && nodes.every((node, at) => node === known.nodes[at])) {
    return known.tree;
  }
  const tree = new RoutingTree<AnyEndpoint>();
  for (const endpoint of nodes.flatMap((node) => (isEndpoint(node) ? [node] : endpointsOf(node)))) {
    tree.add(endpoint, endpoint);
  }
  trees.set(within, { nodes, tree });
  return tree;
}

type Decoded =
  | { readonly parameters: Readonly<Record<string, unknown>> }
  | { readonly issues: readonly QueryIssue[] };

function decodeQuery({ parameters: parts, security }: AnyEndpoint, query: string): Decoded {
  const types = parametersOf(parts);
  const split = splitQuery(query, keptNames(types, queryKeysOf(security)), Infinity);
  const parameters: Record<string, unknown> = {};
  const issues: QueryIssue[] = [];
  for (const [name, type] of types) {
    const value = readParameter([name, type], split);
    if (value instanceof Issue) {
      issues.push({ in: "query", name: (value.name ?? name) + value.at, message: value.message });
    } else {
      Object.defineProperty(parameters, name, { value, enumerable: true });
    }
  }
  return issues.length > 0 ? { issues } : { parameters };
}
