// The inverse of `hrefOf`: finds the endpoint of a method and a URL, and decodes its ids and
// parameters. It uses the routing of the server.
import { splitQuery } from "../http/query-string.ts";
import { parseTarget, pathOfUrl } from "../http/request-target.ts";
import { decodeIds, idPartsOf } from "./routing/decode-ids.ts";
import { endpointsOf } from "./walk.ts";
import { isEndpoint } from "./tree/nodes.ts";
import { parametersOf } from "./parameter/parameter-make.ts";
import { Issue } from "./parameter/parameter.ts";
import type { ParameterParts } from "./parameter/parameter.ts";
import type { AnyEndpoint } from "./tree/placed-endpoint.ts";
import type { AnyResource } from "./tree/placement.ts";
import { decodeQueryParameter } from "./parameter/query.ts";
import { RoutingTree } from "./routing/routing-tree.ts";

/** The endpoint that `endpointAt` has found, with the values of its ids and parameters. */
export interface EndpointMatch {
  readonly endpoint: AnyEndpoint;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
}

// The caller may change the list later, so the nodes that the tree was made of are kept too.
interface Known {
  readonly nodes: readonly (AnyResource | AnyEndpoint)[];
  readonly tree: RoutingTree<AnyEndpoint>;
}

const trees = /* @__PURE__ */ new WeakMap<object, Known>();

/**
 * Finds the endpoint of a method and a URL (absolute, or a path with its query), with its ids and
 * parameters decoded. Returns `undefined` if there is no such endpoint, or if a value does not
 * decode.
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
  const ids = endpoint && decodeIds(idPartsOf(endpoint), values);
  const parameters = endpoint && decodeQuery(endpoint.parameters, target.query ?? "");
  return ids === undefined || parameters === undefined || endpoint === undefined
    ? undefined
    : { endpoint, ids, parameters };
}

function treeOf(
  within: AnyResource | readonly (AnyResource | AnyEndpoint)[],
): RoutingTree<AnyEndpoint> {
  const nodes = Array.isArray(within) ? [...within] : [within as AnyResource];
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

function decodeQuery(parts: ParameterParts, query: string): Record<string, unknown> | undefined {
  const { values } = splitQuery(query, new Set(Object.keys(parts)), Infinity);
  const parameters: Record<string, unknown> = {};
  for (const [name, type] of parametersOf(parts)) {
    const value = decodeQueryParameter(type, values.get(name));
    if (value instanceof Issue) {
      return undefined;
    }
    Object.defineProperty(parameters, name, { value, enumerable: true });
  }
  return parameters;
}
