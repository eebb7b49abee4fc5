// What a routing node has besides fixed text and plain ids: ids with text around them, and ids that take all
// remaining segments. Few nodes have any.
import { decodePercent, normalizePercent } from "../../http/percent.ts";
import type { Affixes } from "./routing-node.ts";

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
  return id.split("/").every(isSegment) ? id : undefined;
}

/** The decoded text of a segment; `undefined` if it is invalid, empty or a dot segment. */
export function textOf(raw: string): string | undefined {
  const text = decodePercent(raw);
  // The length is checked first because it excludes most segments.
  return text !== undefined && text.length < 3 && (text === "" || text === "." || text === "..")
    ? undefined
    : text;
}

function isSegment(raw: string): boolean {
  return textOf(raw) !== undefined;
}
