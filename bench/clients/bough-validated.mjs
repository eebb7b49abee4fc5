// Bough's client; answers are declared by schemas, and checked.
import { bySchema, declare } from "../apps/bough-routes.mjs";
import { connectTo } from "./bough.mjs";

export const connect = connectTo(declare(bySchema));
