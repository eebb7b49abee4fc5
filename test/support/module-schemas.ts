// The schemas that `bough schemas` extracts from a module, without the command.
import { dirname } from "node:path";
import type { ExtractedSchemas } from "bough/server";
import { configOf } from "../../packages/cli/src/schemas/config.ts";
import { extract } from "../../packages/cli/src/schemas/extract.ts";
import { programOf } from "../../packages/cli/src/schemas/project.ts";
import { Report } from "../../packages/cli/src/schemas/report.ts";
import { treesOf } from "../../packages/cli/src/schemas/trees.ts";

/** Extracts the schemas of the trees that a module exports; throws if a type has no JSON form. */
export function schemasOfModule(path: string): ExtractedSchemas {
  const config = configOf(path, undefined);
  const program = programOf(path, config);
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`TypeScript does not read ${path}`);
  const report = new Report({ strict: false });
  const trees = treesOf({ file, path, name: undefined }, program);
  const schemas = extract({
    program,
    trees,
    folder: dirname(config.path),
    report,
    progress: () => undefined,
  });
  if (report.errors.length > 0) throw new Error(report.errors.join("\n"));
  return schemas;
}
