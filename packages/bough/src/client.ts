// Everything a declaration is called with.
export { createClient } from "./call/create-client.ts";
export type { Client } from "./call/create-client.ts";
export type { ClientOptions, Fetch } from "./call/client-options.ts";
export type { RequestOptions } from "./call/request-arguments.ts";
export type { Result } from "./call/result.ts";
export { credential } from "./facts/security/client.ts";
export { followRedirects } from "./call/follow-redirects.ts";
export { isRejection } from "./call/is-rejection.ts";
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
} from "./call/call-error.ts";
export { portFetch } from "./call/port-fetch.ts";
