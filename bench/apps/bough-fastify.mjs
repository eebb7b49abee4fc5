// Bough's routes in a Fastify app.
import { routing } from "bough/fastify";
import Fastify from "fastify";
import { route } from "./bough-routes.mjs";

const app = Fastify();
route(routing(app));

export const listen = (port) => app.listen({ port, host: "127.0.0.1" });
