// Checks of header names and values, so that errors are clearer than those of the platform.
// Nothing is encoded: the caller rejects an invalid value.
import { strictUtf8 } from "../internal/encodings.ts";

/** Whether the text is a field name (RFC 9110 5.1). */
export function isFieldName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Whether the text can be sent as a field value: no control but the tab, no code point over U+00FF (RFC 9110 5.5). */
export function isFieldValue(text: string): boolean {
  return /^[\t -~\u0080-\u00ff]*$/.test(text);
}

/** A value without the spaces and tabs around it; other space, such as U+00A0, belongs to it (RFC 9110 5.6.3). */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " " || text[start] === "\t") {
    start++;
  }
  while (end > start && (text[end - 1] === " " || text[end - 1] === "\t")) {
    end--;
  }
  return text.slice(start, end);
}

/** Merges two lists such as `Vary` or `Allow`, without duplicates in any case (RFC 9110 5.6.1). */
export function mergeFieldList(existing: string | undefined, added: string): string {
  const members = new Map<string, string>();
  for (const member of `${existing ?? ""},${added}`.split(",")) {
    const name = trimmed(member);
    const key = name.toLowerCase();
    if (key !== "" && !members.has(key)) {
      members.set(key, name);
    }
  }
  return [...members.values()].join(", ");
}

// The token of RFC 9110, which names, types and methods consist of.
// Works with positions, so that a parser does not allocate substrings.

/** Whether a character code is allowed in a token (RFC 9110 5.6.2). */
function isTokenCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    (code >= 65 && code <= 90) ||
    "!#$%&'*+^_`|~".includes(String.fromCharCode(code))
  );
}

/** The position after the token that starts here, or the start if there is none (RFC 9110 5.6.2). */
export function tokenEnd(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isTokenCode(text.charCodeAt(position))) {
    position++;
  }
  return position;
}

// Header fields that are UTF-8 by their standard: `Last-Event-ID` (HTML 9.2.3).
// Runtimes read and write the bytes of a header as Latin-1, one character per byte.

/** Whether a field is UTF-8. */
export function isUtf8Field(name: string): boolean {
  return name.toLowerCase() === "last-event-id";
}

/** Converts text to one character per UTF-8 byte. */
export function writeUtf8(text: string): string {
  return takesText()
    ? text
    : Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** Converts such characters to text. Returns the line if it is invalid UTF-8 or already text. */
export function readUtf8(line: string): string {
  if (!/^[\0-\xff]*$/.test(line) || !/[\x80-\xff]/.test(line) || takesText()) {
    return line;
  }
  try {
    const bytes = Uint8Array.from(line, (character) => character.charCodeAt(0));
    return strictUtf8.decode(bytes);
  } catch {
    return line;
  }
}

/** Whether the runtime's headers are text that it sends as UTF-8. workerd does so, against the Fetch standard. */
function takesText(): boolean {
  try {
    return new Headers({ "last-event-id": "\u0100" }).has("last-event-id");
  } catch {
    return false;
  }
}
