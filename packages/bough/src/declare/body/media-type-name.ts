// The media type that a declaration names.
import type { BodySentences } from "../../shared/internal/type-error.ts";

/** A media type: `type/subtype`, with or without parameters. */
export type MediaTypeName<Name extends string> = string extends Name
  ? Name
  : Name extends `${string}/${string}`
    ? Name
    : BodySentences["mediaType"];

/** The media type of text, with its charset, because browsers guess without one (WHATWG MIME Sniffing). */
export function namedText(mediaType: string): string {
  return /^text\/(?!.*;\s*charset=)/i.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}
