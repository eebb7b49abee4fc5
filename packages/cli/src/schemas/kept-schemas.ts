// The schemas file that a module imports, kept up to date while a program runs or is built: what `bough-cli/vite` and
// `bough-cli/register` do.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { entryOf } from "../entry.ts";
import { Faults } from "../faults.ts";
import { Output } from "../output.ts";
import { checkedSchemas } from "./checked-schemas.ts";
import { configOf } from "./config.ts";
import { ownFiles, programOf } from "./project.ts";
import { isCurrent, schemasFiles, writeFile } from "./schemas-file.ts";

/**
 * Writes the schemas file of a module if its types have changed, and returns the files that its types come from. Throws
 * with the whole report if the types have faults.
 */
export function keepSchemas(entry: string): string[] {
  const output = new Output(process);
  const argument = entryOf(entry);
  const [target] = schemasFiles(entry, EMPTY, { json: false });
  const isNew = target !== undefined && !existsSync(target.path);
  if (isNew) {
    // A module may import its own schemas, and would not compile without the file.
    writeFileSync(target.path, target.text);
  }
  try {
    const config = configOf(argument.file, undefined);
    const program = programOf(argument.file, config);
    const extracted = checkedSchemas({ entry: argument, config, strict: false, output }, program);
    for (const file of schemasFiles(entry, extracted, { json: false })) {
      if (!isCurrent(file.path, extracted)) {
        writeFile(file);
      }
    }
    return [config.path, ...ownFiles(program).map(({ fileName }) => fileName)];
  } catch (error) {
    if (isNew) {
      rmSync(target.path);
    }
    throw error instanceof Faults
      ? new Error(`${error.message}\n${error.details}`, { cause: error })
      : error;
  } finally {
    output.end();
  }
}

const EMPTY = { format: 1, digest: "", components: {}, endpoints: {} } as const;
