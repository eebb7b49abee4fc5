// The schemas of a module as its types are now, for the commands that compare.
import type { ExtractedSchemas } from "bough/server";
import type { EntryArgument } from "../entry.ts";
import { loadSchemas } from "../openapi/schemas.ts";
import type { Output } from "../output.ts";
import { schemasOfModule } from "./checked-schemas.ts";
import { digestOf } from "./extract.ts";

/** The schemas of the types. Those of a file must be what the types say now. */
export async function currentSchemas(
  entry: EntryArgument,
  named: string | undefined,
  output: Output,
): Promise<ExtractedSchemas | undefined> {
  const isScript = /\.[cm]?jsx?$/.test(entry.file);
  if (!isScript && named === undefined) {
    return schemasOfModule(entry, output);
  }
  const written = await loadSchemas(entry, named);
  if (written === undefined) {
    return undefined;
  }
  const path = named ?? "its schemas file";
  const isCurrent = isScript
    ? written.digest === digestOf(written)
    : written.digest === schemasOfModule(entry, output).digest;
  if (!isCurrent) {
    throw new Error(
      isScript
        ? `${entry.path}: ${path} does not fit its digest. Run bough schemas for the module with the types`
        : `${path}: not up to date. Run: bough schemas ${entry.path}`,
    );
  }
  return written;
}
