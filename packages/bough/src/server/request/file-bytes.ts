// The bytes that the declared files add to the limit of a body.
import { isFile } from "../../declaration/body/body-format.ts";
import type { Representation } from "./representation.ts";

/** The bytes that files may add to a body. Files without limits count as fields. */
export function fileBytes(representations: readonly Representation[], parts: number): number {
  let bytes = 0;
  for (const part of representations.flatMap(({ format }) => Object.values(format.parts ?? {}))) {
    if (isFile(part)) {
      const { maxBytes, list, max } = part["~file"];
      bytes += Number.isFinite(maxBytes) ? maxBytes * (list ? Math.min(max, parts) : 1) : 0;
    }
  }
  return bytes;
}
