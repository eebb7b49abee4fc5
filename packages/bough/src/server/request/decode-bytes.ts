// Decodes complete content with a codec.
import { DecodeError, type Codec, type DecodeLimits } from "../../codec/codec.ts";

/** The codec and the rules of some content. */
interface DecodeRules {
  readonly limits: DecodeLimits;
  /** Names the content in errors. */
  readonly mediaType: string | undefined;
}

/** Decodes content; throws `DecodeError`. */
export function decodedBy(
  codec: Codec,
  bytes: Uint8Array,
  { limits, mediaType }: DecodeRules,
): unknown {
  try {
    return codec.decode(bytes, limits);
  } catch (error) {
    // A codec may be any library, and the messages of its errors are not meant for clients.
    throw error instanceof DecodeError ? error : new DecodeError(`must be valid ${mediaType}`);
  }
}
