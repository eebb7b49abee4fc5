// The packages that read and write documents. Contracts are compared without them.
import type { openApi } from "bough-openapi";
import type * as Documents from "bough-import";
import { WrongUse } from "./wrong-use.ts";

export interface DocumentFunctions {
  readonly openApi: typeof openApi;
  readonly readDocument: typeof Documents.readDocument;
  readonly withOneFragment: typeof Documents.withOneFragment;
}

/** Loads the package that reads documents. */
export async function loadImport(path: string): Promise<typeof Documents> {
  return installed(import("bough-import"), { path, name: "bough-import" });
}

/** Loads the functions that bring a declaration into the form of a document. */
export async function documentFunctions(path: string): Promise<DocumentFunctions> {
  const { readDocument, withOneFragment } = await loadImport(path);
  const { openApi } = await installed(import("bough-openapi"), { path, name: "bough-openapi" });
  return { openApi, readDocument, withOneFragment };
}

async function installed<Module>(
  loading: Promise<Module>,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<Module> {
  try {
    return await loading;
  } catch (error) {
    const { code }: { readonly code?: unknown } = Object(error);
    if (code !== "ERR_MODULE_NOT_FOUND") {
      throw error;
    }
    throw new WrongUse(`${path} needs ${name}. Run: npm install --save-dev ${name}`);
  }
}
