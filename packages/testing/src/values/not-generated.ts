// Why no value of a schema can be made.

/** No value of a schema was found. */
export class NotGenerated extends Error {
  override readonly name = "NotGenerated";
  /** The pattern that no string was found for, if that is the reason. */
  readonly pattern: string | undefined;

  constructor(message: string, pattern?: string) {
    super(message);
    this.pattern = pattern;
  }
}
