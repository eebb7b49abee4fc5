// Keys of representations and fields, by which both sides find each other.
import type { ContractContent } from "bough/contract";

/** A media type without case and spaces. */
export function mediaTypeKey({ mediaType }: Pick<ContractContent, "mediaType">): string {
  return mediaType.toLowerCase().replaceAll(/\s/g, "");
}

/** The key of a field among the opaque parts of a body. */
export function fieldKey(name: string): string {
  return `field ${name}`;
}
