// Everything a declaration is called with.
export { createClient } from "./client/create-client.ts";
export type { Client } from "./client/create-client.ts";
export type { ClientOptions, Fetch } from "./client/client-options.ts";
export type { RequestOptions } from "./client/request-arguments.ts";
export type { Result } from "./client/result.ts";
export { credential } from "./facts/security/client.ts";
export { followRedirects } from "./client/follow-redirects.ts";
export { isRejection } from "./client/is-rejection.ts";
export { noticeDeprecated } from "./facts/deprecation/client.ts";
export { items, pages } from "./facts/paging/client.ts";
export { update } from "./facts/conditional/client-update.ts";
export {
  CallError,
  FailureError,
  InvalidRequestError,
  InvalidResponseError,
  NotModifiedError,
  RejectionError,
  TimeoutError,
  TransportError,
  UnexpectedResponseError,
} from "./client/call-error.ts";
export { portFetch } from "./client/port-fetch.ts";
