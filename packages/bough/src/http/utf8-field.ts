// Header fields that are UTF-8 by their standard: `Last-Event-ID` (HTML 9.2.3).
// Runtimes read and write the bytes of a header as Latin-1, one character per byte.
import { strictUtf8 } from "../internal/utf8.ts";

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
