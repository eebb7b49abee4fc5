// A media type, read once into a value that picks both the decoder and the validator.
// Strict: what is not exactly `type/subtype` and parameters is no media type at all.
// It knows nothing of ranges and weights: accept.ts reads those.
import { parseParameters } from "./media-type-parameters.ts";
import { tokenEnd } from "./token.ts";

/** A media type as a value; equal types are written equally (RFC 9110 8.3.1). */
export interface MediaType {
  /** `type/subtype`, lower-case. */
  readonly essence: string;
  /** Values by lower-case name, unquoted; that of `charset` is lower-case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const plainJson: MediaType = { essence: "application/json", parameters: new Map() };

// Callers repeat themselves: what was read last is most often asked for next.
let lastText = "";
let lastRead: MediaType | undefined;

/** Reads a `Content-Type`; `undefined` if it is malformed (RFC 9110 8.3.1). */
export function parseMediaType(text: string): MediaType | undefined {
  // Nearly every request says exactly this.
  if (text === "application/json") return plainJson;
  if (text !== lastText) {
    lastRead = readMediaType(text);
    lastText = text;
  }
  return lastRead;
}

function readMediaType(text: string): MediaType | undefined {
  const end = essenceEnd(text, 0, text.length);
  if (end < 0) return undefined;
  const parameters = parseParameters(text, end, text.length);
  return parameters && { essence: text.slice(0, end).toLowerCase(), parameters };
}

/** The position after `type/subtype`, or -1 where none starts. */
export function essenceEnd(text: string, start: number, end: number): number {
  const slash = tokenEnd(text, start, end);
  if (slash === start || text.charCodeAt(slash) !== 0x2f) return -1;
  const subtypeEnd = tokenEnd(text, slash + 1, end);
  return subtypeEnd > slash + 1 ? subtypeEnd : -1;
}

/** The parameters that tell one representation from another; whatever it says, a text is UTF-8. */
export function distinctParameters({ parameters }: MediaType): [name: string, value: string][] {
  return [...parameters].filter(([name]) => name !== "charset");
}

/** The lower-case `type/subtype` of an answer's `Content-Type`, unchecked: to compare, not to trust. */
export function essenceOf(text: string): string {
  const semicolon = text.indexOf(";");
  return (semicolon < 0 ? text : text.slice(0, semicolon)).trim().toLowerCase();
}
