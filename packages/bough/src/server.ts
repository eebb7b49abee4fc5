// Everything a declaration is served with.
export { accessLog } from "./server/parts/observers/access-log.ts";
export { createServer } from "./server/create-server.ts";
export type { Server } from "./server/create-server.ts";
export type { Call, Handler } from "./server/call/handler-types.ts";
export { authenticate, sameSecret } from "./facts/security/server-authenticate.ts";
export { memoryStore } from "./facts/idempotency/server-store.ts";
export type { Handlers } from "./server/call/routed-node.ts";
export type { Routes } from "./server/routes.ts";
export type { ServerOptions } from "./server/parts/server-options.ts";
export type { Around, Guard } from "./server/call/step-types.ts";
export type { ExtractedSchemas } from "./schema/extracted-schemas.ts";
export { inProcess } from "./server/in-process/in-process.ts";
export { Failed } from "./server/call/call.ts";
export { HandlerError } from "./server/call/handler-error.ts";
export { RouteError } from "./server/routing/known-endpoints.ts";
export { servePort } from "./server/serve-port.ts";
