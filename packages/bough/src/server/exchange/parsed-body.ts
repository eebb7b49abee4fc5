// A body that a parser of the host has already decoded. Decoding returns its value.
import { essenceOf } from "../../http/media-type.ts";

/** An already decoded body. */
export class ParsedBody {
  readonly value: unknown;
  /** Whether it was sent as JSON, so that its value is a tree. */
  readonly isJson: boolean;

  constructor(value: unknown, contentType: string | undefined) {
    this.value = value;
    this.isJson = /[/+]json$/.test(essenceOf(contentType ?? ""));
  }
}

/** A body that has arrived completely: its bytes, or the value that the host made of them. */
export type WholeBody = Uint8Array | ParsedBody;
