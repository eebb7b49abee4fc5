// An API that an OpenAPI document describes, as a declaration in memory. The package bough-import reads the document.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnyResource } from "bough";
import type { Contract } from "bough/contract";
import type { ExtractedSchemas } from "bough/server";
import { loadModule, resolveEntry } from "./load-module.ts";
import { loadPackage } from "./load-package.ts";

/** A declaration in memory, and what its document says beside it. */
export interface DocumentApi {
  /** The file from which packages are looked up. */
  readonly beside: string;
  readonly api: AnyResource;
  readonly schemas: ExtractedSchemas;
  readonly contract: Contract;
  /** The examples of responses by endpoint, status and name. */
  readonly examples: object;
  /** How many operations of the document cannot be declared. */
  readonly left: number;
}

/** The package bough-import, as far as the commands need it. */
interface Import {
  readonly declareDocument: (path: string) => Declared;
}

interface Declared extends Omit<DocumentApi, "beside" | "api"> {
  readonly source: string;
  readonly name: string;
}

/** Whether an argument names a document, and not a module. */
export function isDocument(argument: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(argument);
}

/** Reads a document for a command. Its declaration is made with the project's bough, or with that of the command line. */
export async function loadDocument(command: string, path: string): Promise<DocumentApi> {
  const project = join(process.cwd(), "package.json");
  const own = fileURLToPath(import.meta.url);
  // All packages come from one place, because two copies of bough do not recognize each other's values.
  const beside = resolveEntry("bough", project) === undefined ? own : project;
  const entry = (name: string): string =>
    resolveEntry(name, beside) ?? fileURLToPath(import.meta.resolve(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has this entry, and the versions of the packages are equal
  const { declareDocument } = (await loadPackage(
    `${command} ${path}`,
    "bough-import",
    beside,
  )) as Import;
  const { source, name, ...document } = declareDocument(path);
  const folder = mkdtempSync(join(tmpdir(), "bough-document-"));
  try {
    const file = join(folder, "api.ts");
    writeFileSync(file, source);
    const exported = await loadModule(file, path, {
      bough: entry("bough"),
      "bough/existing": entry("bough/existing"),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module exports its root under this name
    return { beside, api: exported[name] as AnyResource, ...document };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
