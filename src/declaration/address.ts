// From a node and its ids to a path: the one place where a path is written.
import { encodeSegment, encodeStaticSegment } from "../http/percent.ts";
import { AddressError } from "./address-error.ts";
import type { Ids } from "./ids.ts";
import { Issue } from "./parameter.ts";
import type { ParameterLike } from "./parameter.ts";
import { writeTexts } from "./parameter-texts.ts";
import { chainOf } from "./placement.ts";
import type { Placement, ResourceData } from "./placement.ts";

// A path's pieces: written text, or a resource whose id stands there. Worked out
// once per placement, since calls build paths again and again.
const piecesOf = /* @__PURE__ */ new WeakMap<Placement, readonly (string | ResourceData)[]>();

/**
 * The path of a placement with a subpath and ids.
 * Throws `AddressError` for an id that is missing or that a URL cannot carry.
 */
export function addressOf(placement: Placement, subpath: string, ids: Ids): string {
  let pieces = piecesOf.get(placement);
  if (pieces === undefined) {
    pieces = readPieces(placement);
    piecesOf.set(placement, pieces);
  }
  let path = "";
  for (const piece of pieces) {
    path += typeof piece === "string" ? piece : encodeId(placement, piece, ids);
  }
  for (const segment of subpath === "" ? [] : subpath.split("/")) {
    path += `/${encodeStaticSegment(segment)}`;
  }
  return path || "/";
}

function readPieces(placement: Placement): (string | ResourceData)[] {
  const pieces: (string | ResourceData)[] = [];
  let text = "";
  for (const { data } of chainOf(placement)) {
    if (data.kind === "dynamic") {
      pieces.push(text, data);
      text = "";
    } else if (data.segment !== undefined) {
      text += `/${encodeStaticSegment(data.segment)}`;
    }
  }
  return [...pieces, text];
}

function encodeId(
  { template }: Placement,
  { segment: name, type }: ResourceData,
  ids: Ids,
): string {
  const texts =
    String(name) in ids
      ? writeTexts(type as ParameterLike, ids[String(name)])
      : new Issue("has no value");
  let issue = texts instanceof Issue ? texts.message : "";
  let path = "";
  for (const text of texts instanceof Issue ? [] : texts) {
    if (["", ".", ".."].includes(text)) {
      issue = `is "${text}", which no URL carries as a segment`;
    }
    path += `/${encodeSegment(text)}`;
  }
  if (issue !== "") {
    throw new AddressError(template, "path", String(name), issue);
  }
  return path;
}
