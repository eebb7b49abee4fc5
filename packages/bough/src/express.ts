// Serving on Express.
export { routing } from "./hosts/express/routing.ts";
export type { ExpressOptions } from "./hosts/express/routing.ts";
export type { ExpressHost } from "./hosts/express/express-exchange.ts";
