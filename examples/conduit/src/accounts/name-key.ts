// When two names are one name. "Ada", "ADA" and "ａｄａ" (full width) have one key, and so have "é" and "e" with
// an accent behind it, "ß" and "ss", "σ" and "ς". The database keeps keys unique, so the second of two writers
// at the same time is refused. Letters that only look alike, such as Latin "a" and Cyrillic "а", stay different.

/** The key of a user name or an e-mail address. A name is shown as it was written. */
export function nameKey(name: string): string {
  // Upper case first, because it splits "ß"; lower case then joins "Σ", "σ" and "ς".
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
