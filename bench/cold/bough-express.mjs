import { routing } from "bough/express";
import express from "express";
import { askBySocket } from "./by-socket.mjs";
import { route } from "./bough-routes.mjs";

export function build(count) {
  const app = express();
  route(routing(app), count);
  return askBySocket(app);
}
