// The endpoints that replace deprecated ones.
import { endpointKey } from "../tree/endpoint-key.ts";
import { isEndpoint, type NamedNode } from "../tree/nodes.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import { chainOf } from "../tree/placement.ts";
import type { Fault } from "./declaration-error.ts";

/**
 * Finds the successor of an endpoint among these nodes; several if its name fits endpoints of several trees, whose
 * exports are not known. A name `v2.users.list` starts with the export of a root, which mostly has that segment.
 */
export function successorsOf(
  { deprecated }: AnyEndpoint,
  nodes: Iterable<NamedNode>,
): readonly AnyEndpoint[] {
  const wanted = deprecated?.successor ?? "";
  if (wanted.includes(" ")) {
    const key = wanted.replace(/\{[^{}]*\}/g, "{}");
    return endpointsIn(nodes).flatMap(({ node }) => (endpointKey(node) === key ? [node] : []));
  }
  const [exported = "", ...rest] = wanted.split(".");
  const within = rest.join(".");
  const all = endpointsIn(nodes);
  const exact = all.filter(({ name }) => name === wanted);
  const ofRoot = all.filter(({ node }) => rootOf(node) === exported);
  const among = ofRoot.length > 0 ? ofRoot : all;
  const found = exact.length > 0 ? exact : among.filter(({ name }) => name === within);
  return found.map(({ node }) => node);
}

/** The fault of an endpoint whose successor is not among these nodes. */
export function successorFault({ name, node }: NamedNode, nodes: readonly NamedNode[]): Fault[] {
  const successor: unknown = isEndpoint(node) ? node.deprecated?.successor : undefined;
  if (!isEndpoint(node) || typeof successor !== "string" || successorsOf(node, nodes).length > 0) {
    return [];
  }
  const target = `${node.method} ${node.template}`;
  const fault = `its successor ${JSON.stringify(successor)} does not exist`;
  const remedy =
    'use the name of an endpoint from the export of its root, "v2.users.list", or its key, "GET /v2/users"';
  return [{ node: name, target, fault, remedy }];
}

interface NamedEndpoint {
  readonly name: string;
  readonly node: AnyEndpoint;
}

function endpointsIn(nodes: Iterable<NamedNode>): NamedEndpoint[] {
  return [...nodes].flatMap(({ name, node }) => (isEndpoint(node) ? { name, node } : []));
}

function rootOf(endpoint: AnyEndpoint): string | undefined {
  return chainOf(endpoint["~endpoint"].parent)[0]?.data.segment;
}
