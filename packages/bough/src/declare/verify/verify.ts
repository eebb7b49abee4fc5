// Verifies declarations and reports all faults of a tree at once, each with its remedy. What the compiler always
// refuses, such as an argument of another type, has no fault here, unless it would silently change what is sent.
import { findSecurityFaults, type KnownSchemes } from "../../facts/security/faults.ts";
import { RoutingTree } from "../routing/routing-tree.ts";
import { isEndpoint, nameOfEndpoint, targetOf, withBelow, type NamedNode } from "../tree/nodes.ts";
import {
  chainOf,
  templateOf,
  type AnyEndpoint,
  type AnyResource,
  type Placement,
} from "../tree/placement.ts";
import { DeclarationError, Faults, type Fault } from "./declaration-error.ts";
import { findEndpointFaults } from "./endpoint-faults.ts";
import { findResourceFaults } from "./resource-faults.ts";

/** Records an endpoint; returns an earlier endpoint that answers the same requests. */
export type Take = (endpoint: AnyEndpoint) => AnyEndpoint | undefined;

/** Throws a `DeclarationError` with all faults of these trees, if there are any: `verify(api)`. */
export function verify(...resources: readonly AnyResource[]): void {
  const seen = new Map<AnyResource | AnyEndpoint, NamedNode>();
  for (const resource of resources) {
    for (const named of withBelow(resource)) {
      seen.set(named.node, seen.get(named.node) ?? named);
    }
  }
  const tree = new RoutingTree<AnyEndpoint>();
  const faults: Fault[] = [];
  const take: Take = (endpoint) => tree.add(endpoint, endpoint);
  const schemes = new Map<Placement | undefined, KnownSchemes>();
  let api: string | undefined;
  for (const named of seen.values()) {
    const found = faultsOf([named], take, schemes);
    if (found.length > 0) {
      // The first segment above a node, since there may be several roots.
      api ??= chainOf(placementOf(named.node))[0]?.data.segment ?? "";
      faults.push(...found);
    }
  }
  if (api !== undefined) {
    throw new DeclarationError(api, faults);
  }
}

function placementOf(node: AnyResource | AnyEndpoint): Placement {
  return isEndpoint(node) ? node["~endpoint"].parent : node["~resource"];
}

/** Finds the faults of these nodes, and gives each endpoint to `take`. `schemes` are those of each tree. */
export function faultsOf(
  nodes: Iterable<NamedNode>,
  take: Take,
  schemes: Map<Placement | undefined, KnownSchemes> = new Map(),
): Fault[] {
  const faults: Fault[] = [];
  const found = new Faults();
  for (const { name, node } of nodes) {
    const endpoint = isEndpoint(node);
    if (endpoint) {
      findEndpointFaults(node, found);
      findSameRequests(node, take, found);
    } else {
      findResourceFaults(node, found);
    }
    const { security } = endpoint ? node["~endpoint"].data : node["~resource"].data;
    if (security !== undefined) {
      const target = endpoint ? targetOf(node) : templateOf(node["~resource"]);
      findSecurityFaults(security, target, schemesAt(node, schemes), found);
    }
    if (found.list.length > 0) {
      const target = endpoint ? targetOf(node) : templateOf(node["~resource"]);
      for (const [fault, remedy] of found.list.splice(0)) {
        faults.push({ node: name, target, fault, remedy });
      }
    }
  }
  return faults;
}

function schemesAt(
  node: AnyResource | AnyEndpoint,
  schemes: Map<Placement | undefined, KnownSchemes>,
): KnownSchemes {
  const [root] = chainOf(placementOf(node));
  const known: KnownSchemes = schemes.get(root) ?? new Map();
  schemes.set(root, known);
  return known;
}

function findSameRequests(endpoint: AnyEndpoint, take: Take, found: Faults): void {
  const other = take(endpoint);
  if (other !== undefined) {
    found.add(
      `answers the same requests as ${nameOfEndpoint(other)}  ${targetOf(other)}`,
      "change one path, or merge the two endpoints",
    );
  }
}
