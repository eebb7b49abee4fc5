// Values that pass through the core in place of bytes, because the host's serializer writes them later.
import type { Codec } from "../../codec/codec.ts";
import { defaultJson } from "../../codec/json.ts";

/** The value of an answer, before serialization. */
export class HostValue {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

// The core passes bytes on without reading them. Real bytes would cost each answer a buffer.
Object.setPrototypeOf(HostValue.prototype, Uint8Array.prototype);

/** The codecs of routes: those of the project, or JSON by the reply's serializer. */
export function hostCodecs(given: readonly Codec[] | undefined): readonly Codec[] {
  return given ?? [repliedJson];
}

const repliedJson: Codec = {
  mediaType: defaultJson.mediaType,
  encode(value) {
    if (value === undefined || typeof value === "function" || typeof value === "symbol") {
      throw new TypeError(`a value of type ${typeof value} has no JSON form`);
    }
    // The seam: see above.
    return new HostValue(value) as unknown as Uint8Array;
  },
  decode: (bytes, limits) => defaultJson.decode(bytes, limits),
  "~check": defaultJson["~check"],
};
