import { createServer } from "bough/server";
import { routeAll } from "./bough-routes.mjs";

export function build(count) {
  const server = createServer();
  routeAll(server, count);
  return server.fetch;
}
