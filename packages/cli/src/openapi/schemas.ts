// The schemas that `bough schemas` has written: of the file that is named, else of the one beside the entry file.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ExtractedSchemas } from "bough/server";
import type { EntryArgument } from "../entry.ts";
import { loadModule } from "../load-module.ts";
import { schemasPath } from "../schemas/schemas-file.ts";
import { WrongUse } from "../wrong-use.ts";

/** Loads the schemas; `undefined` if no file is named and none is beside the entry file. */
export async function loadSchemas(
  { path: entry }: EntryArgument,
  named: string | undefined,
): Promise<ExtractedSchemas | undefined> {
  const path = named ?? schemasPath(entry);
  if (!existsSync(path)) {
    if (named === undefined) {
      return undefined;
    }
    throw new WrongUse(`there is no file ${named} in ${process.cwd()}`);
  }
  const found: unknown = path.endsWith(".json")
    ? JSON.parse(readFileSync(path, "utf8"))
    : (await loadModule(resolve(path), path))["schemas"];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members are checked below
  const { format, endpoints } = Object(found) as Partial<ExtractedSchemas>;
  if (format !== 1 || endpoints === undefined) {
    throw new WrongUse(`${path} has no schemas: expected a file that bough schemas has written`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its format was checked above
  return found as ExtractedSchemas;
}
