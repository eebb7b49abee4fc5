// A docs page on a server.
export { routeDocs } from "./docs/route-docs.ts";
export type { DocsSource } from "./docs/docs-document.ts";
export type { DocsContent } from "./docs/docs-file.ts";
export type { DocsAssets, DocsOptions, DocsPage } from "./docs/docs-options.ts";
