// What a contract is made of: trees by name, the trees of a server, or some trees as a server serves them.
import type { ServedData, Serving } from "../declare/served.ts";
import { childrenOf, isEndpoint, isResource, nodesBelow } from "../declare/tree/nodes.ts";
import {
  chainOf,
  type AnyEndpoint,
  type AnyResource,
  type Placement,
} from "../declare/tree/placement.ts";
import { verify } from "../declare/verify/verify.ts";
import { fieldsOf, isRecord } from "../shared/internal/record.ts";
import { shown } from "../shared/internal/wrong-argument.ts";

/** Trees: a server, a root, or roots and top-level resources by name. */
export type ContractSource = Serving | AnyResource | ContractRoots;

/** Roots and top-level resources by name. */
export interface ContractRoots {
  readonly [name: string]: AnyResource;
}

/** Some trees of a server, with what the server knows of them. */
interface ServedTrees extends Serving {
  readonly "~served": ServedData;
  readonly "~trees": AnyResource | ContractRoots;
}

/** A node of a tree, and the property names that lead to it. */
export interface LabelledNode {
  readonly name: readonly string[];
  readonly node: AnyResource | AnyEndpoint;
}

/**
 * Lists every node of a source once, in the order of declaration, with what a server knows of them. Throws a `TypeError`
 * for other values, and a `DeclarationError` for a faulty tree.
 */
export function nodesOf(
  source: unknown,
  asked: string,
): { readonly nodes: readonly LabelledNode[]; readonly served: ServedData | undefined } {
  const given: object & Partial<ServedTrees> = Object(source);
  const { "~served": served, "~trees": trees } = given;
  if (served !== undefined && trees === undefined) {
    return { nodes: distinct(servedTops(served.roots)), served };
  }
  const shownTrees = trees ?? given;
  const tops = isResource(shownTrees)
    ? [[labelOf(shownTrees["~resource"]), shownTrees] as const]
    : named(trees ?? source, asked);
  verify(...tops.map(([, top]) => top));
  return { nodes: distinct(tops), served };
}

type Top = readonly [name: readonly string[], resource: AnyResource];

function named(source: unknown, asked: string): Top[] {
  const tops = isRecord(source) ? Object.entries(source) : [];
  if (tops.length === 0 || !tops.every(isTop)) {
    const wrong = tops.find((top) => !isTop(top));
    throw new TypeError(
      `${asked}: expected a server, a root or an object of resources { v1, v2 }, received ${
        wrong === undefined ? shown(source) : `${shown(wrong[1])} as "${wrong[0]}"`
      }`,
    );
  }
  return tops.map(([name, top]) => [[name], top]);
}

function isTop(entry: [string, unknown]): entry is [string, AnyResource] {
  return isResource(fieldsOf(entry[1]));
}

// With several roots, a name begins with the segment of its root.
function servedTops(tops: readonly AnyResource[]): Top[] {
  const rootOf = (top: AnyResource): Placement => chainOf(top["~resource"])[0] ?? top["~resource"];
  const roots = new Set(tops.map(rootOf));
  return tops.map((top) => {
    const root = rootOf(top).data;
    const prefix = roots.size > 1 && root.kind === "root" ? [root.segment ?? "root"] : [];
    return [[...prefix, ...labelOf(top["~resource"])], top];
  });
}

// A root has no name.
function labelOf(placement: Placement): string[] {
  return chainOf(placement)
    .filter(({ data }) => data.kind !== "root")
    .map(({ parent, value, data }) => {
      const property = parent && childrenOf(parent.value).find(([, node]) => node === value);
      return property?.[0] ?? data.segment ?? "";
    });
}

function distinct(tops: readonly Top[]): LabelledNode[] {
  const seen = new Set<object>();
  const nodes: LabelledNode[] = [];
  const visit = (name: readonly string[], node: AnyResource | AnyEndpoint): void => {
    if (!seen.has(node)) {
      seen.add(node);
      nodes.push({ name, node });
      if (!isEndpoint(node)) {
        for (const [child, below] of childrenOf(node)) {
          visit([...name, child], below);
        }
      }
    }
  };
  for (const [name, top] of tops) {
    visit(name, top["~resource"].value);
  }
  return nodes;
}

/** What a server knows of its trees. */
export function servedBy(server: Serving | undefined): ServedData | undefined {
  const { "~served": served }: Partial<ServedTrees> = Object(server);
  if (server !== undefined && served === undefined) {
    throw new TypeError(`contractOf: expected server to be a server, received ${shown(server)}`);
  }
  return served;
}

/** Trees with what a server knows of them; the trees alone if it serves none of their endpoints. */
export function servedTrees(api: ContractSource, served: ServedData): ContractSource {
  if (isServing(api)) {
    return api;
  }
  const known = new Set(served.roots.flatMap((top) => nodesBelow(top)).map(({ node }) => node));
  const roots = isResource(api) ? [api] : Object.values(api);
  const isServed = roots.flatMap((root) => nodesBelow(root)).some(({ node }) => known.has(node));
  if (!isServed) {
    return api;
  }
  const trees: ServedTrees = {
    "~trees": api,
    "~served": {
      ...served,
      // A server takes in the whole tree of an endpoint that it is asked for.
      routed: (endpoint) => (known.has(endpoint) ? served.routed(endpoint) : undefined),
    },
    unrouted: () => [],
  };
  return trees;
}

function isServing(api: ContractSource): api is Serving {
  return "~served" in Object(api);
}
