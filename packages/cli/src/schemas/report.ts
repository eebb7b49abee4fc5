// The errors and warnings of one run. After an error no file is written.

/** The errors and warnings of one run. */
export class Report {
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly #strict: boolean;

  constructor({ strict }: { readonly strict: boolean }) {
    this.#strict = strict;
  }

  error(text: string): void {
    if (!this.errors.includes(text)) {
      this.errors.push(text);
    }
  }

  /** Adds a warning, which `--strict` makes an error. */
  warn(text: string): void {
    if (this.#strict) {
      this.error(text);
    } else if (!this.warnings.includes(text)) {
      this.warnings.push(text);
    }
  }
}
