// Declarations as documents, and documents as declarations, with the types between them read by the compiler.
import { dirname, join } from "node:path";
import { type AnyResource, verify } from "bough";
import { contractOf } from "bough/contract";
import { openApi } from "bough-openapi";
import type { ExtractedSchemas } from "bough/server";
import { declarationsOf } from "../../packages/import/src/print/declarations.ts";
import { singleModule } from "../../packages/import/src/print/modules.ts";
import { readDocument } from "../../packages/import/src/read-document.ts";
import type { Finding } from "../../packages/import/src/report.ts";
import { loadModule } from "../../packages/cli/src/load-module.ts";
import { configOf } from "../../packages/cli/src/schemas/config.ts";
import { extract } from "../../packages/cli/src/schemas/extract.ts";
import { programOf } from "../../packages/cli/src/schemas/project.ts";
import { Report } from "../../packages/cli/src/schemas/report.ts";
import { treesOf } from "../../packages/cli/src/schemas/trees.ts";
import { makeProject } from "../support/extracted.ts";

/** Documents by the names of their APIs, as files have them. */
export type Documents = ReadonlyMap<string, unknown>;

/** What documents became when they were imported. */
export interface Imported {
  /** The documents of the declarations. */
  readonly documents: Documents;
  /** Errors of the compiler and of `bough schemas`. */
  readonly errors: readonly string[];
  /** What the imports say that differs. */
  readonly findings: readonly Finding[];
}

/** Imports documents as `bough import` does, and exports the declarations. */
export async function thereAndBack(given: Documents): Promise<Imported> {
  const project = makeProject({});
  try {
    const findings: Finding[] = [];
    const files = new Map<string, string>();
    for (const [name, document] of given) {
      const read = readDocument(document, {
        typed: true,
        verified: true,
        bounds: true,
        errorFormats: true,
      });
      findings.push(...read.findings);
      const file = `${name.replaceAll(/\W+/g, "-")}.ts`;
      files.set(name, file);
      const text = singleModule(declarationsOf(read, { tags: true, docs: true, bounds: true }));
      project.write({ [file]: text });
    }
    const { schemas, errors } = schemasOf(
      [...files.values()].map((file) => join(project.folder, file)),
    );
    const documents = new Map<string, unknown>();
    for (const [name, file] of files) {
      const path = join(project.folder, file);
      const { api } = await loadModule(path, file);
      // Every printed module exports its root by this name.
      verify(api as AnyResource);
      documents.set(name, exported(api as AnyResource, schemas.get(path)));
    }
    return { documents, errors, findings };
  } finally {
    project.remove();
  }
}

/** The schemas of modules, with one program, and what the compiler and `bough schemas` refuse. */
export function schemasOf(paths: readonly string[]): {
  readonly schemas: ReadonlyMap<string, ExtractedSchemas>;
  readonly errors: readonly string[];
} {
  const [first = "", ...others] = paths;
  const config = configOf(first, undefined);
  const options = { ...config.options, noUnusedLocals: true };
  const program = programOf(first, { ...config, options, declarations: others });
  const errors: string[] = [];
  const schemas = new Map<string, ExtractedSchemas>();
  for (const path of paths) {
    const file = program.getSourceFile(path);
    if (file === undefined) throw new Error(`TypeScript does not read ${path}`);
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    const report = new Report({ strict: false });
    const trees = treesOf({ file, path, name: undefined }, program);
    const folder = dirname(path);
    schemas.set(path, extract({ program, trees, folder, report, progress: () => undefined }));
    errors.push(
      ...[...found.map(({ messageText }) => JSON.stringify(messageText)), ...report.errors].map(
        (text) => `${path}: ${text}`,
      ),
    );
  }
  return { schemas, errors };
}

/** The document of a declaration, as a file has it. */
export function exported(api: AnyResource, schemas: ExtractedSchemas | undefined): unknown {
  const document = openApi(contractOf(api, schemas && { schemas }), {
    info: { title: "API", version: "1" },
    rejections: false,
    onWarning: () => undefined,
  });
  return JSON.parse(JSON.stringify(document)) as unknown;
}
