// A codec turns values into the bytes of one media type and back; any library fits in three lines.
// It is not a schema: it knows what its format can say, not what an endpoint wants to hear.

/** The limits that a codec must apply when it decodes. */
export interface DecodeLimits {
  /** How many arrays and objects may stand inside one another. */
  readonly depth: number;
  /** How many names a form may have. */
  readonly names?: number;
}

/** Encodes values to bytes of one media type, and decodes them. */
export interface Codec<MediaType extends string = string> {
  /** The media type it writes, `application/json`. */
  readonly mediaType: MediaType;
  /** Writes a value; throws where the format cannot hold it. */
  encode(value: unknown): string | Uint8Array;
  /** Reads a value; throws where the bytes are no such content. */
  decode(bytes: Uint8Array, limits: DecodeLimits): unknown;
  /** Throws for a value that a parser of the host has read and `decode` would refuse. */
  readonly "~check"?: ((value: unknown, limits: DecodeLimits) => void) | undefined;
}

/**
 * A codec throws it for content that does not fit its media type. Its message completes "the body
 * …".
 */
export class DecodeError extends Error {
  override readonly name: string = "DecodeError";
  readonly code = "undecodable";
  /** Where the fault is, as a JSON Pointer; empty for the whole or where it is not known (RFC 6901). */
  readonly pointer: string;
  /** Everything that is wrong, where that is more than one thing. */
  readonly issues: readonly { readonly message: string; readonly pointer: string }[];

  constructor(message: string, pointer = "", issues: DecodeError["issues"] = []) {
    super(message);
    this.pointer = pointer;
    this.issues = issues[0] ? issues : [{ message, pointer }];
  }
}
