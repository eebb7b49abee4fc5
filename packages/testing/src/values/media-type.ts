// Media types (RFC 9110 8.3.1).

/** A media type without its parameters. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/\s*;.*$/s, "");
}
