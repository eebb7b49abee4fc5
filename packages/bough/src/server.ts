// Everything a declaration is served with.
// oxlint-disable-next-line unicorn/require-module-specifiers -- compilers then find bough/types for inferred types
export type {} from "./types.ts";
export { accessLog } from "./server/access-log.ts";
export { createServer } from "./server/create-server.ts";
export type { ContextServer, FetchServer, Server } from "./server/create-server.ts";
export type { Call, CallOf, Fail, Handler, Responded } from "./server/call-types.ts";
export type { HostOptions, HostRoutes } from "./hosts/host-routes.ts";
export type { CorsOptions } from "./server/cors.ts";
export { Failed } from "./server/failed.ts";
export { HandlerError } from "./server/handler-error.ts";
export type { HandlerFault } from "./server/handler-error.ts";
export type { Limits, RouteLimits } from "./server/limits.ts";
export type { TrailingSlashMismatch } from "./server/slash-mismatch.ts";
export type { Observed, ObservedRequest, Observer } from "./server/observe.ts";
export type { RequestIssue } from "./server/rejection.ts";
export { RouteError } from "./server/route-error.ts";
export type { RouteOptions } from "./server/route-options.ts";
export type { Handlers } from "./server/routed-node.ts";
export type { Routes, RoutesBelow } from "./server/routes.ts";
export type { RejectCall, Rejected, RejectionWriter } from "./server/reject-call.ts";
export type { ErrorCall, ServerOptions } from "./server/server-options.ts";
export type {
  Answered,
  Around,
  AroundCall,
  Guard,
  GuardCall,
  Provides,
} from "./server/step-types.ts";
