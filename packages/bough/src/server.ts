// Everything a declaration is served with.
export { accessLog } from "./server/parts/observers/access-log.ts";
export { createServer } from "./server/create-server.ts";
export type { ContextServer, FetchServer, Server } from "./server/create-server.ts";
export type { CallOf, Fail } from "./server/call/call-types.ts";
export type { RespondResult } from "./server/call/respond-types.ts";
export type { Call, Handler } from "./server/call/handler-types.ts";
export type { HostOptions, HostRoutes } from "./hosts/host-routes.ts";
export type { CorsOptions } from "./server/parts/cors/cors-options.ts";
export { Failed } from "./server/call/failed.ts";
export { HandlerError } from "./server/call/handler-error.ts";
export type { HandlerFault } from "./server/call/handler-error.ts";
export type { Limits, RouteLimits } from "./server/options/limits.ts";
export type { TrailingSlashMismatch } from "./server/options/slash-mismatch.ts";
export type { Observed, ObservedRequest, Observer } from "./server/parts/observers/observe.ts";
export type { RequestIssue } from "./server/exchange/rejection.ts";
export { RouteError } from "./server/routing/route-error.ts";
export type { RouteOptions } from "./server/options/route-options.ts";
export { inspectServer } from "./server/inspect-server.ts";
export type { ServerInspection } from "./server/inspect-server.ts";
export type { InferPrincipal } from "./server/call/principal.ts";
export { authenticate } from "./server/parts/security/authenticate.ts";
export { sameSecret } from "./server/parts/security/same-secret.ts";
export type { AuthenticateCall, Authenticator } from "./server/parts/security/authenticate.ts";
export { memoryStore } from "./server/parts/idempotency/memory-store.ts";
export type { MemoryStoreOptions } from "./server/parts/idempotency/memory-store.ts";
export type { IdempotencyOptions } from "./server/parts/idempotency/idempotency.ts";
export type {
  IdempotencyStore,
  IdempotentRequest,
  StoredFailure,
  StoredResponse,
} from "./server/parts/idempotency/store.ts";
export type { Handlers } from "./server/call/routed-node.ts";
export type { Routes, RoutesOf } from "./server/routes.ts";
export type {
  ErrorWriter,
  RejectCall,
  Rejected,
  RejectionWriter,
  WrittenError,
} from "./server/call/reject-call.ts";
export type { ErrorCall, ServerOptions } from "./server/parts/server-options.ts";
export type {
  HandlerResponse,
  Around,
  AroundCall,
  AroundOptions,
  AuthorizeCall,
  Guard,
  GuardCall,
  GuardValues,
} from "./server/call/step-types.ts";
export type {
  BodySchema,
  BodySchemas,
  EndpointSchemas,
  ExtractedSchemas,
  JsonSchema,
} from "./schema/extracted-schemas.ts";
export { inProcess } from "./server/in-process/in-process.ts";
export type {
  InProcessFetch,
  InProcessOptions,
  ResponseCookie,
  VisitorHeaders,
} from "./server/in-process/in-process.ts";
