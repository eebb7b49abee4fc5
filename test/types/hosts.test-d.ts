// Handlers and views on a host: `host` is the host's own everywhere, also in handlers written
// apart, in wrapped ones and in those that know no host.
import { dynamicResource, failure, get, rootResource, staticResource, uuid } from "bough";
import type { Call, Handler, Handlers } from "bough/server";
import { routing as onExpress } from "bough/express";
import type { ExpressHost } from "bough/express";
import { routing as onFastify } from "bough/fastify";
import type { FastifyHost } from "bough/fastify";
import { routing as onHono } from "bough/hono";
import { routing as onNode } from "bough/node";
import type { NodeHost } from "bough/node";
import type { Routes } from "bough/server";
import type { Express } from "express";
import type { FastifyInstance } from "fastify";
import type { Context, Hono } from "hono";
import { expectType } from "../support/types.ts";

interface AppEnv {
  Variables: { user: string };
}
declare const express: Express;
declare const fastify: FastifyInstance;
declare const hono: Hono<AppEnv>;

const Unauthorized = failure("unauthorized", 401);
const api = rootResource("v1", {
  notes: staticResource("notes", {
    list: get().response<string[]>().failure(Unauthorized),
    note: dynamicResource("note", uuid(), { read: get().response<string>() }),
  }),
});

interface OnHono {
  readonly host: Context<AppEnv>;
}
const routes = onHono(hono);
const view = routes.guard([Unauthorized], ({ host, fail }) => {
  expectType(host).is<Context<AppEnv>>();
  return { me: host.get("user") || fail(Unauthorized) };
});

// A whole resource, with handlers of a view among those of the routes.
routes.route(api.notes, {
  list: view.handler(({ host, me }) => {
    expectType(host).is<Context<AppEnv>>();
    expectType(me).is<string>();
    return [me, host.var.user];
  }),
  note: {
    read: ({ host, ids }) => {
      expectType(host).is<Context<AppEnv>>();
      return host.var.user + ids.note;
    },
  },
});
routes.route(api.notes.note, {
  // @ts-expect-error - the guard may fail with "unauthorized", which this does not declare
  read: view.handler(({ me }) => me),
});
// @ts-expect-error - no handler for "list", "note"
routes.route(api.notes, {});

// Written apart, for this host and for any.
const handlers: Handlers<typeof api.notes, OnHono> = {
  list: view.handler(({ me }) => [me]),
  note: { read: ({ host }) => host.var.user },
};
routes.route(api.notes, handlers);
const anywhere: Handlers<typeof api.notes> = {
  list: () => [],
  note: { read: ({ ids, host }) => (host === undefined ? ids.note : "") },
};
routes.route(api.notes, anywhere);
onNode().route(api.notes, anywhere);
// @ts-expect-error - they ask for Hono's context
onNode().route(api.notes, handlers);
const read: Handler<typeof api.notes.note.read, OnHono> = ({ host }) => host.var.user;
routes.route(api.notes.note.read, read);
export const userOf = ({ host }: Call<typeof api.notes.note.read, OnHono>) => host.var.user;
routes.route(api.notes.note.read, userOf);

// What a view of a host gives, to code that knows no host.
export const views: Routes<{ readonly me: string }, typeof Unauthorized> = view;

// Each host, its own.
onExpress(express)
  .guard(({ host }) => ({ ip: host.req.ip ?? "" }))
  .route(api.notes.note, {
    read: ({ host, ip }) => {
      expectType(host).is<ExpressHost>();
      return ip;
    },
  });
onFastify(fastify).route(api.notes.note, {
  read: onFastify(fastify).handler(({ host }) => {
    expectType(host).is<FastifyHost>();
    return host.request.id;
  }),
});
onNode()
  .around(({ host }, next) => {
    expectType(host).is<NodeHost>();
    return next();
  })
  .route(api.notes.note, { read: ({ host }) => host.req.url ?? "" });
// @ts-expect-error - the call has a host
routes.guard(() => ({ host: 1 }));
