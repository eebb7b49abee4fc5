// Routing by the tree: which endpoint a method and a raw path name. Segments are
// split before they are decoded, each is decoded once and compared byte for byte.
// What it is not: the resource tree. It is made from it, one node per path shape.
import { decodePercent } from "../http/percent.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { chainOf, takesAllSegments } from "./placement.ts";
import type { ResourceData } from "./placement.ts";

/** What a path names: entries by method. */
type Methods<Entry> = Map<string, Entry>;

interface Node<Entry> {
  readonly statics: Map<string, Node<Entry>>;
  dynamic: Node<Entry> | undefined;
  /** Endpoints that take all remaining segments. */
  rest: Methods<Entry> | undefined;
  methods: Methods<Entry> | undefined;
}

/** The segments of an endpoint's path: text, or the dynamic resource that stands there. */
export function segmentsOf(endpoint: AnyEndpoint): (string | ResourceData)[] {
  const { data, placement } = endpoint["~endpoint"];
  const segments: (string | ResourceData)[] = [];
  for (const at of chainOf(placement)) {
    if (at.data.kind === "dynamic") {
      segments.push(at.data);
    } else if (at.data.segment !== undefined) {
      segments.push(at.data.segment);
    }
  }
  return data.subpath === "" ? segments : [...segments, ...data.subpath.split("/")];
}

// The path as it is sent, where nothing in it is chosen at run time and nothing is escaped.
function staticPath(segments: readonly (string | ResourceData)[]): string | undefined {
  let path = "";
  for (const segment of segments) {
    if (typeof segment !== "string" || !/^[\w.~-]+$/.test(segment)) {
      return undefined;
    }
    path += `/${segment}`;
  }
  return path || "/";
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
    return (
      found ?? (path.includes("\\") ? undefined : findBelow(this.#root, path, 1, method, values))
    );
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
        const next = node.statics.get(segment) ?? makeNode<Entry>();
        node.statics.set(segment, next);
        node = next;
      } else if (takesAllSegments(segment)) {
        return (node.rest ??= new Map());
      } else {
        node = node.dynamic ??= makeNode();
      }
    }
    return (node.methods ??= new Map());
  }
}

function makeNode<Entry>(): Node<Entry> {
  return { statics: new Map(), dynamic: undefined, rest: undefined, methods: undefined };
}

function pick<Entry>(methods: Methods<Entry>, method: string): Entry | undefined {
  return methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
}

// The path "/" has no segment at all; any other is read from behind a slash on.
function findBelow<Entry>(
  node: Node<Entry>,
  path: string,
  start: number,
  method: string,
  values: string[],
): Entry | undefined {
  if (start > path.length || path.length === 1) {
    return node.methods && pick(node.methods, method);
  }
  const slash = path.indexOf("/", start);
  const end = slash < 0 ? path.length : slash;
  const raw = path.slice(start, end);
  const text = decodePercent(raw);
  if (text === undefined || text === "" || text === "." || text === "..") {
    return undefined;
  }
  const fixed = node.statics.get(text);
  const found = fixed && findBelow(fixed, path, end + 1, method, values);
  return found ?? findDynamic(node, path, start, end, method, values);
}

function findDynamic<Entry>(
  node: Node<Entry>,
  path: string,
  start: number,
  end: number,
  method: string,
  values: string[],
): Entry | undefined {
  if (node.dynamic !== undefined) {
    values.push(path.slice(start, end));
    const found = findBelow(node.dynamic, path, end + 1, method, values);
    if (found !== undefined) {
      return found;
    }
    values.pop();
  }
  const rest = node.rest && pick(node.rest, method);
  if (rest === undefined || !path.slice(start).split("/").every(isSegment)) {
    return undefined;
  }
  values.push(path.slice(start));
  return rest;
}

function isSegment(raw: string): boolean {
  const text = decodePercent(raw);
  return text !== undefined && text !== "" && text !== "." && text !== "..";
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
  const fixed = node.statics.get(decodePercent(raw) ?? "");
  if (fixed !== undefined) {
    collectBelow(fixed, segments, index + 1, values, collect);
  }
  if (node.dynamic !== undefined) {
    collectBelow(node.dynamic, segments, index + 1, [...values, raw], collect);
  }
  const rest = segments.slice(index);
  if (node.rest !== undefined && rest.every(isSegment)) {
    collect(node.rest, [...values, rest.join("/")]);
  }
}
