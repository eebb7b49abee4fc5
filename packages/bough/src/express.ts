// Serving on Express.
export { routing } from "./hosts/express/routing.ts";
export type { ExpressOptions } from "./hosts/express/routing.ts";
export type { ExpressHost } from "./hosts/express/express-exchange.ts";
export type { HostOptions, HostRoutes } from "./hosts/host-routes.ts";
