// `bough check`: compares a declaration with an OpenAPI document.
import type { Contract } from "bough/contract";
import { entryOf } from "../entry.ts";
import { readDocumentFile, type DocumentFile } from "../import/document-file.ts";
import { member } from "../import/json.ts";
import { NotADocument, readDocument, type ReadDocument } from "../import/read-document.ts";
import { withOneFragment } from "../import/report.ts";
import { loadContract, loadOpenApi } from "../load-module.ts";
import { loadSchemas } from "../openapi/schemas.ts";
import { loadSource } from "../openapi/source.ts";
import type { Output } from "../output.ts";
import { printable } from "../printable.ts";
import { WrongUse } from "../wrong-use.ts";
import { compare } from "./compare.ts";
import { readDeclared, type Declared } from "./declared.ts";
import { reportText, summaryText, type CheckReport } from "./report-text.ts";

/** The options of the command. */
export interface CheckOptions {
  /** The path before the paths of the document: that of its servers. */
  readonly base?: string;
  readonly json?: boolean;
  readonly schemas?: string;
  readonly strict?: boolean;
}

/** Runs the command. */
export async function check(
  argument: string,
  path: string,
  options: CheckOptions,
  output: Output,
): Promise<void> {
  const { json = false, strict = false } = options;
  // A wrong path of the module is found before a large document is read.
  const entry = entryOf(argument);
  output.progress(`reading ${path}`);
  const { parsed, withFiles } = readDocumentFile(path);
  const documented = readOrExplain(path, parsed);
  output.progress(`comparing ${entry.path}`);
  const version = String(member(parsed, "openapi")).startsWith("3.2") ? "3.2" : "3.1";
  const declared = await loadDeclared(entry, { version, schemas: options.schemas });
  const report = reportOf(declared, below(options.base, documented), withFiles);
  output.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : printable(reportText(report)));
  const summary = `${path}: ${summaryText(report)}`;
  if (
    report.differences.length > 0 ||
    (strict && report.unknown.length + report.narrower.length > 0)
  ) {
    throw new Error(summary);
  }
  if (!json) {
    output.print(summary);
  }
}

/** A document whose paths are below the path of its servers. */
function below(base: string | undefined, read: ReadDocument): ReadDocument {
  const prefix = (base ?? "").replace(/\/+$/, "");
  if (base !== undefined && !/^(?:\/[^/?#{}\s]+)*$/.test(prefix)) {
    throw new WrongUse(`--base ${base} is not a path: write /api, the path of a URL in servers`);
  }
  const { contract } = read;
  const endpoints = contract.endpoints.map((one) => ({
    ...one,
    key: one.key.endsWith(" /")
      ? one.key.replace(" /", ` ${prefix}`)
      : one.key.replace(" ", ` ${prefix}`),
    template: one.template === "/" ? prefix || "/" : prefix + one.template,
  }));
  return prefix === "" ? read : { ...read, contract: { ...contract, endpoints } };
}

function readOrExplain(path: string, parsed: unknown): ReadDocument {
  try {
    return readDocument(parsed, { bounds: true });
  } catch (error) {
    if (!(error instanceof NotADocument)) {
      throw error;
    }
    throw new Error(`${path} is not an OpenAPI document: ${error.message}`, { cause: error });
  }
}

async function loadDeclared(
  entry: ReturnType<typeof entryOf>,
  { version, schemas: named }: { version: "3.1" | "3.2"; schemas: string | undefined },
): Promise<Declared> {
  const source = await loadSource(entry);
  const schemas = await loadSchemas(entry, named);
  const { contractOf } = await loadContract(entry.file, entry.path);
  const { openApi } = await loadOpenApi(entry.file, entry.path);
  const contract: Contract = contractOf(source, schemas && { schemas });
  return readDeclared(contract, { openApi, version });
}

function reportOf(
  declared: Declared,
  documented: ReadDocument,
  withFiles: DocumentFile["withFiles"],
): CheckReport {
  const { compared, unknown, ...found } = compare(declared, documented.contract);
  // An operation that the importer cannot declare cannot be compared.
  const unread = withOneFragment(documented.findings).flatMap(({ result, operation, message }) =>
    result === "skipped" && operation !== undefined
      ? [{ operation, message: withFiles(message) }]
      : [],
  );
  return {
    operations: {
      declared: declared.own.endpoints.length,
      documented: documented.operations,
      compared,
    },
    ...found,
    unknown: [...unread, ...unknown],
  };
}
