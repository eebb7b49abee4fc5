// What may stand in a header field, asked before a platform throws something less clear.
// It neither trims nor encodes: a value that does not fit is the caller's to refuse.

/** Whether the text is a field name (RFC 9110 5.1). */
export function isFieldName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Whether the text can be sent as a field value: no control but the tab, no code point over U+00FF (RFC 9110 5.5). */
export function isFieldValue(text: string): boolean {
  return /^[\t -~\u0080-\u00ff]*$/.test(text);
}

/** Adds the members of one list to another, each once whatever its case: for `Vary`, `Allow` (RFC 9110 5.6.1). */
export function mergeFieldList(existing: string | undefined, added: string): string {
  // A Map keeps the first spelling of each member, and the order.
  const members = new Map<string, string>();
  for (const member of `${existing ?? ""},${added}`.split(",")) {
    const name = member.trim();
    const key = name.toLowerCase();
    if (key !== "" && !members.has(key)) members.set(key, name);
  }
  return [...members.values()].join(", ");
}
