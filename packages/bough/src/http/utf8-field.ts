// Text in a header field whose standard says UTF-8, as it does of `Last-Event-ID` (HTML 9.2.3).
// A runtime shows a field's bytes as Latin-1, a character a byte, and takes them so.

/** Whether a field is one of these. */
export function isUtf8Field(name: string): boolean {
  return name.toLowerCase() === "last-event-id";
}

/** The text as the characters that stand for its bytes. */
export function writeUtf8(text: string): string {
  return takesText()
    ? text
    : Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** The text of such characters; as it is where they are no UTF-8, or text already. */
export function readUtf8(line: string): string {
  if (!/^[\0-\xff]*$/.test(line) || !/[\x80-\xff]/.test(line) || takesText()) {
    return line;
  }
  try {
    const bytes = Uint8Array.from(line, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return line;
  }
}

/** Whether the runtime's own headers are text, which it sends as UTF-8, against the standard: workerd's are. */
function takesText(): boolean {
  try {
    return new Headers({ "last-event-id": "\u0100" }).has("last-event-id");
  } catch {
    return false;
  }
}
