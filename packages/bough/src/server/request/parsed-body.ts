// A body that a parser of the host has already decoded. It passes the pipeline in place of bytes, and decoding
// returns its value.
import { essenceOf } from "../../http/media-type.ts";

/** An already decoded body. */
export class ParsedBody extends Uint8Array {
  readonly value: unknown;
  /** Whether it was sent as JSON, so that its value is a tree. */
  readonly isJson: boolean;

  constructor(value: unknown, contentType: string | undefined) {
    // Not empty, because an empty body counts as missing.
    super(1);
    this.value = value;
    this.isJson = /[/+]json$/.test(essenceOf(contentType ?? ""));
  }
}
