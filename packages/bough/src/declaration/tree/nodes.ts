// The nodes of a tree as a walk meets them. What is neither endpoint nor resource is
// left out here: `verify` tells of it.
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { chainOf } from "./placement.ts";
import type { AnyResource, DeclaredChild, Placement } from "./placement.ts";

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

/** Where a resource stands. Throws a `TypeError` for what is none, such as an endpoint. */
export function placementOf(resource: AnyResource): Placement {
  if (!isResource(Object(resource))) {
    throw new TypeError(
      "an endpoint, or another value, is no resource: give api, or a part of it such as api.users",
    );
  }
  return resource["~resource"];
}

/** The children of a resource where they stand, by name. */
export function childrenOf(resource: AnyResource): [string, AnyResource | AnyEndpoint][] {
  const { "~resource": placement } = resource;
  const children: [string, AnyResource | AnyEndpoint][] = [];
  for (const name of Object.keys(placement.data["~below"])) {
    const node = childAt(placement, name);
    if (node !== undefined) {
      children.push([name, node]);
    }
  }
  return children;
}

/** Everything below a resource, in the order of declaration. */
export function nodesBelow(
  { "~resource": placement }: AnyResource,
  prefix: string = nameOf(placement),
  nodes: NamedNode[] = [],
): NamedNode[] {
  for (const child of Object.keys(placement.data["~below"])) {
    const node = childAt(placement, child);
    if (node !== undefined) {
      const name = prefix === "" ? child : `${prefix}.${child}`;
      nodes.push({ name, node });
      if (!isEndpoint(node)) {
        nodesBelow(node, name, nodes);
      }
    }
  }
  return nodes;
}

// What resources have themselves.
const TAKEN: ReadonlySet<string> = /* @__PURE__ */ new Set(["path", "~resource"]);

// What is neither endpoint nor resource stands nowhere, nor does what has a name that is taken.
function childAt({ data, value }: Placement, name: string): AnyResource | AnyEndpoint | undefined {
  const declared = data["~below"][name] as DeclaredChild;
  return ("~data" in declared || "~below" in declared) && !TAKEN.has(name)
    ? (value as unknown as Record<string, AnyResource | AnyEndpoint>)[name]
    : undefined;
}

/** The name of a resource below its root: by the properties that hold it, by its segment where none does. */
export function nameOf(placement: Placement): string {
  return chainOf(placement)
    .filter((at) => at.nested || at.data.kind !== "root")
    .map((at) => propertyOf(at) ?? at.data.segment)
    .join(".");
}

/** The name of an endpoint, its resource's in front. */
export function nameOfEndpoint(endpoint: AnyEndpoint): string {
  const { parent } = endpoint["~endpoint"];
  return [nameOf(parent), propertyIn(parent, endpoint)].filter(Boolean).join(".");
}

function propertyOf({ parent, nested, value }: Placement): string | undefined {
  return nested && parent !== undefined ? propertyIn(parent, value) : undefined;
}

// What the children of a place are called: each fault of many siblings names one of them.
const names = /* @__PURE__ */ new WeakMap<Placement, ReadonlyMap<object, string>>();

function propertyIn(placement: Placement, child: AnyResource | AnyEndpoint): string | undefined {
  let known = names.get(placement);
  if (known === undefined) {
    known = new Map(childrenOf(placement.value).map(([name, node]) => [node, name]));
    names.set(placement, known);
  }
  return known.get(child);
}
