// What the types of the hosts' routes promise: `call.host` is the host's own, and routes on
// any host are routes.
import { get, rootResource } from "bough";
import { routing as onExpress, type ExpressHost } from "bough/express";
import { routing as onHono } from "bough/hono";
import { routing as onNode, type NodeHost } from "bough/node";
import { createServer, type Routes } from "bough/server";
import type { Express, Router } from "express";
import type { Context, Hono } from "hono";
import { expectType } from "../../../../test/support/types.ts";

interface AppEnv {
  Variables: { user: string };
}

declare const app: Express;
declare const router: Router;
declare const hono: Hono<AppEnv>;
declare function routeAll(routes: Routes): void;

const api = rootResource({ home: get().response<string>() });
const based = hono.basePath("/api");

// A module of handlers takes routes on whatever host.
routeAll(createServer());
routeAll(onExpress(app));
routeAll(onExpress(router));
routeAll(onHono(hono));
routeAll(onHono(based));
routeAll(onNode());

onExpress(app).route(api.home, ({ host }) => {
  expectType(host).is<ExpressHost>();
  return host.req.ip ?? "";
});
onNode().route(api.home, ({ host }) => {
  expectType(host).is<NodeHost>();
  return host.req.url ?? "";
});
onHono(based).route(api.home, ({ host }) => {
  expectType(host).is<Context<AppEnv>>();
  return host.var.user;
});
onHono(hono)
  .guard(({ host }) => ({ user: host.get("user") }))
  .route(api.home, ({ user, host }) => user + host.req.path);

// @ts-expect-error - a context has no such variable
onHono(hono).route(api.home, ({ host }) => host.var.name);

// @ts-expect-error - the host has a prefix of its own
onExpress(app, { basePath: "/api" });

// @ts-expect-error - the host has a prefix of its own
onHono(hono, { basePath: "/api" });

// @ts-expect-error - a host's routes are no server
onExpress(app).fetch("/");
