import { routing } from "bough/fastify";
import Fastify from "fastify";
import { route } from "./bough-routes.mjs";

export function build(count) {
  const app = Fastify();
  route(routing(app), count);
  return async (request) => {
    const { body, statusCode } = await app.inject(new URL(request.url).pathname);
    return new Response(body, { status: statusCode });
  };
}
