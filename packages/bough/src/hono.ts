// Serving on Hono.
export { routing } from "./hosts/hono/routing.ts";
export type { HonoOptions } from "./hosts/hono/routing.ts";
