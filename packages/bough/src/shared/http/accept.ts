// Content negotiation: picks one of the declared media types by the `Accept` header.
// A malformed member or header is ignored, so its client gets the default and not an error.
import { trimmed } from "./header-value.ts";
import { parseParameters, essenceEnd, parseMediaType, type MediaType } from "./media-type.ts";

/** One media range of an `Accept` header (RFC 9110 12.5.1). */
export interface AcceptRange {
  /** Lower-case type, or `*`. */
  readonly type: string;
  /** Lower-case subtype, or `*`. */
  readonly subtype: string;
  /** Parameters that a media type needs to match, without the weight. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The weight, 0 to 1. */
  readonly q: number;
}

/** The index of the best available media type, or -1 if none is acceptable (RFC 9110 12.5.1). */
export function negotiate(accept: string | undefined, available: readonly string[]): number {
  const [first] = available;
  if (first === undefined) {
    return -1;
  }
  if (!accept || accept === "*/*" || startsWithMember(accept, first)) {
    return 0;
  }
  const ranges = parseAccept(accept);
  if (ranges.length === 0) {
    return 0;
  }
  let best = -1;
  let bestQuality = 0;
  for (const [index, text] of available.entries()) {
    const mediaType = parseMediaType(text);
    const quality = mediaType ? qualityOf(mediaType, ranges) : 0;
    if (quality > bestQuality) {
      best = index;
      bestQuality = quality;
    }
  }
  return best;
}

/** Whether the first member is exactly this type. No other member can have more weight. */
function startsWithMember(accept: string, member: string): boolean {
  const { length } = member;
  return accept.startsWith(member) && (accept.length === length || accept[length] === ",");
}

/** The weight of a media type: that of the most specific matching range, or 0 (RFC 9110 12.5.1). */
export function qualityOf(mediaType: MediaType, ranges: readonly AcceptRange[]): number {
  let quality = 0;
  let highest = -1;
  for (const range of ranges) {
    const specificity = specificityFor(range, mediaType);
    // Of two equally specific ranges, the one with more weight counts.
    if (specificity < highest || (specificity === highest && range.q <= quality)) {
      continue;
    }
    highest = specificity;
    quality = range.q;
  }
  return highest < 0 ? 0 : quality;
}

/** How precisely the range matches the media type; -1 if it does not match. */
function specificityFor(range: AcceptRange, { essence, parameters }: MediaType): number {
  const { type, subtype } = range;
  if (type === "*") {
    return range.parameters.size === 0 ? 0 : -1;
  }
  if (!essence.startsWith(type) || essence[type.length] !== "/") {
    return -1;
  }
  if (subtype !== "*" && essence.slice(type.length + 1) !== subtype) {
    return -1;
  }
  for (const [name, value] of range.parameters) {
    // Text without a charset is sent as UTF-8, so it matches a range with `charset=utf-8`.
    const own = parameters.get(name) ?? (name === "charset" ? "utf-8" : undefined);
    if (own !== value) {
      return -1;
    }
  }
  return (subtype === "*" ? 1 : 2) + range.parameters.size;
}

/** Parses an `Accept` header and leaves out malformed members (RFC 9110 12.5.1). */
export function parseAccept(text: string): AcceptRange[] {
  // A comma inside a quoted string does not end a member.
  const members = text.match(/(?:[^",]+|"(?:[^"\\]|\\[^]?)*"?)+/g) ?? [];
  return members
    .map((member) => parseRange(trimmed(member)))
    .filter((range) => range !== undefined);
}

function parseRange(member: string): AcceptRange | undefined {
  const end = essenceEnd(member);
  const parameters = end < 0 ? undefined : parseParameters(member, end);
  const slash = member.indexOf("/");
  const type = member.slice(0, slash).toLowerCase();
  const subtype = member.slice(slash + 1, end).toLowerCase();
  if (!parameters || (type === "*" && subtype !== "*")) {
    return undefined;
  }
  const weight = parameters.get("q") ?? "1";
  // The grammar requires a leading zero, but old Java clients send `q=.2` in every request.
  if (!/^(?:0?\.\d{1,3}|0\.?|1(?:\.0{0,3})?)$/.test(weight)) {
    return undefined;
  }
  parameters.delete("q");
  return { type, subtype, parameters, q: Number(weight) };
}
