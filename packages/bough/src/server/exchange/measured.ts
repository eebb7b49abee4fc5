// Content with its length in bytes. Short text is only measured, and the platform encodes it when it writes
// it. Long text is encoded once, for both.
import type { Content } from "./answer.ts";

/** Content and its length in bytes. */
export interface MeasuredContent {
  readonly content: Content;
  readonly length: number;
}

const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();
// A buffer to measure short text: at most three bytes for a code unit.
const scratch: Uint8Array = /* @__PURE__ */ new Uint8Array(16_384);

/** Measures content. Text is UTF-8. */
export function measured(content: Content): MeasuredContent {
  if (typeof content !== "string") {
    return { content, length: content.byteLength };
  }
  if (content.length * 3 <= scratch.length) {
    return { content, length: utf8.encodeInto(content, scratch).written };
  }
  const bytes = utf8.encode(content);
  return { content: bytes, length: bytes.byteLength };
}

/** The same content as bytes. */
export function encodedContent<Other>(content: Content | Other): Uint8Array | Other {
  return typeof content === "string" ? utf8.encode(content) : content;
}
