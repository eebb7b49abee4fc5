import { appOf } from "./fastify-routes.mjs";

export const listen = (port) => appOf({ answers: false }).listen({ port, host: "127.0.0.1" });
