// What is wrong with a multipart body, by a reason that tells a limit from a fault.
// Its message completes "the body …", as that of every content that cannot be read.
import { DecodeError } from "../../codec/codec.ts";

/** Why a multipart body is refused; `parts`, `field-size` and `header-size` are limits. */
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

/** A multipart body that cannot be read, or is over a limit. */
export class MultipartError extends DecodeError {
  override readonly name: string = "MultipartError";
  readonly reason: MultipartReason;

  constructor(reason: MultipartReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
