// Bough's client, with responses declared and validated by schemas.
import { bySchema, declare } from "../apps/bough-routes.mjs";
import { connectTo } from "./bough.mjs";

export const connect = connectTo(declare(bySchema));
