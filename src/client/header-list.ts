// A list in a header field.

/** The elements of a list as its receiver reads them (RFC 9110 5.6.1). */
export function elementsOf(text: string): string[] {
  return text
    .split(",")
    .map((element) => element.trim())
    .filter(Boolean);
}
