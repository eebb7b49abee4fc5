// Express as it comes, but for the header with its name.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { routing } from "bough/express";
import express from "express";
import { options, register } from "../app.ts";
import { requests } from "../contract.ts";
import { watchProcess } from "../probe.ts";
import { onTerminate, ready } from "./ready.ts";

watchProcess();
const app = express().disable("x-powered-by");
app.use((req, _res, next) => requests.run(String(req.headers["x-id"]), next));
register(routing(app, options));
const http = createServer(app).listen(0, "127.0.0.1");
// Node's own 5 s are over at once on a busy machine.
http.keepAliveTimeout = 72_000;
await once(http, "listening");
onTerminate(async () => http.close());
ready((http.address() as AddressInfo).port);
