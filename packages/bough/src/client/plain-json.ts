// The codec a client has where none is given: JSON as the platform reads it. Small,
// since every browser bundle has it; `json()` is the one that is strict.
import type { Codec } from "../codec/codec.ts";

const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

export const plainJson: Codec = {
  mediaType: "application/json",
  encode: JSON.stringify,
  decode: (bytes) => JSON.parse(utf8.decode(bytes)) as unknown,
};
