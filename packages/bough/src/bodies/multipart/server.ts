// Multipart: decodes the fields and typed parts of a form before the handler runs, and passes its files on as they
// arrive, within their limits.
import { isFile } from "../../declaration/body/body-format.ts";
import type { BodyFormat } from "../../declaration/body/body-format.ts";
import type { ReaderFor } from "../../server/request/body-reader.ts";
import type { ServerBody } from "../../server/response/body-writer.ts";
import { openParts } from "./server-decode-parts.ts";
import { typedPartsOf } from "./server-typed-parts.ts";

const reader: ReaderFor = ({ format, types }, limits) => {
  const declared = { format, typedParts: typedPartsOf(format, types) };
  return {
    bytes: fileBytes(format, limits.parts),
    open: (stream, rules) => openParts(declared, stream, rules),
  };
};

/** Multipart, on a server. */
export const multipart: ServerBody = { reader };

// The bytes that the declared files add to the limit of a body. Files without limits count as fields.
function fileBytes({ parts = {} }: BodyFormat, most: number): number {
  let bytes = 0;
  for (const part of Object.values(parts)) {
    if (isFile(part)) {
      const { maxBytes, list, max } = part["~file"];
      bytes += Number.isFinite(maxBytes) ? maxBytes * (list ? Math.min(max, most) : 1) : 0;
    }
  }
  return bytes;
}
