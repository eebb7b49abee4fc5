// Bough's routes in a Hono app.
import { serve } from "@hono/node-server";
import { routing } from "bough/hono";
import { Hono } from "hono";
import { route } from "./bough-routes.mjs";

const app = new Hono();
route(routing(app));

export const { fetch } = app;
export const listen = (port) => serve({ fetch, port, hostname: "127.0.0.1" });
