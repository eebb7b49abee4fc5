// Bough with response schemas in the declaration, so it validates responses too.
import { listen as listenNode } from "bough/node";
import { createServer } from "bough/server";
import { bySchema, declare, route } from "./bough-routes.mjs";

export const server = route(createServer(), declare(bySchema));

export const { fetch } = server;
export const listen = (port) => listenNode(server, { port });
