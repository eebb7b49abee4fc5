// Fastify as it comes.
import type { AddressInfo } from "node:net";
import { routing } from "bough/fastify";
import fastify from "fastify";
import { options, register } from "../app.ts";
import { requests } from "../contract.ts";
import { watchProcess } from "../probe.ts";
import { onTerminate, ready } from "./ready.ts";

watchProcess();
const app = fastify();
app.addHook("onRequest", (request, _reply, done) => {
  requests.run(String(request.headers["x-id"]), done);
});
register(routing(app, options));
await app.listen({ port: 0, host: "127.0.0.1" });
onTerminate(() => app.close());
ready((app.server.address() as AddressInfo).port);
