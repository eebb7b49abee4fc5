// From a template's pieces and ids to a path: the one place where a path is written.
import { encodeSegment, encodeStaticSegment, isWellFormed } from "../http/percent.ts";
import { AddressError } from "./address-error.ts";
import { idsOf, ownOf } from "./ids.ts";
import type { Ids } from "./ids.ts";
import { Issue } from "./parameter.ts";
import { textsOf } from "./parameter-texts.ts";
import type { PathPiece, ResourceData } from "./placement.ts";

/** A static segment as a piece of a path. */
export function pieceOf(segment: string): string {
  // Text that no URL carries is told of by `verify`; it never gets as far as a path.
  return segment && `/${isWellFormed(segment) ? encodeStaticSegment(segment) : segment}`;
}

/** Where a path leads to. */
export interface Addressed {
  readonly template: string;
  /** The path as it is written, from the root on. */
  readonly pieces: readonly PathPiece[];
}

/**
 * The path of a place with ids.
 * Throws `AddressError` for an id that is missing or that a URL cannot carry.
 */
export function addressOf({ template, pieces }: Addressed, ids: Ids | undefined): string {
  let path = "";
  for (const piece of pieces) {
    path += typeof piece === "string" ? piece : encodeId(template, piece, ids);
  }
  return path || "/";
}

/** The path of a node: with ids if it has any, else its template. */
export function pathOf(node: object, place: Addressed): string {
  const ids = idsOf(node);
  return ids ? addressOf(place, ids) : place.template;
}

function encodeId(
  template: string,
  { segment: name = "", type }: ResourceData,
  ids: Ids | undefined,
): string {
  const value = ownOf(ids, name);
  const refused = (issue: string): never => {
    throw new AddressError(template, "path", name, issue);
  };
  if (value === undefined) {
    return refused("has no value");
  }
  // An id whose type was left out is text: `string()` need not be bundled for it.
  const texts = type
    ? textsOf(type).write(value)
    : typeof value === "string"
      ? [value]
      : new Issue("is not text");
  if (texts instanceof Issue) {
    return refused(texts.message);
  }
  let path = "";
  for (const text of texts) {
    path +=
      /^\.{0,2}$/.test(text) || !isWellFormed(text)
        ? refused(`is ${JSON.stringify(text)}, which no URL carries as a segment`)
        : `/${encodeSegment(text)}`;
  }
  return path;
}
