import { node } from "@elysiajs/node";
import { Elysia, t } from "elysia";
import { create, list, report, user } from "../../apps/shared.mjs";

const User = t.Object({
  id: t.String(),
  name: t.String(),
  email: t.String(),
  age: t.Integer(),
  role: t.Union([t.Literal("admin"), t.Literal("user")]),
});
const NewUser = t.Object({
  name: t.String({ minLength: 1 }),
  email: t.String({ format: "email" }),
  age: t.Integer({ minimum: 0 }),
});
const Query = t.Object({ limit: t.Integer({ minimum: 1, maximum: 100, default: 20 }) });
const Users = t.Object({ items: t.Array(User), limit: t.Integer() });
const Report = t.Object({ items: t.Array(User) });

const routed = (app) =>
  app
    .get("/v1/users/:user", ({ params }) => user(params.user), { response: { 200: User } })
    .post("/v1/users", ({ body, status }) => status(201, create(body)), {
      body: NewUser,
      response: { 201: User },
    })
    .get("/v1/users", ({ query }) => list(query.limit), { query: Query, response: { 200: Users } })
    .get("/v1/report", () => report(), { response: { 200: Report } });

export const { fetch } = routed(new Elysia()).compile();
export const listen = (port) =>
  routed(new Elysia({ adapter: node() })).listen({ port, hostname: "127.0.0.1" });
