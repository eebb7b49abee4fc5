// What a parameter type belongs to. Its name in a message is built when there is a fault, since most have none.

/** What a parameter type belongs to. */
export interface Carrier {
  /** The words for it: `the query parameter`, `its id`. */
  readonly noun: string;
  readonly name?: string;
  /** Whether it is several pairs of a query or form, or one text. */
  readonly carries: "pairs" | "text";
}

/** The name of a carrier in a message. */
export function named({ noun, name }: Carrier): string {
  return name === undefined ? noun : `${noun} "${name}"`;
}
