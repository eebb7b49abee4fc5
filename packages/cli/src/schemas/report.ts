// The errors and warnings of one run. After an error no file is written.

/** The errors and warnings of one run, each once. */
export class Report {
  readonly #errors = new Set<string>();
  readonly #warnings = new Set<string>();
  readonly #strict: boolean;

  constructor({ strict }: { readonly strict: boolean }) {
    this.#strict = strict;
  }

  get errors(): readonly string[] {
    return [...this.#errors];
  }

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  error(text: string): void {
    this.#errors.add(text);
  }

  /** Adds a warning, which `--strict` makes an error. */
  warn(text: string): void {
    (this.#strict ? this.#errors : this.#warnings).add(text);
  }
}
