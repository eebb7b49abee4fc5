// Entity tags, and the lists of them in `If-Match` and `If-None-Match` (RFC 9110 8.8.3, 13.1).
import { trimmed } from "./header-value.ts";

export interface EntityTag {
  readonly isWeak: boolean;
  /** The text between the quotes. */
  readonly opaque: string;
}

/** The tags of a header; `"*"` for all. `undefined` if it is malformed or empty. */
export function parseEntityTags(header: string): "*" | readonly EntityTag[] | undefined {
  if (trimmed(header) === "*") {
    return "*";
  }
  // A list may have empty elements (RFC 9110 5.6.1).
  const element = /[ \t]*(?:(W\/)?"([!#-~\u0080-\uffff]*)"[ \t]*)?(?:,|$)/y;
  const tags: EntityTag[] = [];
  while (element.lastIndex < header.length) {
    const found = element.exec(header);
    if (found === null) {
      return undefined;
    }
    const { 1: weak, 2: opaque } = found;
    if (opaque !== undefined) {
      tags.push({ isWeak: weak !== undefined, opaque });
    }
  }
  return tags.length > 0 ? tags : undefined;
}

/** Escapes what a tag cannot contain, and `;`, which separates a media type. The text must be well-formed. */
export function escapeTag(text: string): string {
  return text.replace(/[^!#$&-:<-~]/gu, encodeURIComponent);
}
