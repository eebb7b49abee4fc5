// The nodes of a tree as a walk meets them. What is neither endpoint nor resource is
// left out here: `verify` tells of it.
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { chainOf } from "./placement.ts";
import type { AnyResource, Placement } from "./placement.ts";

/** A node and the name a reader knows it by: `users.user.find`. */
export interface NamedNode {
  readonly name: string;
  readonly node: AnyResource | AnyEndpoint;
}

export function isEndpoint(node: object): node is AnyEndpoint {
  return "~endpoint" in node;
}

export function isResource(node: object): node is AnyResource {
  return "~resource" in node;
}

/** The children of a resource where they stand, by name. */
export function childrenOf(resource: AnyResource): [string, AnyResource | AnyEndpoint][] {
  const { data, value } = resource["~resource"];
  const children: [string, AnyResource | AnyEndpoint][] = [];
  for (const name of Object.keys(data.children)) {
    const node = (value as unknown as Record<string, unknown>)[name];
    if (isNode(node)) {
      children.push([name, node]);
    }
  }
  return children;
}

/** Everything below a resource, in the order of declaration. */
export function nodesBelow(
  resource: AnyResource,
  prefix: string = nameOf(resource["~resource"]),
  nodes: NamedNode[] = [],
): NamedNode[] {
  for (const [child, node] of childrenOf(resource)) {
    const name = prefix === "" ? child : `${prefix}.${child}`;
    nodes.push({ name, node });
    if (!isEndpoint(node)) {
      nodesBelow(node, name, nodes);
    }
  }
  return nodes;
}

/** The name of a resource below its root: by the properties that hold it, by its segment where none does. */
export function nameOf(placement: Placement): string {
  return chainOf(placement)
    .filter((at) => at.nested || at.data.kind !== "root")
    .map((at) => propertyOf(at) ?? at.data.segment)
    .join(".");
}

function propertyOf({ parent, nested, value }: Placement): string | undefined {
  return nested && parent !== undefined
    ? childrenOf(parent.value).find(([, node]) => node === value)?.[0]
    : undefined;
}

function isNode(node: unknown): node is AnyResource | AnyEndpoint {
  return (
    (typeof node === "object" || typeof node === "function") &&
    node !== null &&
    (isEndpoint(node) || isResource(node))
  );
}
