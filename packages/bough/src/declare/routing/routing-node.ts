// A node of the routing tree. The nodes below static segments are found by a hash: a `Map` by their texts would need
// each segment as a string and hash it again. Few nodes have ids with text around them, or ids that take all remaining
// segments.
import { normalizePercent, decodePercent } from "../../shared/http/percent.ts";
import type { IdSegment } from "./path-segments.ts";

export type Methods<Entry> = Map<string, Entry>;

/** The encoded text before and after an id. */
export type Affixes = Pick<IdSegment, "prefix" | "suffix">;

/** A segment that is an id with text around it, and the node below it. */
interface AffixedId<Entry> extends Affixes {
  readonly node: RoutingNode<Entry>;
}

/** All remaining segments as one id. Its suffix may end in a slash. */
export interface RestId<Entry> extends Affixes {
  readonly methods: Methods<Entry>;
}

/** The patterns of a node. The one with the longest text is first. */
export interface Patterns<Entry> {
  readonly affixed: AffixedId<Entry>[];
  readonly rests: RestId<Entry>[];
}

export interface RoutingNode<Entry> {
  /** The static segment of this node; empty after a dynamic one. */
  readonly text: string;
  /** Another node of the node above whose text has the same hash. */
  readonly next: RoutingNode<Entry> | undefined;
  /** The nodes below static segments, by the hash of their texts. */
  statics: Map<number, RoutingNode<Entry>> | undefined;
  dynamic: RoutingNode<Entry> | undefined;
  /** Ids with text around them, and ids that take all remaining segments. */
  patterns: Patterns<Entry> | undefined;
  methods: Methods<Entry> | undefined;
  /** The endpoints whose path ends in a slash. */
  slashed: Methods<Entry> | undefined;
  /** The verb that `text` ends in, encoded; empty if there is none. */
  verb: string;
}

/** Makes a node. A node after a dynamic segment has no text. */
export function makeRoutingNode<Entry>(
  text: string = "",
  next?: RoutingNode<Entry>,
): RoutingNode<Entry> {
  return {
    text,
    next,
    statics: undefined,
    dynamic: undefined,
    patterns: undefined,
    methods: undefined,
    slashed: undefined,
    verb: "",
  };
}

/** The node below a static segment, added if it does not exist. */
export function nodeBehind<Entry>(above: RoutingNode<Entry>, text: string): RoutingNode<Entry> {
  const hash = hashOf(text);
  let node = staticAt(above, hash, text, 0, text.length);
  if (node === undefined) {
    const statics = (above.statics ??= new Map());
    node = makeRoutingNode(text, statics.get(hash));
    statics.set(hash, node);
  }
  return node;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    hash = hashedOn(hash, text.charCodeAt(index));
  }
  return hash;
}

/** Adds one character to a hash. */
export function hashedOn(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** The node below the static segment in `path` from `start` to `end`. */
// oxlint-disable-next-line max-params -- every segment of a request calls it, and an object for each call is slower
export function staticAt<Entry>(
  { statics }: RoutingNode<Entry>,
  hash: number,
  path: string,
  start: number,
  end: number,
): RoutingNode<Entry> | undefined {
  let node = statics?.get(hash);
  // Comparing a slice is faster than `startsWith`.
  while (node !== undefined && node.text !== path.slice(start, end)) {
    node = node.next;
  }
  return node;
}

/**
 * The node below the static segment of a raw text. Escaped characters are the same as others, but the colon
 * of a verb is a delimiter, and an escaped one is data (RFC 3986 2.2).
 */
export function staticSpelled<Entry>(
  node: RoutingNode<Entry>,
  raw: string,
  text: string,
): RoutingNode<Entry> | undefined {
  const found = staticAt(node, hashOf(text), text, 0, text.length);
  return found !== undefined && normalizePercent(raw).endsWith(found.verb) ? found : undefined;
}

/** The pattern with these affixes, added if it does not exist. */
export function patternIn<P extends Affixes>(
  patterns: P[],
  { prefix, suffix }: Affixes,
  make: (affixes: Affixes) => P,
): P {
  let pattern = patterns.find((known) => known.prefix === prefix && known.suffix === suffix);
  if (pattern === undefined) {
    pattern = make({ prefix, suffix });
    patterns.push(pattern);
    patterns.sort(byLongestText);
  }
  return pattern;
}

// If two texts have the same length, the longer prefix is first, so that the order of declaration does not count.
function byLongestText(a: Affixes, b: Affixes): number {
  const length = (one: Affixes): number => one.prefix.length + one.suffix.length;
  return length(b) - length(a) || b.prefix.length - a.prefix.length;
}

/** The raw id between these affixes; `undefined` if they do not match, or if the id is not valid. */
export function idWithin(raw: string, { prefix, suffix }: Affixes): string | undefined {
  const text = normalizePercent(raw);
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) {
    return undefined;
  }
  // Empty if prefix and suffix overlap.
  const id = text.slice(prefix.length, Math.max(prefix.length, text.length - suffix.length));
  return id.split("/").every((segment) => textOf(segment) !== undefined) ? id : undefined;
}

/** The decoded text of a segment; `undefined` if it is invalid, empty or a dot segment. */
export function textOf(raw: string): string | undefined {
  const text = decodePercent(raw);
  // The length is checked first because it excludes most segments.
  return text !== undefined && text.length < 3 && (text === "" || text === "." || text === "..")
    ? undefined
    : text;
}
