// A body that a parser of the host has decoded already. It passes through the pipeline as bytes do,
// and decoding it gives its value.
import { essenceOf } from "../../http/media-type.ts";

/** A body that was decoded before. */
export class ParsedBody extends Uint8Array {
  readonly value: unknown;
  /** Whether it was sent as JSON, so that its value is a tree. */
  readonly isJson: boolean;

  constructor(value: unknown, contentType: string | undefined) {
    // Not empty: that would be a missing body.
    super(1);
    this.value = value;
    this.isJson = /[/+]json$/.test(essenceOf(contentType ?? ""));
  }
}
