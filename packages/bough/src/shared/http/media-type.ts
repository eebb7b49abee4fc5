// A media type as a value, which selects both decoder and validator. Parsing is strict.
// accept.ts parses media ranges and weights.
import { trimmed, tokenEnd } from "./header-value.ts";

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
  const end = essenceEnd(text);
  const parameters = end < 0 ? undefined : parseParameters(text, end);
  return parameters && { essence: text.slice(0, end).toLowerCase(), parameters };
}

/** The position after `type/subtype`, or -1. */
export function essenceEnd(text: string): number {
  const slash = tokenEnd(text, 0, text.length);
  const end = slash > 0 && text[slash] === "/" ? tokenEnd(text, slash + 1, text.length) : -1;
  return end > slash + 1 ? end : -1;
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

// A token, or a quoted string (RFC 9110 5.6.2, 5.6.4). Each text is matched in one way, so time is linear.
const PARAMETER =
  /[\t ]*;[\t ]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*)"))?/y;

/**
 * Parses the parameters of a media type or a media range; `undefined` for other text or a repeated name (RFC 9110
 * 5.6.6). It is strict: two lenient parsers that differ are a way around validation.
 */
export function parseParameters(text: string, start: number): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (let at = start; at < text.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(text);
    const [, name, token, quoted = ""] = found ?? [];
    const key = name?.toLowerCase();
    if (found === null || (key !== undefined && parameters.has(key))) {
      return undefined;
    }
    // The grammar allows empty parameters: `a/b;`, `a/b;;c=d`.
    if (key !== undefined) {
      const value = token ?? quoted.replace(/\\(.)/g, "$1");
      // Only `charset` has a meaning here, because its value is case-insensitive everywhere.
      parameters.set(key, key === "charset" ? value.toLowerCase() : value);
    }
  }
  return parameters;
}
