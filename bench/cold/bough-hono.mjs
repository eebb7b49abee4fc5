import { routing } from "bough/hono";
import { Hono } from "hono";
import { route } from "./bough-routes.mjs";

export function build(count) {
  const app = new Hono();
  route(routing(app), count);
  return app.fetch;
}
