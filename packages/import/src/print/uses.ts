// The names that a piece of code uses, for its imports.

/** Names of other modules by the module they come from. */
export class Uses {
  /** Functions of Bough. */
  readonly values = new Set<string>();
  readonly types = new Set<string>();
  /** Schemas of the document, by their names in the contract. */
  readonly schemas = new Set<string>();
  /** Failures, codecs, security schemes and resources, by identifier. */
  readonly declared = new Set<string>();

  /** Adds a function of Bough, and returns its name. */
  value(name: string): string {
    this.values.add(name);
    return name;
  }

  /** Adds everything that another piece uses. */
  add(other: Uses): void {
    for (const part of ["values", "types", "schemas", "declared"] as const) {
      for (const name of other[part]) {
        this[part].add(name);
      }
    }
  }
}
