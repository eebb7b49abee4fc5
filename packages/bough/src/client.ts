// Everything a declaration is called with.
export { createClient } from "./client/create-client.ts";
export type { Client } from "./client/create-client.ts";
export type {
  ClientAround,
  ClientOptions,
  ClientExchange,
  Credential,
  Fetch,
  HeaderRecord,
  RedirectedRequest,
  Redirects,
  RetryOptions,
} from "./client/client-options.ts";
export type { RequestArguments, RequestOptions } from "./client/request-arguments.ts";
export type { PendingResult, Result } from "./client/result.ts";
export { CallError } from "./client/call-error.ts";
export type { CallInfo, CallIssue } from "./client/call-error.ts";
export { credential } from "./client/credential.ts";
export type { CredentialRequest } from "./client/credential.ts";
export { FailureError } from "./client/failure-error.ts";
export { followRedirects } from "./client/follow-redirects.ts";
export { InvalidRequestError } from "./client/invalid-request-error.ts";
export { InvalidResponseError } from "./client/invalid-response-error.ts";
export { maskedUrl } from "./client/masked-url.ts";
export { NotModifiedError } from "./client/not-modified-error.ts";
export { isRejection } from "./client/is-rejection.ts";
export type { RejectionOf } from "./client/is-rejection.ts";
export { noticeDeprecated } from "./client/notice-deprecated.ts";
export type { DeprecationNotice } from "./client/notice-deprecated.ts";
export { items, pages } from "./client/pages.ts";
export type { PagedArguments, PageResult } from "./client/pages.ts";
export { pageOptions } from "./client/page-options.ts";
export type { PageBefore, PageOptions } from "./client/page-options.ts";
export { RejectionError } from "./client/rejection-error.ts";
export type { RejectionIssue } from "./client/rejection-error.ts";
export { TimeoutError } from "./client/timeout-error.ts";
export { TransportError } from "./client/transport-error.ts";
export { update } from "./client/update.ts";
export type { UpdateEndpoints, UpdateOptions } from "./client/update.ts";
export { urlPartsOf } from "./client/url-parts.ts";
export type { UrlIssue, UrlParts, UrlPiece } from "./client/url-parts.ts";
export { UnexpectedResponseError } from "./client/unexpected-response-error.ts";
