// `bough import`: reads an OpenAPI document and writes a declaration that a person would have written.
import { statSync } from "node:fs";
import { join } from "node:path";
import { countOf } from "./count-of.ts";
import type { Output } from "bough-cli/toolkit";
import { WrongUse } from "./wrong-use.ts";
import { readDocumentFile, type DocumentFile } from "./document-file.ts";
import { RECORD_FILE, hashOf, readRecord, type ImportRecord } from "./import-record.ts";
import { operationHashes } from "./operation-hashes.ts";
import { declarationsOf } from "./print/declarations.ts";
import { modulesOf } from "./print/modules.ts";
import { NotADocument, readDocument, type ReadDocument } from "./read-document.ts";
import { findingText, withOneFragment } from "./report.ts";
import { commentOf } from "./source-text.ts";
import { replaceAll, writeFiles, type WrittenFiles } from "./write-files.ts";

export interface ImportOptions {
  readonly out: string;
  readonly strict?: boolean;
  readonly docs?: boolean;
  /** `false` also leaves out those of bodies, `true` keeps those of parameters. */
  readonly bounds?: boolean;
}

/** Runs the command. */
export function importDocument(path: string, options: ImportOptions, output: Output): void {
  const { out, docs = false } = options;
  // Bodies keep their bounds unless told otherwise, parameters only if told so.
  const bounds = options.bounds === true;
  const tags = options.bounds !== false;
  const folder = statSync(out, { throwIfNoEntry: false });
  if (folder !== undefined && !folder.isDirectory()) {
    throw new WrongUse(`${out} is a file: --out names a folder`);
  }
  output.progress(`reading ${path}`);
  const { parsed, texts, withFiles } = readDocumentFile(path);
  const before = readRecord(join(out, RECORD_FILE));
  const read = readOrExplain(path, () =>
    readDocument(parsed, {
      bounds,
      typed: tags,
      verified: true,
      errorFormats: true,
      names: before.names,
    }),
  );
  if (read.contract.endpoints.length === 0) {
    printReport(read, { output, withFiles });
    throw new Error(`${path} has no operation that can be declared`);
  }
  output.progress(`writing ${out}`);
  const declarations = declarationsOf(
    { ...read, comment: titleOf(read).flatMap(commentOf) },
    { docs, bounds, tags, identifiers: before.types, failureNames: before.failures },
  );
  const files = writeFiles(out, modulesOf(declarations), before.files);
  const record: ImportRecord = {
    format: 1,
    document: hashOf(texts.join("\0")),
    names: Object.fromEntries(read.names),
    types: Object.fromEntries(declarations.identifiers),
    failures: Object.fromEntries(declarations.failureNames),
    files: files.hashes,
    operations: operationHashes(read.contract),
  };
  writeRecord(out, record, before);
  printReport(read, { output, withFiles });
  printFiles(files, out, output);
  printChanges(record, before, output);
  const declared = read.contract.endpoints.length;
  output.print(`${out}: ${declared} of ${countOf(read.operations, "operation")}`);
  if (options.strict === true && read.findings.length > 0) {
    throw new Error(
      `${path}: ${countOf(read.findings.length, "difference")}, and --strict allows none`,
    );
  }
}

function readOrExplain(path: string, read: () => ReadDocument): ReadDocument {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NotADocument)) {
      throw error;
    }
    throw new Error(`${path} is not an OpenAPI document: ${error.message}`, { cause: error });
  }
}

function titleOf({ title, version, servers }: ReadDocument): readonly string[] {
  const name = version === "" ? title : `${title}, version ${version}`;
  const [server] = servers;
  const lines = [`${name}.`, ...(server === undefined ? [] : [`Server: ${server}`])];
  return lines.map((line) => line.replaceAll(/\s+/g, " "));
}

function writeRecord(out: string, record: ImportRecord, before: ImportRecord): void {
  const text = `${JSON.stringify(record, undefined, 2)}\n`;
  if (text !== `${JSON.stringify(before, undefined, 2)}\n`) {
    replaceAll(out, new Map([[RECORD_FILE, text]]));
  }
}

function printReport(
  { findings }: ReadDocument,
  { output, withFiles }: { readonly output: Output } & Pick<DocumentFile, "withFiles">,
): void {
  for (const finding of withOneFragment(findings)) {
    output.details(withFiles(findingText(finding)));
  }
}

function printFiles({ written, removed, beside }: WrittenFiles, out: string, output: Output): void {
  for (const name of written) {
    output.print(`wrote ${join(out, name)}`);
  }
  for (const name of removed) {
    output.print(`removed ${join(out, name)}`);
  }
  for (const name of beside) {
    output.print(`kept ${join(out, name)}, which was edited; its new version is ${name}.new`);
  }
}

// A first import has no changes to list.
function printChanges({ operations }: ImportRecord, before: ImportRecord, output: Output): void {
  if (Object.keys(before.operations).length === 0) {
    return;
  }
  for (const [key, hash] of Object.entries(operations)) {
    if (!Object.hasOwn(before.operations, key)) {
      output.print(`added ${key}`);
    } else if (before.operations[key] !== hash) {
      output.print(`changed ${key}`);
    }
  }
  for (const key of Object.keys(before.operations)) {
    if (!Object.hasOwn(operations, key)) {
      output.print(`removed ${key}`);
    }
  }
}
