// Uploads with progress, in browsers.
export { xhrFetch } from "./call/xhr-fetch.ts";
export type { XhrInit } from "./call/xhr-fetch.ts";
export type { Progress } from "./call/request-arguments.ts";
