// A codec that the project completes: Bough writes JSON and text, and no other format.
import { quoted } from "../source-text.ts";
import type { Declaration } from "./declaration.ts";
import { Uses } from "./uses.ts";

/** The constant of a codec, whose functions throw. */
export function codecDeclaration(name: string, mediaType: string): Declaration {
  const uses = new Uses();
  uses.types.add("Codec");
  const text = `export const ${name}: Codec<${quoted(mediaType)}> = {
  mediaType: ${quoted(mediaType)},
  encode: () => {
    throw new Error(${quoted(`codecs.ts: write the encoder of ${mediaType}`)});
  },
  decode: () => {
    throw new Error(${quoted(`codecs.ts: write the decoder of ${mediaType}`)});
  },
};
`;
  return { name, text, uses };
}
