// From a node and its ids to a path: the one place where a path is written.
import { encodeSegment, encodeStaticSegment } from "../http/percent.ts";
import { AddressError } from "./address-error.ts";
import type { Ids } from "./ids.ts";
import { encodeAll, encodeOne } from "./parameter-codec.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter } from "./parameter.ts";
import { chainOf, takesAllSegments } from "./placement.ts";
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
  return subpath === "" ? path || "/" : `${path}/${encodeSubpath(subpath)}`;
}

function readPieces(placement: Placement): (string | ResourceData)[] {
  const pieces: (string | ResourceData)[] = [];
  let text = "";
  for (const { data } of chainOf(placement)) {
    if (data.kind === "dynamic") {
      pieces.push(text, data);
      text = "";
    } else {
      text += data.segment === undefined ? "" : `/${encodeStaticSegment(data.segment)}`;
    }
  }
  return text === "" ? pieces : [...pieces, text];
}

/** A subpath as it stands in a URL: segments joined by `/`. */
function encodeSubpath(subpath: string): string {
  return subpath.split("/").map(encodeStaticSegment).join("/");
}

function encodeId(placement: Placement, data: ResourceData, ids: Ids): string {
  const name = String(data.segment);
  const type = data.type as AnyParameter;
  const refuse = (issue: string): never => {
    throw new AddressError(placement.template, "path", name, issue);
  };
  if (!Object.hasOwn(ids, name)) {
    return refuse("has no value");
  }
  const value = ids[name];
  if (!takesAllSegments(data)) {
    return `/${encodeText(encodeOne(type, value), refuse)}`;
  }
  const texts = encodeAll(type, value);
  return texts instanceof Issue
    ? refuse(texts.message)
    : texts.map((text) => `/${encodeText(text, refuse)}`).join("");
}

function encodeText(text: string | Issue, refuse: (issue: string) => never): string {
  if (text instanceof Issue) {
    return refuse(text.message);
  }
  if (text === "" || text === "." || text === "..") {
    return refuse(`is "${text}", which no URL carries as a segment`);
  }
  return encodeSegment(text);
}
