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

// The parameters of a media type or a media range: `;charset=utf-8;format="flowed"`.
// Parsing is strict: two lenient parsers that differ are a way around validation.
// Only `charset` has a meaning here, because its value is case-insensitive everywhere.

const TAB = 0x09;
const SPACE = 0x20;
const QUOTE = 0x22;
const EQUALS = 0x3d;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;

/** Parses parameters up to `end`; `undefined` for other text or a repeated name (RFC 9110 5.6.6). */
export function parseParameters(
  text: string,
  start: number,
  end: number,
): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  let position = start;
  while (position < end) {
    position = skipSpace(text, position, end);
    if (text.charCodeAt(position) !== SEMICOLON) {
      return undefined;
    }
    const nameStart = skipSpace(text, position + 1, end);
    const nameEnd = tokenEnd(text, nameStart, end);
    position = nameEnd;
    // The grammar allows empty parameters: `a/b;`, `a/b;;c=d`.
    if (nameEnd === nameStart) {
      continue;
    }
    const valueEnd = endOfValue(text, nameEnd, end);
    const name = text.slice(nameStart, nameEnd).toLowerCase();
    if (valueEnd < 0 || parameters.has(name)) {
      return undefined;
    }
    const value = unquote(text.slice(nameEnd + 1, valueEnd));
    parameters.set(name, name === "charset" ? value.toLowerCase() : value);
    position = valueEnd;
  }
  return parameters;
}

/** The position after `=value`, a token or a quoted string; -1 if it is neither. */
function endOfValue(text: string, equals: number, end: number): number {
  const start = equals + 1;
  if (text.charCodeAt(equals) !== EQUALS) {
    return -1;
  }
  if (text.charCodeAt(start) === QUOTE) {
    return endOfQuoted(text, start, end);
  }
  const valueEnd = tokenEnd(text, start, end);
  return valueEnd > start ? valueEnd : -1;
}

/** The position after the quoted string that starts here; -1 if it is malformed (RFC 9110 5.6.4). */
function endOfQuoted(text: string, start: number, end: number): number {
  for (let position = start + 1; position < end; position++) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      return position + 1;
    }
    if (code === BACKSLASH) {
      position++;
    }
    // The character after a backslash must be in the same set.
    if (!isQuotable(text.charCodeAt(position))) {
      return -1;
    }
  }
  return -1;
}

function isQuotable(code: number): boolean {
  return code === TAB || (code >= SPACE && code !== 0x7f && code <= 0xff);
}

function unquote(value: string): string {
  if (value.charCodeAt(0) !== QUOTE) {
    return value;
  }
  const inner = value.slice(1, -1);
  return inner.includes("\\") ? inner.replace(/\\(.)/g, "$1") : inner;
}

function skipSpace(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isSpace(text.charCodeAt(position))) {
    position++;
  }
  return position;
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB;
}
