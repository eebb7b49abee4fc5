// One side of a comparison: a declaration, a contract file or an OpenAPI document.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "bough/contract";
import { codeContract } from "../contract/code-contract.ts";
import { contractIn, parseContract } from "../contract/contract-file.ts";
import { onlyRoots } from "../contract/roots.ts";
import { entryOf } from "../entry.ts";
import { readDocumentFile, type DocumentFile } from "../import/document-file.ts";
import { isMembers, member } from "../import/json.ts";
import { NotADocument, readDocument, type ReadDocument } from "../import/read-document.ts";
import type { Output } from "../output.ts";
import { WrongUse } from "../wrong-use.ts";

/** A document as a side. */
export interface DocumentSide {
  readonly read: ReadDocument;
  readonly parsed: unknown;
  readonly withFiles: DocumentFile["withFiles"];
}

/** One side. */
export interface Side {
  /** As the user wrote it. */
  readonly label: string;
  readonly contract: Contract;
  readonly document?: DocumentSide;
  /** The file from which packages are looked up. */
  readonly beside?: string;
  /** The names of the roots that are compared; all if it is empty. */
  readonly roots: readonly string[];
}

/** How sides are read. */
export interface SideOptions {
  readonly output: Output;
  readonly schemas?: string | undefined;
  readonly roots?: readonly string[] | undefined;
}

/** Whether an argument names a module. */
export function isModule(argument: string): boolean {
  return /\.[cm]?[jt]sx?(?:#[^/]*)?$/.test(argument);
}

/** Reads a side. */
export async function readSide(argument: string, options: SideOptions): Promise<Side> {
  const { output, roots = [] } = options;
  output.progress(`reading ${argument}`);
  if (isModule(argument)) {
    const entry = entryOf(argument);
    const found = await codeContract(entry, options);
    return { label: argument, beside: entry.file, ...found };
  }
  if (argument.endsWith(".contract.json") && existsSync(argument)) {
    const contract = parseContract(readFileSync(argument, "utf8"), argument);
    return { label: argument, contract: onlyRoots(contract, roots), roots };
  }
  const { parsed, withFiles } = readDocumentFile(argument);
  if (isDocument(parsed)) {
    const read = readOrExplain(argument, parsed);
    const contract = onlyRoots(withoutNames(read), roots);
    return { label: argument, contract, document: { read, parsed, withFiles }, roots };
  }
  if (!isMembers(parsed) || !("format" in parsed)) {
    throw new WrongUse(
      `${argument} is neither a contract file nor an OpenAPI document: expected "format" or "openapi"`,
    );
  }
  return { label: argument, contract: onlyRoots(contractIn(parsed, argument), roots), roots };
}

/** The file from which packages are looked up: that of a module, else the project in the working folder. */
export function besideOf(...sides: readonly Side[]): string {
  return (
    sides.flatMap(({ beside }) => (beside === undefined ? [] : [beside]))[0] ??
    join(process.cwd(), "package.json")
  );
}

function isDocument(parsed: unknown): boolean {
  return member(parsed, "openapi") !== undefined || member(parsed, "swagger") !== undefined;
}

function readOrExplain(path: string, parsed: unknown): ReadDocument {
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
