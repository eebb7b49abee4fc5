import { serve } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { create, list, NewUser, Params, Query, report, user } from "../../apps/shared.mjs";

const app = new Hono()
  .get("/v1/users/:user", zValidator("param", Params), (c) =>
    c.json(user(c.req.valid("param").user)),
  )
  .post("/v1/users", zValidator("json", NewUser), (c) => c.json(create(c.req.valid("json")), 201))
  .get("/v1/users", zValidator("query", Query), (c) => c.json(list(c.req.valid("query").limit)))
  .get("/v1/report", (c) => c.json(report()));

export const { fetch } = app;
export const listen = (port) => serve({ fetch, port, hostname: "127.0.0.1" });
