// The default codec of a client, and of typed parts without a media type of their own: JSON as the platform reads it, without keys that set a prototype.
// It is small because every browser bundle has it; `json()` is strict.
import type { Codec } from "./codec.ts";
import { parseJson } from "./proto-keys.ts";

const utf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

export const plainJson: Codec = {
  mediaType: "application/json",
  encode: (value) => JSON.stringify(value),
  decode: (bytes) => parseJson(utf8.decode(bytes)),
};
