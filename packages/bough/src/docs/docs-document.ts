// The document of a docs page: of trees, with the facts of their server.
import { fieldsOf } from "../internal/record.ts";
import type { ContractRoots, ContractSource } from "../contract/contract-source.ts";
import type { Contract } from "../contract/contract.ts";
import { servedTrees } from "../contract/served-trees.ts";
import type { AnyResource } from "../declaration/tree/placement.ts";
import { openApi, type OpenApiOptions } from "../openapi/open-api.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import type { RoutesView } from "../server/routes-view.ts";

/** The API that a docs page shows: a tree, trees by name, a server or a contract. */
export type DocsSource = ContractSource | Contract;

/** How a document is made. */
export interface DocsDocumentOptions {
  readonly routes: RoutesView;
  /** The path of the page without the base path. */
  readonly path: string;
  readonly openApi: OpenApiOptions;
}

/** Makes the document of a docs page. Without `servers`, its server is relative to the document's own URL. */
export function docsDocument(
  api: DocsSource,
  { routes, path, openApi: options }: DocsDocumentOptions,
): OpenApiDocument {
  const served = routes["~served"];
  const above = `${served.basePath}/${path}`.split("/").slice(1);
  return openApi(isOfTrees(api) ? servedTrees(api, served) : api, {
    servers: [{ url: above.map(() => "..").join("/") }],
    // Also for trees of which the server routes nothing yet.
    ...(isOfTrees(api) && served.schemas !== undefined ? { schemas: served.schemas } : {}),
    ...options,
  });
}

function isOfTrees(api: DocsSource): api is AnyResource | ContractRoots {
  return !("~served" in api) && fieldsOf(api)["format"] !== 1;
}
