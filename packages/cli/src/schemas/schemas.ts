// `bough schemas`: reads the types of an API and writes their JSON Schemas beside it.
import { dirname, resolve } from "node:path";
import type ts from "typescript";
import type { ExtractedSchemas } from "bough/server";
import { entryOf, type EntryArgument } from "../entry.ts";
import { Faults } from "../faults.ts";
import type { Output } from "../output.ts";
import { configOf, type Config } from "./config.ts";
import { extract } from "./extract.ts";
import { errorsOf, ownFiles, programOf } from "./project.ts";
import { Report } from "./report.ts";
import { isCurrent, schemasFiles, writeFile } from "./schemas-file.ts";
import { treesOf } from "./trees.ts";
import { changeOf } from "./watch.ts";

/** The options of the command. */
export interface SchemasOptions {
  readonly check?: boolean;
  readonly json?: boolean;
  readonly project?: string;
  readonly strict?: boolean;
  readonly watch?: boolean;
}

/** A run of the command. */
interface Run {
  readonly argument: string;
  readonly entry: EntryArgument;
  readonly config: Config;
  readonly options: SchemasOptions;
  readonly output: Output;
}

/** Runs the command: once, or again and again with `--watch`. */
export async function schemas(
  argument: string,
  options: SchemasOptions,
  output: Output,
): Promise<void> {
  const entry = entryOf(argument);
  for (;;) {
    const since = new Date();
    const config = configOf(entry.file, options.project);
    output.progress("reading the types");
    const program = programOf(entry.file, config);
    const run = { argument, entry, config, options, output };
    if (!options.watch) {
      return extractOnce(run, program);
    }
    tryOnce(run, program);
    const files = ownFiles(program).map(({ fileName }) => fileName);
    await changeOf([config.path, ...files], since);
  }
}

/** A fault must not end the watching. */
function tryOnce(run: Run, program: ts.Program): void {
  try {
    extractOnce(run, program);
  } catch (error) {
    if (error instanceof Faults) {
      run.output.details(error.details);
    }
    run.output.note(error instanceof Error ? error.message : String(error));
  }
}

function extractOnce(run: Run, program: ts.Program): void {
  const { argument, entry, options, output } = run;
  output.progress("checking the types");
  const errors = errorsOf(program, output);
  if (errors !== undefined) {
    const details = errors.includes(WOULD_CHANGE)
      ? errors + linesOf(read(run, program).report)
      : errors;
    throw new Faults(`${entry.path} does not compile`, details);
  }
  const { extracted, report } = read(run, program);
  for (const warning of report.warnings) {
    output.note(`warning: ${warning}`);
  }
  if (report.errors.length > 0) {
    const message = `${entry.path} has ${count(report.errors.length, "error")}`;
    throw new Faults(message, linesOf(report));
  }
  const files = schemasFiles(entry.path, extracted, { json: options.json === true });
  if (options.check) {
    const stale = files.filter(({ path }) => !isCurrent(path, extracted)).map(({ path }) => path);
    if (stale.length > 0) {
      const text = stale.join(" and ");
      throw new Error(`${text}: not up to date. Run: bough schemas ${argument}`);
    }
  } else {
    for (const file of files) {
      writeFile(file);
    }
  }
  const endpoints = count(Object.keys(extracted.endpoints).length, "endpoint");
  const components = count(Object.keys(extracted.components).length, "component");
  for (const { path } of files) {
    output.print(`${path}: ${endpoints}, ${components}`);
  }
}

/** The compiler's sentence about types without a JSON form says that there is one, and the report where. */
const WOULD_CHANGE = "JSON would change";

function read(
  { entry, config, options, output }: Run,
  program: ts.Program,
): { readonly extracted: ExtractedSchemas; readonly report: Report } {
  const report = new Report({ strict: options.strict === true });
  const extracted = extract({
    program,
    trees: treesOf({ ...entry, file: sourceOf(entry, program) }, program),
    folder: dirname(config.path),
    report,
    progress: (done, total) => output.progress(`${done} of ${total} endpoints`),
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
