// Hono on @hono/node-server.
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { routing } from "bough/hono";
import { Hono } from "hono";
import { options, register } from "../app.ts";
import { requests } from "../contract.ts";
import { watchProcess } from "../probe.ts";
import { onTerminate, ready } from "./ready.ts";

watchProcess();
const app = new Hono();
app.use((c, next) => requests.run(String(c.req.header("x-id")), next));
register(routing(app, options));
// The seam: node-server's type of a server has HTTP/2 in it.
const http = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
// Node's own 5 s are over at once on a busy machine.
http.keepAliveTimeout = 72_000;
await once(http, "listening");
onTerminate(async () => http.close());
ready((http.address() as AddressInfo).port);
