// Uploads with progress, in browsers.
export { xhrFetch } from "./client/xhr-fetch.ts";
export type { XhrInit } from "./client/xhr-fetch.ts";
export type { Progress } from "./client/request-arguments.ts";
