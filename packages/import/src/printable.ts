// Text of documents for a terminal, which would take its control characters as commands.

/** The text with visible escapes in place of control characters and marks that reorder text. Lines stay. */
export function printable(text: string): string {
  return text.replaceAll(
    /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
}
