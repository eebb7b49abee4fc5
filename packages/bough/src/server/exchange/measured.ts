// Content with its length in bytes, which an answer tells. Short text is only measured: a
// platform encodes it as it writes it. What is long is encoded once, for both.
import type { Content } from "./answer.ts";

/** Content, and its length in bytes. */
export interface Measured {
  readonly content: Content;
  readonly length: number;
}

const utf8: TextEncoder = /* @__PURE__ */ new TextEncoder();
// What text is written to that is only measured, at most three bytes a code unit.
const scratch: Uint8Array = /* @__PURE__ */ new Uint8Array(16_384);

/** Content ready to be written; text is UTF-8. */
export function measured(content: Content): Measured {
  if (typeof content !== "string") {
    return { content, length: content.byteLength };
  }
  if (content.length * 3 <= scratch.length) {
    return { content, length: utf8.encodeInto(content, scratch).written };
  }
  const bytes = utf8.encode(content);
  return { content: bytes, length: bytes.byteLength };
}

/** The same content in bytes. */
export function encodedContent<Other>(content: Content | Other): Uint8Array | Other {
  return typeof content === "string" ? utf8.encode(content) : content;
}
