// Finds the endpoint of a method and a raw path. Paths are split before each segment is decoded once. The
// routing tree has one node per shape of a path; it is not the tree of resources.
import type { AnyEndpoint, Placement } from "../tree/placement.ts";
import {
  keepsSegments,
  segmentOf,
  segmentsAdded,
  segmentsOf,
  type IdSegment,
  type PathSegment,
} from "./path-segments.ts";
import {
  idWithin,
  patternIn,
  textOf,
  hashedOn,
  makeRoutingNode,
  nodeBehind,
  staticAt,
  staticSpelled,
  type Methods,
  type Patterns,
  type RestId,
  type RoutingNode,
} from "./routing-node.ts";

const PERCENT = 0x25;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

/** Endpoints by path and method. */
export class RoutingTree<Entry> {
  #root: RoutingNode<Entry> = makeRoutingNode();
  // The nodes of resources: all endpoints below a resource have its segments.
  readonly #nodes = new Map<Placement, RoutingNode<Entry>>();

  /** Removes all entries. */
  clear(): void {
    this.#root = makeRoutingNode();
    this.#nodes.clear();
  }

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
    if (path.includes("\\")) {
      return [];
    }
    return allBelow(this.#root, path.slice(1).split("/")).flatMap(({ methods, values }) =>
      [...methods.values()].map((entry) => ({ entry, values })),
    );
  }

  #methodsOf(endpoint: AnyEndpoint): Methods<Entry> {
    return keepsSegments(endpoint)
      ? methodsBehind(this.#nodeOf(endpoint["~endpoint"].parent), segmentsAdded(endpoint))
      : methodsBehind(this.#root, segmentsOf(endpoint));
  }

  #nodeOf(placement: Placement): RoutingNode<Entry> {
    let node = this.#nodes.get(placement);
    if (node === undefined) {
      const above = placement.parent === undefined ? this.#root : this.#nodeOf(placement.parent);
      const segment = segmentOf(placement.data);
      node = segment === undefined ? above : nodeAt(above, segment);
      this.#nodes.set(placement, node);
    }
    return node;
  }
}

function methodsBehind<Entry>(
  above: RoutingNode<Entry>,
  segments: readonly PathSegment[],
): Methods<Entry> {
  let node = above;
  for (const [index, segment] of segments.entries()) {
    if ("text" in segment && segment.text === "") {
      return (node.slashed ??= new Map());
    }
    if ("data" in segment && segment.all) {
      return restsOf(node, segment, index + 1 < segments.length);
    }
    node = nodeAt(node, segment);
  }
  return (node.methods ??= new Map());
}

function nodeAt<Entry>(above: RoutingNode<Entry>, segment: PathSegment): RoutingNode<Entry> {
  if ("text" in segment) {
    const node = nodeBehind(above, segment.text);
    node.verb ||= segment.verb;
    return node;
  }
  if (segment.prefix === "" && segment.suffix === "") {
    return (above.dynamic ??= makeRoutingNode());
  }
  const { affixed } = patternsOf(above);
  return patternIn(affixed, segment, (affixes) => ({
    ...affixes,
    node: makeRoutingNode<Entry>(),
  })).node;
}

function patternsOf<Entry>(node: RoutingNode<Entry>): Patterns<Entry> {
  return (node.patterns ??= { affixed: [], rests: [] });
}

function restsOf<Entry>(
  node: RoutingNode<Entry>,
  { prefix, suffix }: IdSegment,
  slashed: boolean,
): Methods<Entry> {
  const affixes = { prefix, suffix: slashed ? `${suffix}/` : suffix };
  const { rests } = patternsOf(node);
  return patternIn(rests, affixes, (own) => ({ ...own, methods: new Map() })).methods;
}

function pick<Entry>(methods: Methods<Entry>, method: string): Entry | undefined {
  return methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
}

// Reads the path from the character after a slash. A node is visited at most once, so the declared shapes
// bound the cost of a path without an endpoint.
// oxlint-disable-next-line max-params -- every request calls it, and an object for each call is slower
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
      // Only the last segment of a path may be empty, after the slash at its end.
      return start === path.length ? node.slashed && pick(node.slashed, method) : undefined;
    }
    const fixed = escaped
      ? staticSpelled(node, path.slice(start, end), text)
      : staticAt(node, hash, path, start, end);
    const { dynamic, patterns } = node;
    if (patterns !== undefined) {
      return findByPattern(node, fixed, { path, start, end, method, values });
    }
    const depth = values.length;
    if (fixed !== undefined) {
      if (dynamic === undefined) {
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
    if (dynamic === undefined) {
      return undefined;
    }
    values.push(path.slice(start, end));
    node = dynamic;
    start = end + 1;
  }
  return node.methods && pick(node.methods, method);
}

/** The segment of a path from `start` to `end`, and what is searched. */
interface Search {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly method: string;
  readonly values: string[];
}

// Fixed text is first, then ids with the longest text around them, then a plain id, then all remaining segments.
function findByPattern<Entry>(
  { dynamic, patterns }: RoutingNode<Entry>,
  fixed: RoutingNode<Entry> | undefined,
  { path, start, end, method, values }: Search,
): Entry | undefined {
  const { affixed = [], rests = [] } = patterns ?? {};
  const depth = values.length;
  const below = (node: RoutingNode<Entry>, id?: string): Entry | undefined => {
    if (id !== undefined) {
      values.push(id);
    }
    const found = findBelow(node, path, end + 1, method, values);
    if (found === undefined) {
      values.length = depth;
    }
    return found;
  };
  const raw = path.slice(start, end);
  let found = fixed && below(fixed);
  for (const pattern of affixed) {
    const id = found === undefined ? idWithin(raw, pattern) : undefined;
    if (id !== undefined) {
      found = below(pattern.node, id);
    }
  }
  found ??= dynamic && below(dynamic, raw);
  return found ?? findRest(rests, path.slice(start), method, values);
}

function findRest<Entry>(
  rests: readonly RestId<Entry>[],
  raw: string,
  method: string,
  values: string[],
): Entry | undefined {
  for (const rest of raw.includes("\\") ? [] : rests) {
    const found = pick(rest.methods, method);
    const id = found && idWithin(raw, rest);
    if (id !== undefined) {
      values.push(id);
      return found;
    }
  }
  return undefined;
}

/** The methods of a path, with the raw text of its ids. */
interface Match<Entry> {
  readonly methods: Methods<Entry>;
  readonly values: readonly string[];
}

function allBelow<Entry>(
  node: RoutingNode<Entry>,
  segments: readonly string[],
  index = 0,
  values: readonly string[] = [],
): Match<Entry>[] {
  const raw = segments[index];
  const isRoot = segments.length === 1 && raw === "";
  const methods =
    raw === undefined || isRoot
      ? node.methods
      : raw === "" && index === segments.length - 1
        ? node.slashed
        : undefined;
  const found: Match<Entry>[] = methods === undefined ? [] : [{ methods, values }];
  const text = raw && textOf(raw);
  if (!raw || text === undefined) {
    return found;
  }
  const below = (next: RoutingNode<Entry> | undefined, ...ids: string[]): void => {
    if (next !== undefined) {
      found.push(...allBelow(next, segments, index + 1, [...values, ...ids]));
    }
  };
  const { affixed = [], rests = [] } = node.patterns ?? {};
  below(staticSpelled(node, raw, text));
  for (const pattern of affixed) {
    const id = idWithin(raw, pattern);
    below(id === undefined ? undefined : pattern.node, id ?? "");
  }
  below(node.dynamic, raw);
  for (const rest of rests) {
    const id = idWithin(segments.slice(index).join("/"), rest);
    if (id !== undefined) {
      found.push({ methods: rest.methods, values: [...values, id] });
    }
  }
  return found;
}
