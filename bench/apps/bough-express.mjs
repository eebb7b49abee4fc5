// Bough's routes in an Express app.
import { routing } from "bough/express";
import express from "express";
import { route } from "./bough-routes.mjs";

const app = express();
route(routing(app));

export const listen = (port) => app.listen(port, "127.0.0.1");
