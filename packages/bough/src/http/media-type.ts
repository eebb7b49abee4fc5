// A media type as a value, which selects both decoder and validator. Parsing is strict.
// accept.ts parses media ranges and weights.
import { trimmed } from "./header-value.ts";
import { parseParameters } from "./media-type-parameters.ts";
import { tokenEnd } from "./token.ts";

/** A media type as a value; equal types have equal text (RFC 9110 8.3.1). */
export interface MediaType {
  /** `type/subtype`, lower-case. */
  readonly essence: string;
  /** Unquoted values by lower-case name. The value of `charset` is lower-case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const plainJson: MediaType = { essence: "application/json", parameters: new Map() };

// Clients mostly send the same media type again.
let lastText = "";
let lastRead: MediaType | undefined;

/** Parses a `Content-Type`; `undefined` if it is malformed (RFC 9110 8.3.1). */
export function parseMediaType(text: string): MediaType | undefined {
  // Nearly every request has this one.
  if (text === "application/json") {
    return plainJson;
  }
  if (text !== lastText) {
    lastRead = readMediaType(text);
    lastText = text;
  }
  return lastRead;
}

function readMediaType(text: string): MediaType | undefined {
  const end = essenceEnd(text, 0, text.length);
  if (end < 0) {
    return undefined;
  }
  const parameters = parseParameters(text, end, text.length);
  return parameters && { essence: text.slice(0, end).toLowerCase(), parameters };
}

/** The position after `type/subtype`, or -1. */
export function essenceEnd(text: string, start: number, end: number): number {
  const slash = tokenEnd(text, start, end);
  if (slash === start || text.charCodeAt(slash) !== 0x2f) {
    return -1;
  }
  const subtypeEnd = tokenEnd(text, slash + 1, end);
  return subtypeEnd > slash + 1 ? subtypeEnd : -1;
}

/** The parameters that distinguish representations. `charset` does not, because text is always UTF-8. */
export function distinctParameters({ parameters }: MediaType): [name: string, value: string][] {
  return [...parameters].filter(([name]) => name !== "charset");
}

/** The name by which a representation is chosen: its media type without `charset`. */
export function nameOf(mediaType: string): string {
  return mediaType.replace(/\s*;\s*charset=[^;]*$/i, "");
}

/** The lower-case `type/subtype` of a response's `Content-Type`, unchecked: only for comparisons. */
export function essenceOf(text: string): string {
  const semicolon = text.indexOf(";");
  return trimmed(semicolon < 0 ? text : text.slice(0, semicolon)).toLowerCase();
}
