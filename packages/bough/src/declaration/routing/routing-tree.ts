// Routing by the tree: which endpoint a method and a raw path name. Segments are
// split before they are decoded, each is decoded once and compared byte for byte.
// What it is not: the resource tree. It is made from it, one node per path shape.
import { decodePercent } from "../../http/percent.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import { takesAllSegments } from "../tree/placement.ts";
import type { Placement, ResourceData } from "../tree/placement.ts";
import { hashedOn, makeRoutingNode, nodeBehind, staticAt, staticNamed } from "./routing-node.ts";
import type { Methods, RoutingNode } from "./routing-node.ts";

const PERCENT = 0x25;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** The segments of an endpoint's path: text, or the dynamic resource that stands there. */
export function segmentsOf(endpoint: AnyEndpoint): (string | ResourceData)[] {
  const { data, parent } = endpoint["~endpoint"];
  const segments = segmentsTo(parent);
  // What is no text is told of by `verify`.
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
  // The resource of the last entry, and what its path names: its other endpoints follow it.
  #place: Placement | undefined;
  #methods: Methods<Entry> | undefined;

  /** Adds an entry; gives the one that answers the same requests already, if there is one. */
  add(endpoint: AnyEndpoint, entry: Entry): Entry | undefined {
    const methods = this.#methodsOf(endpoint);
    const existing = methods.get(endpoint.method);
    if (existing === undefined) {
      methods.set(endpoint.method, entry);
    }
    return existing;
  }

  /**
   * The entry that a method and a raw path name, and in `values` the raw text of each id.
   * HEAD is answered by GET where it is not declared itself (RFC 9110 9.3.2).
   */
  find(method: string, path: string, values: string[]): Entry | undefined {
    // The path of the root has no segment at all.
    const found = findBelow(this.#root, path, path.length === 1 ? 2 : 1, method, values);
    if (found === undefined) {
      values.length = 0;
    }
    return found;
  }

  /** Every entry whose path this is, whatever the method, with the raw text of its ids. */
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

// Reads the path from behind a slash on. A node is visited once at most, so what a miss
// costs is bounded by the shapes that were declared.
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

/** The text of a raw segment; `undefined` for one that names nothing. */
function textOf(raw: string): string | undefined {
  const text = decodePercent(raw);
  // Hardly any segment is that short: its length is looked at first.
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
