// Verifies declarations as a whole: every fault of a tree at once, each with what to
// do. The compiler refuses most of these; plain JavaScript and wide types meet them here.
import { DeclarationError } from "./declaration-error.ts";
import type { Fault } from "./declaration-error.ts";
import { endpointFaults } from "./endpoint-faults.ts";
import { isEndpoint, nameOf, nodesBelow } from "./nodes.ts";
import type { NamedNode } from "./nodes.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { chainOf, templateOf } from "./placement.ts";
import type { AnyResource } from "./placement.ts";
import { resourceFaults } from "./resource-faults.ts";
import { RoutingTree } from "./routing-tree.ts";

/** Verifies trees: throws `DeclarationError` with all their faults. */
export function verify(...resources: readonly AnyResource[]): void {
  const faults = faultsOf(resources, new RoutingTree());
  const first = resources[0];
  if (faults.length > 0 && first !== undefined) {
    const root = chainOf(first["~resource"])[0];
    throw new DeclarationError(root?.data.segment ?? "", faults);
  }
}

/** All faults of these trees; their endpoints are added to `routes`, to find those that answer the same requests. */
export function faultsOf(
  resources: readonly AnyResource[],
  routes: RoutingTree<NamedNode>,
): Fault[] {
  const seen = new Map<AnyResource | AnyEndpoint, NamedNode>();
  for (const { "~resource": placement } of resources) {
    const resource = { name: nameOf(placement), node: placement.value };
    for (const named of [resource, ...nodesBelow(placement.value, resource.name)]) {
      seen.set(named.node, seen.get(named.node) ?? named);
    }
  }
  const faults: Fault[] = [];
  for (const named of seen.values()) {
    faults.push(...faultsOfNode(named), ...conflicts(named, routes));
  }
  return faults;
}

function faultsOfNode({ name, node }: NamedNode): Fault[] {
  const found = isEndpoint(node) ? endpointFaults(node) : resourceFaults(node);
  if (found.length === 0) {
    return [];
  }
  const target = isEndpoint(node)
    ? `${node.method} ${node.template}`
    : templateOf(node["~resource"]);
  return found.map(([fault, remedy]) => ({ node: name, target, fault, remedy }));
}

function conflicts(named: NamedNode, routes: RoutingTree<NamedNode>): Fault[] {
  const { name, node } = named;
  if (!isEndpoint(node)) {
    return [];
  }
  const other = routes.add(node, named);
  if (other === undefined || !isEndpoint(other.node) || other.node === node) {
    return [];
  }
  return [
    {
      node: name,
      target: `${node.method} ${node.template}`,
      fault: `answers the same requests as ${other.name}  ${other.node.method} ${other.node.template}`,
      remedy: "change one path, or merge the two endpoints",
    },
  ];
}
