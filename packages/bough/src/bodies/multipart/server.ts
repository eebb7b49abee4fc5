// Multipart: decodes the fields and typed parts of a form before the handler runs, and passes its files on as they
// arrive, within their limits. It reads a buffered form whole.
import { isFile, formatsOf, type BodyFormat } from "../../declare/body/body-format.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { Limits } from "../../serve/options/kernel-options.ts";
import type { ReaderFor } from "../../serve/request/representation.ts";
import type { ServerBody } from "../../serve/response/write-body.ts";
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

/** Warns of buffered files that together can be larger than `limits.body`. */
export function memoryWarning(
  { method, template, request }: AnyEndpoint,
  { body, parts }: Required<Limits>,
): string | undefined {
  const bytes = Math.max(
    0,
    ...formatsOf(request).map((format) => (format.buffered ? fileBytes(format, parts) : 0)),
  );
  return bytes > body
    ? `${method} ${template}: its files may take ${bytes} bytes of memory, and limits.body is ${body}: ` +
        "raise limits.body, lower maxBytes or max, or remove buffered to read files as streams"
    : undefined;
}

// The bytes that the declared files add to the limit of a body. Files without limits count as fields.
function fileBytes({ parts = {} }: Pick<BodyFormat, "parts">, most: number): number {
  let bytes = 0;
  for (const part of Object.values(parts)) {
    if (isFile(part)) {
      const { maxBytes, list, max } = part["~file"];
      bytes += Number.isFinite(maxBytes) ? maxBytes * (list ? Math.min(max, most) : 1) : 0;
    }
  }
  return bytes;
}
