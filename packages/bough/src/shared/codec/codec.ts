// A codec encodes values to bytes of one media type and decodes them. It does not validate: schemas do.
import { strictUtf8 } from "../internal/encodings.ts";

/** The limits that a codec must apply when it decodes. */
export interface DecodeLimits {
  /** The maximum nesting of arrays and objects. */
  readonly depth: number;
  /** The maximum number of names in a form. */
  readonly names?: number;
}

/** Encodes values to bytes of one media type, and decodes them. */
export interface Codec<MediaType extends string = string> {
  /** The media type that it encodes to: `application/json`. */
  readonly mediaType: MediaType;
  /** Encodes a value; throws if the format cannot contain it. */
  encode(value: unknown): string | Uint8Array;
  /** Decodes a value; throws if the bytes are invalid. */
  decode(bytes: Uint8Array, limits: DecodeLimits): unknown;
  /** Throws for a value that the host has parsed and that `decode` would reject. */
  readonly "~check"?: ((value: unknown, limits: DecodeLimits) => void) | undefined;
}

/** A codec throws it for content that does not fit its media type. Its message completes "the body …". */
export class DecodeError extends Error {
  override readonly name: string = "DecodeError";
  readonly code = "undecodable";
  /** The JSON Pointer to the invalid value; empty for the whole content or if it is not known (RFC 6901). */
  readonly pointer: string;
  /** All issues; a single one if no others were given. */
  readonly issues: readonly { readonly message: string; readonly pointer: string }[];

  constructor(message: string, pointer = "", issues: DecodeError["issues"] = []) {
    super(message);
    this.pointer = pointer;
    this.issues = issues[0] ? issues : [{ message, pointer }];
  }
}

/** Bytes as text, with a byte order mark; throws a `DecodeError` for other bytes than UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new DecodeError("must be valid UTF-8");
  }
}

/** A source that broke while it was sent, as the fields of an error. */
// An alias and not an interface: only that is a record of any fields.
export type SentFault = {
  readonly issues: readonly { readonly in: "body"; readonly name: ""; readonly message: string }[];
  readonly cause: unknown;
};
