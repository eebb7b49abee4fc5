// Checks of header names and values, so that errors are clearer than those of the platform.
// Nothing is encoded: the caller rejects an invalid value.

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
