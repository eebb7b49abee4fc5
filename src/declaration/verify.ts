// Verifies declarations as a whole: every fault of a tree at once, each with what to
// do. The compiler refuses most of these; plain JavaScript and wide types meet them here.
import { DeclarationError } from "./declaration-error.ts";
import type { Fault } from "./declaration-error.ts";
import { endpointFaults } from "./endpoint-faults.ts";
import type { FaultPair } from "./fault-pair.ts";
import { isEndpoint, nameOf, nodesBelow } from "./nodes.ts";
import type { NamedNode } from "./nodes.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { chainOf, takesAllSegments, templateOf } from "./placement.ts";
import type { AnyResource } from "./placement.ts";
import { resourceFaults } from "./resource-faults.ts";
import { segmentsOf } from "./routing-tree.ts";

/** Endpoints by what they answer, to find those that answer the same requests. */
export type Answered = Map<string, NamedNode>;

/** Verifies trees: throws `DeclarationError` with all their faults. */
export function verify(...resources: readonly AnyResource[]): void {
  const seen = new Map<AnyResource | AnyEndpoint, NamedNode>();
  for (const resource of resources) {
    for (const named of withBelow(resource)) {
      seen.set(named.node, seen.get(named.node) ?? named);
    }
  }
  const faults = faultsOf(seen.values(), new Map());
  const first = resources[0];
  if (faults.length > 0 && first !== undefined) {
    const root = chainOf(first["~resource"])[0];
    throw new DeclarationError(root?.data.segment ?? "", faults);
  }
}

/** A resource and everything below it. */
export function withBelow({ "~resource": placement }: AnyResource): NamedNode[] {
  const name = nameOf(placement);
  return nodesBelow(placement.value, name, [{ name, node: placement.value }]);
}

/** All faults of these nodes; the endpoints among them are added to `answered`. */
export function faultsOf(nodes: Iterable<NamedNode>, answered: Answered): Fault[] {
  const faults: Fault[] = [];
  for (const named of nodes) {
    const { name, node } = named;
    const found = isEndpoint(node) ? endpointFaults(node) : resourceFaults(node);
    if (isEndpoint(node)) {
      found.push(...conflicts(named, node, answered));
    }
    if (found.length > 0) {
      const target = isEndpoint(node) ? targetOf(node) : templateOf(node["~resource"]);
      faults.push(...found.map(([fault, remedy]) => ({ node: name, target, fault, remedy })));
    }
  }
  return faults;
}

function conflicts(named: NamedNode, endpoint: AnyEndpoint, answered: Answered): FaultPair[] {
  const requests = requestsOf(endpoint);
  const other = answered.get(requests);
  if (other === undefined) {
    answered.set(requests, named);
  }
  return other === undefined || !isEndpoint(other.node) || other.node === endpoint
    ? []
    : [
        [
          `answers the same requests as ${other.name}  ${targetOf(other.node)}`,
          "change one path, or merge the two endpoints",
        ],
      ];
}

// The requests that an endpoint answers: which id it is has no say in that. No segment
// holds a slash or a control character.
function requestsOf(endpoint: AnyEndpoint): string {
  let requests: string = endpoint.method;
  for (const segment of segmentsOf(endpoint)) {
    if (typeof segment === "string") {
      requests += `/${segment}`;
    } else if (takesAllSegments(segment)) {
      return `${requests}/\0*`;
    } else {
      requests += "/\0";
    }
  }
  return requests;
}

function targetOf({ method, template }: AnyEndpoint): string {
  return `${method} ${template}`;
}
