/** Reads an option that may be repeated. */
export function appended(one: string, others: readonly string[] = []): string[] {
  return [...others, one];
}
