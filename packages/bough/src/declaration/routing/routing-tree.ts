// Finds the endpoint of a method and a raw path. Paths are split before each segment is decoded once. The
// routing tree has one node per shape of a path; it is not the tree of resources.
import { decodePercent } from "../../http/percent.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import { takesAllSegments } from "../tree/placement.ts";
import type { Placement, ResourceData } from "../tree/placement.ts";
import { hashedOn, makeRoutingNode, nodeBehind, staticAt, staticNamed } from "./routing-node.ts";
import type { Methods, RoutingNode } from "./routing-node.ts";

const PERCENT = 0x25;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** The segments of an endpoint's path: text, or a dynamic resource. */
export function segmentsOf(endpoint: AnyEndpoint): (string | ResourceData)[] {
  const { data, parent } = endpoint["~endpoint"];
  const segments = segmentsTo(parent);
  // `verify` reports a subpath that is not a string.
  const subpath: unknown = data.subpath;
  if (subpath !== "") {
    segments.push(...String(subpath).split("/"));
  }
  return segments;
}

function segmentsTo({ data, parent }: Placement): (string | ResourceData)[] {
  const segments = parent === undefined ? [] : segmentsTo(parent);
  if (data.kind === "dynamic") {
    segments.push(data);
  } else if (data.segment !== undefined) {
    segments.push(data.segment);
  }
  return segments;
}

/** Endpoints by path and method. */
export class RoutingTree<Entry> {
  readonly #root: RoutingNode<Entry> = makeRoutingNode();
  // The resource of the last entry and its methods: the next endpoint is often of the same resource.
  #place: Placement | undefined;
  #methods: Methods<Entry> | undefined;

  /** Adds an entry, or returns the existing entry for the same requests. */
  add(endpoint: AnyEndpoint, entry: Entry): Entry | undefined {
    const methods = this.#methodsOf(endpoint);
    const existing = methods.get(endpoint.method);
    if (existing === undefined) {
      methods.set(endpoint.method, entry);
    }
    return existing;
  }

  /**
   * Finds the entry of a method and a raw path, and adds the raw text of each id to `values`. Without a HEAD
   * endpoint, HEAD finds the GET endpoint (RFC 9110 9.3.2).
   */
  find(method: string, path: string, values: string[]): Entry | undefined {
    // The path "/" has no segment.
    const found = findBelow(this.#root, path, path.length === 1 ? 2 : 1, method, values);
    if (found === undefined) {
      values.length = 0;
    }
    return found;
  }

  /** The entries of a path for all methods, with the raw text of their ids. */
  all(path: string): { readonly entry: Entry; readonly values: readonly string[] }[] {
    const found: { entry: Entry; values: readonly string[] }[] = [];
    if (!path.includes("\\")) {
      collectBelow(this.#root, path.slice(1).split("/"), 0, [], (methods, values) => {
        for (const entry of methods.values()) {
          found.push({ entry, values });
        }
      });
    }
    return found;
  }

  #methodsOf(endpoint: AnyEndpoint): Methods<Entry> {
    const { data, parent } = endpoint["~endpoint"];
    if (data.subpath !== "") {
      return this.#methodsAt(segmentsOf(endpoint));
    }
    if (this.#methods === undefined || this.#place !== parent) {
      this.#methods = this.#methodsAt(segmentsOf(endpoint));
      this.#place = parent;
    }
    return this.#methods;
  }

  #methodsAt(segments: readonly (string | ResourceData)[]): Methods<Entry> {
    let node = this.#root;
    for (const segment of segments) {
      if (typeof segment === "string") {
        node = nodeBehind(node, segment);
      } else if (takesAllSegments(segment)) {
        return (node.rest ??= new Map());
      } else {
        node = node.dynamic ??= makeRoutingNode();
      }
    }
    return (node.methods ??= new Map());
  }
}

function pick<Entry>(methods: Methods<Entry>, method: string): Entry | undefined {
  return methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
}

// Reads the path from the character after a slash. A node is visited at most once, so the declared shapes
// bound the cost of a path without an endpoint.
function findBelow<Entry>(
  above: RoutingNode<Entry>,
  path: string,
  from: number,
  method: string,
  values: string[],
): Entry | undefined {
  let node = above;
  let start = from;
  while (start <= path.length) {
    let hash = 0;
    let escaped = false;
    let end = start;
    for (; end < path.length; end++) {
      const code = path.charCodeAt(end);
      if (code === SLASH) {
        break;
      }
      if (code === BACKSLASH) {
        return undefined;
      }
      escaped ||= code === PERCENT;
      hash = hashedOn(hash, code);
    }
    const text = escaped || end - start < 3 ? textOf(path.slice(start, end)) : "";
    if (text === undefined) {
      return undefined;
    }
    const fixed = escaped ? staticNamed(node, text) : staticAt(node, hash, path, start, end);
    const { dynamic, rest } = node;
    const depth = values.length;
    if (fixed !== undefined) {
      if (dynamic === undefined && rest === undefined) {
        node = fixed;
        start = end + 1;
        continue;
      }
      const found = findBelow(fixed, path, end + 1, method, values);
      if (found !== undefined) {
        return found;
      }
      values.length = depth;
    }
    if (dynamic !== undefined) {
      values.push(path.slice(start, end));
      if (rest === undefined) {
        node = dynamic;
        start = end + 1;
        continue;
      }
      const found = findBelow(dynamic, path, end + 1, method, values);
      if (found !== undefined) {
        return found;
      }
      values.length = depth;
    }
    return rest && findRest(rest, path.slice(start), method, values);
  }
  return node.methods && pick(node.methods, method);
}

function findRest<Entry>(
  rest: Methods<Entry>,
  raw: string,
  method: string,
  values: string[],
): Entry | undefined {
  const found = pick(rest, method);
  if (found === undefined || raw.includes("\\") || !raw.split("/").every(isSegment)) {
    return undefined;
  }
  values.push(raw);
  return found;
}

/** The decoded text of a segment; `undefined` if it is invalid, empty or a dot segment. */
function textOf(raw: string): string | undefined {
  const text = decodePercent(raw);
  // The length is checked first because it excludes most segments.
  return text !== undefined && text.length < 3 && (text === "" || text === "." || text === "..")
    ? undefined
    : text;
}

function isSegment(raw: string): boolean {
  return textOf(raw) !== undefined;
}

function collectBelow<Entry>(
  node: RoutingNode<Entry>,
  segments: readonly string[],
  index: number,
  values: readonly string[],
  collect: (methods: Methods<Entry>, values: readonly string[]) => void,
): void {
  const raw = segments[index];
  if (raw === undefined || (segments.length === 1 && raw === "")) {
    if (node.methods !== undefined) {
      collect(node.methods, values);
    }
    return;
  }
  if (!isSegment(raw)) {
    return;
  }
  const fixed = staticNamed(node, decodePercent(raw) ?? "");
  if (fixed !== undefined) {
    collectBelow(fixed, segments, index + 1, values, collect);
  }
  if (node.dynamic !== undefined) {
    collectBelow(node.dynamic, segments, index + 1, [...values, raw], collect);
  }
  if (node.rest !== undefined) {
    const rest = segments.slice(index);
    if (rest.every(isSegment)) {
      collect(node.rest, [...values, rest.join("/")]);
    }
  }
}
