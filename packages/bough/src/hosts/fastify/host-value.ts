// Values that pass the core as bytes while the host has them: answers that its serializer is
// still to write.
import type { Codec } from "../../codec/codec.ts";
import { defaultJson } from "../../codec/json.ts";

/** An answer's value in place of its bytes. */
export class HostValue {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

// The core takes it for bytes, and looks at none: real ones would cost each answer a buffer.
Object.setPrototypeOf(HostValue.prototype, Uint8Array.prototype);

/** The codecs of routes: those of the project, or JSON by the serializer of its replies. */
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
