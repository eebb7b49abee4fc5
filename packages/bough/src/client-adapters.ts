// For libraries that wrap a client: keys of caches, the calls of single pages, and URLs for logs.
export { maskedUrl } from "./call/masked-url.ts";
export { pageOptions } from "./facts/paging/client-page.ts";
export type { PageBefore, PageOptions } from "./facts/paging/client-page.ts";
export { urlPartsOf } from "./call/url-parts.ts";
export type { UrlIssue, UrlParts, UrlPiece } from "./call/url-parts.ts";
