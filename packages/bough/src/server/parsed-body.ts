// A body that a parser of the host's has decoded already: it passes edges as bytes do, and
// decoding it gives its value.

/** A body that was decoded before. */
export class ParsedBody extends Uint8Array {
  readonly value: unknown;

  constructor(value: unknown) {
    // Not empty, which would be a body that is missing.
    super(1);
    this.value = value;
  }
}
