// The resources of a contract, as its names and templates tell.
import type { ContractEndpoint, ContractParameter } from "bough/contract";
import { templateOf, type TemplateSegment } from "../template.ts";

export interface TreeEndpoint {
  readonly name: string;
  readonly endpoint: ContractEndpoint;
  /** `me`, `:publish`, or empty. */
  readonly subpath: string;
}

/** A resource with everything below it. */
export interface TreeResource {
  /** Its property name; empty for the root. */
  readonly name: string;
  readonly segment: TemplateSegment | undefined;
  readonly id: ContractParameter | undefined;
  readonly endpoints: TreeEndpoint[];
  readonly resources: Map<string, TreeResource>;
  /** Whether the paths of its own endpoints end in a slash; `undefined` if it has none. */
  trailingSlash: boolean | undefined;
}

/** Builds the tree. `root` is the first segment of all templates, if the root has one. */
export function treeOf(
  endpoints: readonly ContractEndpoint[],
  root: string | undefined,
): TreeResource {
  const top = resource(
    "",
    root === undefined ? undefined : { kind: "static", text: root },
    undefined,
  );
  for (const endpoint of endpoints) {
    place(top, endpoint, root === undefined ? 0 : 1);
  }
  return top;
}

function resource(
  name: string,
  segment: TemplateSegment | undefined,
  id: ContractParameter | undefined,
): TreeResource {
  return { name, segment, id, endpoints: [], resources: new Map(), trailingSlash: undefined };
}

function place(top: TreeResource, endpoint: ContractEndpoint, skipped: number): void {
  const template = templateOf(endpoint.template);
  // A contract has only templates that can be declared.
  if (typeof template === "string") {
    return;
  }
  const { segments, verb, trailingSlash } = template;
  const names = endpoint.name;
  const ids = endpoint.path ?? [];
  let node = top;
  let count = 0;
  for (const [index, segment] of segments.slice(skipped).entries()) {
    const name = names[index] ?? "";
    const id = segment.kind === "dynamic" ? ids[count++] : undefined;
    if (index === names.length - 1 && segment.kind === "static") {
      node.trailingSlash = false;
      node.endpoints.push({ name, endpoint, subpath: segment.text });
      return;
    }
    const known = node.resources.get(name);
    const next = known ?? resource(name, segment, id);
    node.resources.set(name, next);
    node = next;
  }
  node.trailingSlash = trailingSlash;
  node.endpoints.push({ name: names.at(-1) ?? "", endpoint, subpath: verb });
}

/** The security that all endpoints below a resource share; `undefined` for one endpoint, or if they differ. */
export function sharedSecurity(node: TreeResource): ContractEndpoint["security"] {
  return sharedBelow(node, ({ security }) => security);
}

/** The tags that all endpoints below a resource share; `undefined` for one endpoint, or if they differ. */
export function sharedTags(node: TreeResource): ContractEndpoint["tags"] {
  return sharedBelow(node, ({ tags }) => tags);
}

function sharedBelow<Part>(
  node: TreeResource,
  partOf: (endpoint: ContractEndpoint) => Part,
): Part | undefined {
  const [first, ...others] = endpointsBelow(node).map(partOf);
  const own = JSON.stringify(first);
  return others.length > 0 && others.every((one) => JSON.stringify(one) === own)
    ? first
    : undefined;
}

function endpointsBelow(node: TreeResource): readonly ContractEndpoint[] {
  return [
    ...node.endpoints.map(({ endpoint }) => endpoint),
    ...[...node.resources.values()].flatMap(endpointsBelow),
  ];
}

/** How many endpoints a resource has, with those below it. */
export function sizeOf(node: TreeResource): number {
  let size = node.endpoints.length;
  for (const child of node.resources.values()) {
    size += sizeOf(child);
  }
  return size;
}
