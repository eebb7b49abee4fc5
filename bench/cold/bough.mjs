import { createServer } from "bough/server";
import { route } from "./bough-routes.mjs";

export const build = (count) => route(createServer(), count).fetch;
