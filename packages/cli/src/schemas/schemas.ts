// `bough schemas`: reads the types of an API and writes their JSON Schemas beside it.
import type ts from "typescript";
import { countOf } from "../count-of.ts";
import { entryOf, type EntryArgument } from "../entry.ts";
import { Faults } from "../faults.ts";
import type { Output } from "../output.ts";
import { checkedSchemas } from "./checked-schemas.ts";
import { configOf, type Config } from "./config.ts";
import { ownFiles, programOf } from "./project.ts";
import { isCurrent, schemasFiles, writeFile } from "./schemas-file.ts";
import { changeOf } from "./watch.ts";

export interface SchemasOptions {
  readonly check?: boolean;
  readonly json?: boolean;
  readonly project?: string;
  readonly strict?: boolean;
  readonly watch?: boolean;
}

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
      run.output.colored(error.details);
    }
    run.output.note(error instanceof Error ? error.message : String(error));
  }
}

function extractOnce(run: Run, program: ts.Program): void {
  const { argument, entry, config, options, output } = run;
  const strict = options.strict === true;
  const extracted = checkedSchemas({ entry, config, strict, output }, program);
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
  const endpoints = countOf(Object.keys(extracted.endpoints).length, "endpoint");
  const components = countOf(Object.keys(extracted.components).length, "component");
  for (const { path } of files) {
    output.print(`${path}: ${endpoints}, ${components}`);
  }
}
