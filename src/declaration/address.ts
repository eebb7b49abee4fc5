// From a template's pieces and ids to a path: the one place where a path is written.
import { encodeSegment, encodeStaticSegment, isWellFormed } from "../http/percent.ts";
import { AddressError } from "./address-error.ts";
import type { Ids } from "./ids.ts";
import { Issue } from "./parameter.ts";
import { writeTexts } from "./parameter-texts.ts";
import type { PathPiece, ResourceData } from "./placement.ts";

/** A static segment as a piece of a path. */
export function pieceOf(segment: string): string {
  // Text that no URL carries is told of by `verify`; it never gets as far as a path.
  return `/${isWellFormed(segment) ? encodeStaticSegment(segment) : segment}`;
}

/**
 * The path of a template's pieces with ids.
 * Throws `AddressError` for an id that is missing or that a URL cannot carry.
 */
export function addressOf(template: string, pieces: readonly PathPiece[], ids: Ids): string {
  let path = "";
  for (const piece of pieces) {
    path += typeof piece === "string" ? piece : encodeId(template, piece, ids);
  }
  return path || "/";
}

function encodeId(template: string, { segment, type }: ResourceData, ids: Ids): string {
  const name = String(segment);
  const texts = Object.hasOwn(ids, name) ? writeId(type, ids[name]) : new Issue("has no value");
  let path = "";
  let issue = "message" in texts ? texts.message : "";
  for (const text of "message" in texts ? [] : texts) {
    if (/^\.{0,2}$/.test(text)) {
      issue = `is "${text}", which no URL carries as a segment`;
    }
    path += `/${encodeSegment(text)}`;
  }
  if (issue) {
    throw new AddressError(template, "path", name, issue);
  }
  return path;
}

// An id whose type was left out is text: `string()` need not be bundled for it.
function writeId(type: ResourceData["type"], value: unknown): readonly string[] | Issue {
  if (type) {
    return writeTexts(type, value);
  }
  return typeof value === "string"
    ? isWellFormed(value)
      ? [value]
      : new Issue("has a lone surrogate, which no URL carries")
    : new Issue("is not text");
}
