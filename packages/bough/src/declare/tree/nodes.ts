// The nodes of a tree and their names. Children that are neither endpoints nor resources are skipped;
// `verify` reports them.
import { fieldsOf } from "../../shared/internal/record.ts";
import {
  chainOf,
  type AnyEndpoint,
  type AnyResource,
  type DeclaredChild,
  type Placement,
} from "./placement.ts";

/** A node and its name in messages: `users.user.find`. */
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

export function childrenOf(resource: AnyResource): [string, AnyResource | AnyEndpoint][] {
  const { "~resource": placement } = resource;
  const children: [string, AnyResource | AnyEndpoint][] = [];
  for (const { name, child } of placement.data["~below"]) {
    const node = childAt(placement, name, child);
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
  for (const { name, child } of placement.data["~below"]) {
    const node = childAt(placement, name, child);
    if (node !== undefined) {
      const path = prefix === "" ? name : `${prefix}.${name}`;
      nodes.push({ name: path, node });
      if (!isEndpoint(node)) {
        nodesBelow(node, path, nodes);
      }
    }
  }
  return nodes;
}

export function withBelow(resource: AnyResource): NamedNode[] {
  const placement = resource["~resource"];
  const name = nameOf(placement);
  return nodesBelow(placement.value, name, [{ name, node: placement.value }]);
}

// The names of a resource's own properties.
const TAKEN: ReadonlySet<string> = /* @__PURE__ */ new Set(["path", "~resource"]);

// A child with a reserved name, or that is neither endpoint nor resource, is not in the tree.
function childAt(
  { value }: Placement,
  name: string,
  declared: DeclaredChild,
): AnyResource | AnyEndpoint | undefined {
  if (TAKEN.has(name) || !("~data" in declared || "~below" in declared)) {
    return undefined;
  }
  const node: object = Object(fieldsOf(value)[name]);
  return isEndpoint(node) || isResource(node) ? node : undefined;
}

/** The name of a resource: the properties that lead to it, or its segment if it names its parent. */
function nameOf(placement: Placement): string {
  return chainOf(placement)
    .filter((at) => at.nested || at.data.kind !== "root")
    .map((at) => (at.nested && at.parent && propertyIn(at.parent, at.value)) ?? at.data.segment)
    .join(".");
}

/** Method and path template of an endpoint, for messages. */
export function targetOf({ method, template }: AnyEndpoint): string {
  return `${method} ${template}`;
}

/** The name of an endpoint, after the name of its resource. */
export function nameOfEndpoint(endpoint: AnyEndpoint): string {
  const { parent } = endpoint["~endpoint"];
  return [nameOf(parent), propertyIn(parent, endpoint)].filter(Boolean).join(".");
}

// The names of the children by placement: each of many faults looks one up.
const names = /* @__PURE__ */ new WeakMap<Placement, ReadonlyMap<object, string>>();

function propertyIn(placement: Placement, child: AnyResource | AnyEndpoint): string | undefined {
  let known = names.get(placement);
  if (known === undefined) {
    known = new Map(childrenOf(placement.value).map(([name, node]) => [node, name]));
    names.set(placement, known);
  }
  return known.get(child);
}
