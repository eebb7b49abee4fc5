// The frameworks that need no build: their apps mount the server as docs/guide/other-frameworks.md says.

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { node } from "@elysiajs/node";
import { toListener } from "bough/node";
import { Elysia } from "elysia";
import { H3, toNodeHandler } from "h3";
import Koa from "koa";
import { afterAll, beforeAll } from "vitest";
import { server } from "../../examples/frameworks/api/server.ts";
import { freePort } from "../../scripts/pages.mjs";
import { describeRows } from "../support/matrix.ts";
import { testCalls } from "./calls.ts";

interface Started {
  readonly port: number;
  stop(): unknown;
}

async function onNode(listener: RequestListener): Promise<Started> {
  const http = createServer(listener);
  await once(http.listen(0, "127.0.0.1"), "listening");
  return {
    port: (http.address() as AddressInfo).port,
    stop: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

function startH3(): Promise<Started> {
  const app = new H3();
  app.all("/api/**", (event) => server.fetch(event.req));
  app.get("/", () => "A page");
  return onNode(toNodeHandler(app));
}

async function startElysia(): Promise<Started> {
  const app = new Elysia({ adapter: node() }).mount(server.fetch).get("/", () => "A page");
  const port = await freePort();
  return new Promise((resolve) => {
    app.listen({ port, hostname: "127.0.0.1" }, ({ stop }) => resolve({ port, stop }));
  });
}

function startKoa(): Promise<Started> {
  const app = new Koa();
  const listener = toListener(server);
  app.use(async (context, next) => {
    if (context.path.startsWith("/api/")) {
      context.respond = false;
      listener(context.req, context.res);
    } else {
      await next();
    }
  });
  app.use((context) => {
    context.body = "A page";
  });
  const handle = app.callback();
  return onNode((request, response) => void handle(request, response));
}

const frameworks = [
  ["h3", startH3],
  ["Elysia", startElysia],
  ["Koa", startKoa],
] as const;

describeRows(frameworks, (start) => {
  let app: Started;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.stop());
  testCalls(() => `http://127.0.0.1:${app.port}`);
});
