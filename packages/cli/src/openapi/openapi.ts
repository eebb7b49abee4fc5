// `bough openapi`: prints the OpenAPI document of an API, writes it to a file, or checks that file.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ContractSource } from "bough/contract";
import type { ExtractedSchemas } from "bough/server";
import type { OpenApiDocument, OpenApiVersion } from "bough-openapi";
import { countOf } from "../count-of.ts";
import { entryOf, type EntryArgument } from "../entry.ts";
import { Faults } from "../faults.ts";
import { loadOpenApi } from "../load-module.ts";
import type { Output } from "../output.ts";
import { writeFile } from "../schemas/schemas-file.ts";
import { WrongUse } from "../wrong-use.ts";
import { documentIn, formatOf, textOf, type Format } from "./document-text.ts";
import { infoOf } from "./package-info.ts";
import { loadSchemas } from "./schemas.ts";
import { loadSource } from "./source.ts";

export interface OpenApiCommandOptions {
  readonly check?: boolean;
  readonly openapi: OpenApiVersion;
  readonly out?: string;
  readonly schemas?: string;
  readonly server?: readonly string[];
  readonly strict?: boolean;
  readonly title?: string;
  readonly version?: string;
  readonly yaml?: boolean;
}

/** Runs the command. */
export async function openapi(
  argument: string,
  options: OpenApiCommandOptions,
  output: Output,
): Promise<void> {
  const { out, check } = options;
  if (check && out === undefined) {
    throw new WrongUse("--check needs --out: the file to check, such as --out openapi.json");
  }
  const format = formatOf(options);
  const document = await documentOf(argument, options, output);
  if (out === undefined) {
    output.write(textOf(document, format));
    return;
  }
  if (check) {
    refuseStale(document, { out, format, argument });
  } else {
    write(document, out, format);
  }
  const operations = Object.values(document.paths).flatMap(methodsOf).length;
  output.print(`${out}: ${countOf(operations, "operation")}`);
}

async function documentOf(
  argument: string,
  options: OpenApiCommandOptions,
  output: Output,
): Promise<OpenApiDocument> {
  const entry = entryOf(argument);
  const { title, version, server = [] } = options;
  const info = infoOf({ file: entry.file, title, version, note: (text) => output.note(text) });
  const source = await loadSource(entry);
  const schemas = await loadSchemas(entry, options.schemas);
  const { openApi } = await loadOpenApi(entry.file, entry.path);
  const warnings: string[] = [];
  const document = openApi(source, {
    info,
    version: options.openapi,
    ...(schemas && { schemas }),
    ...(server.length > 0 && { servers: server.map((url) => ({ url })) }),
    onWarning: (warning) => warnings.push(warning),
  });
  if (options.strict && warnings.length > 0) {
    const lines = warnings.map((warning) => `${warning}\n`).join("");
    const count = countOf(warnings.length, "warning");
    throw new Faults(`the document of ${entry.path} has ${count}, and --strict allows none`, lines);
  }
  for (const warning of warnings) {
    output.note(`warning: ${warning}`);
  }
  return document;
}

interface Plain {
  readonly source: ContractSource;
  readonly schemas: ExtractedSchemas | undefined;
  readonly output: Output;
}

/** Writes the document without any options, for the commands of other packages. */
export async function plainDocument(
  { file, path }: EntryArgument,
  { source, schemas, output }: Plain,
): Promise<{ readonly title: string; readonly yaml: string }> {
  const note = (text: string): void => output.note(text);
  const info = infoOf({ file, title: undefined, version: undefined, note });
  const { openApi } = await loadOpenApi(file, path);
  const document = openApi(source, { info, ...(schemas && { schemas }), onWarning: () => {} });
  return { title: info.title, yaml: textOf(document, "yaml") };
}

function write(document: OpenApiDocument, path: string, format: Format): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFile({ path, text: textOf(document, format) });
}

interface Checked {
  readonly out: string;
  readonly format: Format;
  readonly argument: string;
}

/** Compares the content, so that another program may format the file. */
function refuseStale(document: OpenApiDocument, { out, format, argument }: Checked): void {
  const found = existsSync(out) ? documentIn(readFileSync(out, "utf8"), format) : undefined;
  if (!isDeepStrictEqual(found, JSON.parse(JSON.stringify(document)))) {
    throw new Error(`${out}: not up to date. Run: bough openapi ${argument} --out ${out}`);
  }
}

const METHODS = /^(?:get|put|post|delete|options|head|patch|trace|query)$/;

function methodsOf(item: object): string[] {
  const more: unknown = Reflect.get(item, "x-oai-additionalOperations");
  return [...Object.keys(item).filter((key) => METHODS.test(key)), ...Object.keys(more ?? {})];
}
