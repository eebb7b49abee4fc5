// From a schemas file to the module whose types it has. It loads no compiler.
import { existsSync } from "node:fs";

const SCHEMAS = /\.schemas(\.[cm]?)[jt]s$/;

/** The module of a schemas file; `undefined` for other files, and if there is no such module, as in a build. */
export function entryOfSchemas(file: string): string | undefined {
  const entry = file.replace(SCHEMAS, "$1ts");
  return entry !== file && existsSync(entry) ? entry : undefined;
}
