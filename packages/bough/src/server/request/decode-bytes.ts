// Content that has arrived as a whole, through a codec.
import { DecodeError } from "../../codec/codec.ts";
import type { Codec, DecodeLimits } from "../../codec/codec.ts";

/** What decoding content depends on. */
interface DecodeRules {
  readonly limits: DecodeLimits;
  /** What the content is, for an error. */
  readonly mediaType: string | undefined;
}

/** The value of content; throws `DecodeError`. */
export function decodedBy(
  codec: Codec,
  bytes: Uint8Array,
  { limits, mediaType }: DecodeRules,
): unknown {
  try {
    return codec.decode(bytes, limits);
  } catch (error) {
    // Any library may be a codec: its own errors say the same, in words not meant for clients.
    throw error instanceof DecodeError ? error : new DecodeError(`must be valid ${mediaType}`);
  }
}
