// Small encodings: base64 (RFC 4648 4) without Node's `Buffer`, UTF-8, the steps of JSON Pointers.

/** Encodes bytes. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

/** Decodes base64; throws for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = binary.charCodeAt(at);
  }
  return bytes;
}

/** Decodes UTF-8; throws for anything else. Keeps a byte order mark, which belongs to the text. */
export const strictUtf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** One step of a JSON Pointer, with its slash (RFC 6901, section 3). */
export function pointerStep(name: PropertyKey): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
