// Serving on a Fastify app.
export { routing } from "./hosts/fastify/routing.ts";
export type { FastifyOptions } from "./hosts/fastify/routing.ts";
export type { FastifyHost } from "./hosts/fastify/fastify-exchange.ts";
