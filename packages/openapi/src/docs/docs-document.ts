// The document of a docs page: of trees, with the facts of their server.
import type { Contract, ContractSource, Serving } from "bough/contract";
import type { OpenApiDocument } from "../document/document.ts";
import { documentFrom, type OpenApiOptions } from "../document/open-api.ts";

/** The API that a docs page shows: a tree, trees by name, a server or a contract. */
export type DocsSource = ContractSource | Contract;

export interface DocsDocumentOptions {
  readonly routes: Serving;
  /** The path of the page, with the base path. */
  readonly path: string;
  readonly openApi: OpenApiOptions;
}

/** Makes the document of a docs page. Without `servers`, its server is relative to the document's own URL. */
export function docsDocument(
  api: DocsSource,
  { routes, path, openApi: options }: DocsDocumentOptions,
): OpenApiDocument {
  const above = path.split("/").slice(1);
  const servers = [{ url: above.map(() => "..").join("/") }];
  return documentFrom(api, { servers, ...options }, routes);
}
