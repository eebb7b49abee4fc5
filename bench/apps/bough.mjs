// Bough with its defaults: limits, negotiation, strict JSON, problem details.
import { listen as listenNode } from "bough/node";
import { createServer } from "bough/server";
import { route } from "./bough-routes.mjs";

export const server = route(createServer());

export const { fetch } = server;
export const listen = (port) => listenNode(server, { port });
