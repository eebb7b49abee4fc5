// The hosts, each with the same routes on a free port of 127.0.0.1: those on node:http, and Lambda behind a gateway.
// A rule of Bough's holds on each of them because they share the exchange, so `npm test` proves it on `listen` alone;
// the complete run on all. What a host decides by itself has its tests in `hosts/`.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { listen, routing as routingOnNode, toListener } from "bough/node";
import { createServer } from "bough/server";
import type { Routes, ServerOptions } from "bough/server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { buffered, streaming, type Gateway } from "./lambda-gateway.ts";
import { startNestHost } from "./nest-hosts.ts";

/** A host that listens. */
export interface OpenHost {
  readonly port: number;
  close(): Promise<unknown>;
}

/** A host, and how routes are put on it. */
export interface NodeHostKind {
  readonly name: string;
  /** Whether its server is Bough's own. */
  readonly own: boolean;
  open(
    route: (routes: Routes) => void,
    options?: Omit<ServerOptions, "basePath">,
  ): Promise<OpenHost>;
}

async function listening(server: Server): Promise<OpenHost> {
  if (!server.listening) {
    await once(server.listen(0, "127.0.0.1"), "listening");
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const open: readonly [name: string, open: NodeHostKind["open"]][] = [
  [
    "listen",
    async (route, options) => {
      const server = createServer(options);
      route(server);
      const { port, close } = await listen(server);
      return { port, close: () => close({ grace: 0 }) };
    },
  ],
  [
    "toListener",
    (route, options) => {
      const server = createServer(options);
      route(server);
      return listening(createHttpServer(toListener(server)));
    },
  ],
  [
    "routing on node:http",
    (route, options) => {
      const server = createHttpServer((_req, res) => res.writeHead(404).end());
      route(routingOnNode(server, options));
      return listening(server);
    },
  ],
  [
    "express",
    (route, options) => {
      const app = express();
      route(routingOnExpress(app, options));
      return listening(createHttpServer(app));
    },
  ],
  [
    "fastify",
    async (route, options) => {
      const app = fastify({ forceCloseConnections: true });
      route(routingOnFastify(app, options) as Routes);
      await app.listen({ port: 0, host: "127.0.0.1" });
      return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
    },
  ],
  [
    "hono",
    async (route, options) => {
      // It replaces the global `Response` when it is loaded.
      const { serve } = await import("@hono/node-server");
      const app = new Hono();
      route(routingOnHono(app, options) as Routes);
      return listening(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
    },
  ],
  ["NestJS on Express", (route, options) => openNest("express", route, options)],
  ["NestJS on Fastify", (route, options) => openNest("fastify", route, options)],
];

async function openNest(
  name: "express" | "fastify",
  ...[route, options]: Parameters<NodeHostKind["open"]>
): Promise<OpenHost> {
  const app = await startNestHost(name, options, { route });
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { port, close: () => app.close() };
}

/** Those on node:http. */
export const nodeHosts: readonly NodeHostKind[] = open.map(([name, opened]) => ({
  name,
  own: name === "listen",
  open: opened,
}));

function onLambda(name: string, gateway: Gateway): NodeHostKind {
  return {
    name,
    own: false,
    open(route, options) {
      const server = createServer(options);
      route(server);
      return listening(gateway(server));
    },
  };
}

/** All of them. */
export const everyHost: readonly NodeHostKind[] = [
  ...nodeHosts,
  onLambda("lambda", buffered),
  onLambda("lambda, streamed", streaming),
];
