// The few texts of HTTP and JSON Pointer that a tool call writes and reads.
import { statusPhrase } from "bough/contract";

/** One step of a JSON Pointer, with its slash (RFC 6901, section 3). */
export function pointerStep(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Whether UTF-8 can encode a text: whether it has no half of a surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Encodes declared segments with the slashes between them (RFC 3986 3.3). */
export function encodePath(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}

/** The entity tag of a version: what a tag cannot contain is escaped (RFC 9110 8.8.3). */
export function entityTag(version: string): string {
  return `"${version.replace(/[^!#$&-:<-~]/gu, encodeURIComponent)}"`;
}

/** The lower-case `type/subtype` of a `Content-Type`. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*$/s, "").trim().toLowerCase();
}

/** Encodes bytes (RFC 4648 4) without Node's `Buffer`. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Decodes base64; throws for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** A status with its phrase: `204 No Content`. HTTP/2 and responses of the same process have none (RFC 9110 15). */
export function statusLine({ status, statusText }: Response): string {
  return `${status} ${statusText || statusPhrase(status)}`;
}
