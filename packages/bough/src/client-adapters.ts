// For libraries that wrap a client: keys of caches, the calls of single pages, and URLs for logs.
export { maskedUrl } from "./client/masked-url.ts";
export { pageOptions } from "./client/page-options.ts";
export type { PageBefore, PageOptions } from "./client/page-options.ts";
export { urlPartsOf } from "./client/url-parts.ts";
export type { UrlIssue, UrlParts, UrlPiece } from "./client/url-parts.ts";
