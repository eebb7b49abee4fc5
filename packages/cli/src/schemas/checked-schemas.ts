// The schemas of a module whose types were checked: what `bough schemas` writes, and what a contract has.
import { dirname, resolve } from "node:path";
import type ts from "typescript";
import type { ExtractedSchemas } from "bough/server";
import { countOf } from "../count-of.ts";
import type { EntryArgument } from "../entry.ts";
import { Faults } from "../faults.ts";
import type { Output } from "../output.ts";
import { configOf, type Config } from "./config.ts";
import { extract } from "./extract.ts";
import { errorsOf, programOf } from "./project.ts";
import { Report } from "./report.ts";
import { treesOf } from "./trees.ts";

/** A module to read, and where to report. */
export interface Reading {
  readonly entry: EntryArgument;
  readonly config: Config;
  readonly strict: boolean;
  readonly output: Output;
}

export function schemasOfModule(entry: EntryArgument, output: Output): ExtractedSchemas {
  const config = configOf(entry.file, undefined);
  output.progress("reading the types");
  return checkedSchemas({ entry, config, strict: false, output }, programOf(entry.file, config));
}

/** Extracts the schemas of a program. Throws `Faults` if its types have errors, and prints warnings. */
export function checkedSchemas(reading: Reading, program: ts.Program): ExtractedSchemas {
  const { entry, output } = reading;
  output.progress("checking the types");
  const errors = errorsOf(program, output);
  if (errors !== undefined) {
    const details = errors.includes(WOULD_CHANGE)
      ? errors + linesOf(read(reading, program).report)
      : errors;
    throw new Faults(`${entry.path} does not compile`, details);
  }
  const { extracted, report } = read(reading, program);
  for (const warning of report.warnings) {
    output.note(`warning: ${warning}`);
  }
  if (report.errors.length > 0) {
    const count = countOf(report.errors.length, "error");
    throw new Faults(`${entry.path} has ${count}`, linesOf(report));
  }
  return extracted;
}

/** The compiler's sentence about types without a JSON form says that there is one, and the report where. */
const WOULD_CHANGE = "JSON would change";

function read(
  { entry, config, strict, output }: Reading,
  program: ts.Program,
): { readonly extracted: ExtractedSchemas; readonly report: Report } {
  const report = new Report({ strict });
  const extracted = extract({
    program,
    trees: treesOf({ ...entry, file: sourceOf(entry, program) }, program),
    folder: dirname(config.path),
    report,
    progress: (done, total) => output.progress(`${done} of ${countOf(total, "endpoint")}`),
  });
  return { extracted, report };
}

function linesOf({ errors }: Report): string {
  return errors.map((error) => `${error}\n`).join("");
}

function sourceOf({ file, path }: EntryArgument, program: ts.Program): ts.SourceFile {
  const source = program.getSourceFile(resolve(file));
  if (!source) {
    throw new Error(`TypeScript does not read ${path}`);
  }
  return source;
}
