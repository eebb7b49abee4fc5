// The error for a malformed multipart body, and its reason: a fault or a limit. The message completes
// "the body …", like those of all unreadable content.
import { DecodeError } from "../../shared/codec/codec.ts";

/** The reason; `parts`, `field-size` and `header-size` are limits. */
export type MultipartReason =
  | "media-type"
  | "boundary"
  | "delimiter"
  | "headers"
  | "disposition"
  | "encoding"
  | "truncated"
  | "parts"
  | "field-size"
  | "header-size";

/** A multipart body that is malformed or over a limit. */
export class MultipartError extends DecodeError {
  override readonly name: string = "MultipartError";
  readonly reason: MultipartReason;

  constructor(reason: MultipartReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
