// Routing by the tree: which endpoint a method and a raw path name. Segments are
// split before they are decoded, each is decoded once and compared byte for byte.
// What it is not: the resource tree. It is made from it, one node per path shape.
import { decodePercent } from "../http/percent.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { takesAllSegments } from "./placement.ts";
import type { Placement, ResourceData } from "./placement.ts";

const SLASH = 47;

/** What a path names: entries by method. */
type Methods<Entry> = Map<string, Entry>;

interface Node<Entry> {
  /** The one static segment of a node that leads nowhere else: it is compared in place. */
  only: { readonly text: string; readonly node: Node<Entry> } | undefined;
  /** The static segments of any other node. */
  statics: Map<string, Node<Entry>> | undefined;
  dynamic: Node<Entry> | undefined;
  /** Endpoints that take all remaining segments. */
  rest: Methods<Entry> | undefined;
  methods: Methods<Entry> | undefined;
}

/** The segments of an endpoint's path: text, or the dynamic resource that stands there. */
export function segmentsOf(endpoint: AnyEndpoint): (string | ResourceData)[] {
  const { data, parent } = endpoint["~endpoint"];
  const segments = segmentsTo(parent);
  if (data.subpath !== "") {
    segments.push(...data.subpath.split("/"));
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

// The path as it is sent, where nothing in it is chosen at run time and nothing is escaped.
function staticPath(segments: readonly (string | ResourceData)[]): string | undefined {
  if (!segments.every((segment) => typeof segment === "string")) {
    return undefined;
  }
  const path = `/${segments.join("/")}`;
  return /^[\w.~/-]+$/.test(path) ? path : undefined;
}

/** Endpoints by path and method. */
export class RoutingTree<Entry> {
  readonly #root: Node<Entry> = makeNode();
  // Paths without ids are found at once: nothing beats a path that is static throughout.
  readonly #statics = new Map<string, Methods<Entry>>();

  /** Adds an entry; gives the one that answers the same requests already, if there is one. */
  add(endpoint: AnyEndpoint, entry: Entry): Entry | undefined {
    const segments = segmentsOf(endpoint);
    const methods = this.#methodsAt(segments);
    const existing = methods.get(endpoint.method);
    if (existing === undefined) {
      methods.set(endpoint.method, entry);
      const path = staticPath(segments);
      if (path !== undefined) {
        this.#statics.set(path, methods);
      }
    }
    return existing;
  }

  /**
   * The entry that a method and a raw path name, and in `values` the raw text of each id.
   * HEAD is answered by GET where it is not declared itself (RFC 9110 9.3.2).
   */
  find(method: string, path: string, values: string[]): Entry | undefined {
    const at = this.#statics.get(path);
    const found = at === undefined ? undefined : pick(at, method);
    if (found !== undefined || path === "/" || path.includes("\\")) {
      return found;
    }
    return findBelow(this.#root, path, 1, method, values);
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

  #methodsAt(segments: readonly (string | ResourceData)[]): Methods<Entry> {
    let node = this.#root;
    for (const segment of segments) {
      if (typeof segment === "string") {
        node = staticBelow(node, segment) ?? addStatic(node, segment);
      } else if (takesAllSegments(segment)) {
        spread(node);
        return (node.rest ??= new Map());
      } else {
        spread(node);
        node = node.dynamic ??= makeNode();
      }
    }
    return (node.methods ??= new Map());
  }
}

function makeNode<Entry>(): Node<Entry> {
  return {
    only: undefined,
    statics: undefined,
    dynamic: undefined,
    rest: undefined,
    methods: undefined,
  };
}

function staticBelow<Entry>({ only, statics }: Node<Entry>, text: string): Node<Entry> | undefined {
  return only === undefined ? statics?.get(text) : only.text === text ? only.node : undefined;
}

function addStatic<Entry>(node: Node<Entry>, text: string): Node<Entry> {
  const added = makeNode<Entry>();
  if (node.only ?? node.statics ?? node.dynamic ?? node.rest) {
    spread(node);
    (node.statics ??= new Map()).set(text, added);
  } else {
    node.only = { text, node: added };
  }
  return added;
}

// The node leads elsewhere too: its one static segment, if it has one, is looked up from now on.
function spread<Entry>(node: Node<Entry>): void {
  if (node.only !== undefined) {
    node.statics = new Map([[node.only.text, node.only.node]]);
    node.only = undefined;
  }
}

function pick<Entry>(methods: Methods<Entry>, method: string): Entry | undefined {
  return methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
}

// Reads the path from behind a slash on. A node is visited once at most, so what a miss
// costs is bounded by the shapes that were declared.
function findBelow<Entry>(
  node: Node<Entry>,
  path: string,
  start: number,
  method: string,
  values: string[],
): Entry | undefined {
  if (start > path.length) {
    return node.methods && pick(node.methods, method);
  }
  const { only } = node;
  if (only !== undefined && path.startsWith(only.text, start)) {
    const end = start + only.text.length;
    if (end === path.length || path.charCodeAt(end) === SLASH) {
      return findBelow(only.node, path, end + 1, method, values);
    }
  }
  const slash = path.indexOf("/", start);
  const end = slash < 0 ? path.length : slash;
  const raw = path.slice(start, end);
  const text = textOf(raw);
  if (text === undefined) {
    return undefined;
  }
  const fixed = staticBelow(node, text);
  let found = fixed && findBelow(fixed, path, end + 1, method, values);
  if (found === undefined && node.dynamic !== undefined) {
    values.push(raw);
    found = findBelow(node.dynamic, path, end + 1, method, values);
    if (found === undefined) {
      values.pop();
    }
  }
  return found ?? (node.rest && findRest(node.rest, path.slice(start), method, values));
}

function findRest<Entry>(
  rest: Methods<Entry>,
  raw: string,
  method: string,
  values: string[],
): Entry | undefined {
  const found = pick(rest, method);
  if (found === undefined || !raw.split("/").every(isSegment)) {
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
  node: Node<Entry>,
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
  const fixed = staticBelow(node, decodePercent(raw) ?? "");
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
