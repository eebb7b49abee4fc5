// One side of a comparison: a declaration, a contract file or an OpenAPI document.
import { existsSync, readFileSync } from "node:fs";
import type { Contract } from "bough/contract";
import type { Toolkit } from "bough-cli/toolkit";
import type { DocumentFile, ReadDocument } from "bough-import";
import { codeContract } from "./code-contract.ts";
import { contractIn, parseContract } from "./contract-file.ts";
import { onlyRoots } from "./roots.ts";
import { isRecord } from "../record.ts";
import { member } from "./json.ts";
import { documentFunctions, loadImport, type DocumentFunctions } from "./load-documents.ts";
import { WrongUse } from "./wrong-use.ts";

export interface DocumentSide {
  readonly read: ReadDocument;
  readonly parsed: unknown;
  readonly withFiles: DocumentFile["withFiles"];
  readonly functions: DocumentFunctions;
}

export interface Side {
  /** As the user wrote it. */
  readonly label: string;
  readonly contract: Contract;
  readonly document?: DocumentSide;
  /** The names of the roots that are compared; all if it is empty. */
  readonly roots: readonly string[];
}

/** How sides are read. */
export interface SideOptions {
  readonly toolkit: Toolkit;
  readonly schemas?: string | undefined;
  readonly roots?: readonly string[] | undefined;
  /** The path before the paths of a document. */
  readonly base?: string | undefined;
}

export function isModule(argument: string): boolean {
  return /\.[cm]?[jt]sx?(?:#[^/]*)?$/.test(argument);
}

export async function readSide(argument: string, options: SideOptions): Promise<Side> {
  const { toolkit, roots = [] } = options;
  toolkit.output.progress(`reading ${argument}`);
  if (isModule(argument)) {
    const found = await codeContract(toolkit.entryOf(argument), options);
    return { label: argument, ...found };
  }
  if (argument.endsWith(".contract.json") && existsSync(argument)) {
    const contract = parseContract(readFileSync(argument, "utf8"), argument);
    return { label: argument, contract: onlyRoots(contract, roots), roots };
  }
  return fileSide(argument, roots, options.base);
}

async function fileSide(
  argument: string,
  roots: readonly string[],
  base: string | undefined,
): Promise<Side> {
  const documents = await loadImport(argument);
  const { parsed, withFiles } = documents.readDocumentFile(argument);
  if (isDocument(parsed)) {
    const read = readOrExplain(argument, parsed, documents);
    const contract = onlyRoots(below(base, withoutNames(read)), roots);
    const functions = await documentFunctions(argument);
    return { label: argument, contract, document: { read, parsed, withFiles, functions }, roots };
  }
  if (!isRecord(parsed) || !("format" in parsed)) {
    throw new WrongUse(
      `${argument} is neither a contract file nor an OpenAPI document: expected "format" or "openapi"`,
    );
  }
  return { label: argument, contract: onlyRoots(contractIn(parsed, argument), roots), roots };
}

function isDocument(parsed: unknown): boolean {
  return member(parsed, "openapi") !== undefined || member(parsed, "swagger") !== undefined;
}

function readOrExplain(
  path: string,
  parsed: unknown,
  { NotADocument, readDocument }: Awaited<ReturnType<typeof loadImport>>,
): ReadDocument {
  try {
    return readDocument(parsed, { bounds: true, whole: true });
  } catch (error) {
    if (!(error instanceof NotADocument)) {
      throw error;
    }
    throw new Error(`${path} is not an OpenAPI document: ${error.message}`, { cause: error });
  }
}

// The names that an import would choose are not in the document.
function withoutNames({ contract }: ReadDocument): Contract {
  return { ...contract, endpoints: contract.endpoints.map((one) => ({ ...one, name: [] })) };
}

/** A contract whose paths are below the path of its servers. */
function below(base: string | undefined, contract: Contract): Contract {
  const prefix = (base ?? "").replace(/\/+$/, "");
  if (base !== undefined && !/^(?:\/[^/?#{}\s]+)*$/.test(prefix)) {
    throw new WrongUse(`--base ${base} is not a path: write /api, the path of a URL in servers`);
  }
  const endpoints = contract.endpoints.map((one) => ({
    ...one,
    key: one.key.endsWith(" /")
      ? one.key.replace(" /", ` ${prefix}`)
      : one.key.replace(" ", ` ${prefix}`),
    template: one.template === "/" ? prefix || "/" : prefix + one.template,
  }));
  return prefix === "" ? contract : { ...contract, endpoints };
}
