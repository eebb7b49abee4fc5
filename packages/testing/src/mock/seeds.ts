// Seeds: whole numbers that say which value is made. Equal texts have equal seeds.

/** A seed of some texts (FNV-1a, 32 bits). */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    for (const character of `${part}\0`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    }
  }
  return hash >>> 0;
}
