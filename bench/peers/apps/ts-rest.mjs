import { initContract } from "@ts-rest/core";
import { initServer } from "@ts-rest/fastify";
import { createFetchHandler, tsr } from "@ts-rest/serverless/fetch";
import Fastify from "fastify4";
import {
  create,
  list,
  NewUser,
  Params,
  Query,
  report,
  Report,
  user,
  User,
  Users,
} from "../../apps/shared.mjs";

export const contract = initContract().router({
  get: { method: "GET", path: "/v1/users/:user", pathParams: Params, responses: { 200: User } },
  create: { method: "POST", path: "/v1/users", body: NewUser, responses: { 201: User } },
  list: { method: "GET", path: "/v1/users", query: Query, responses: { 200: Users } },
  report: { method: "GET", path: "/v1/report", responses: { 200: Report } },
});
const handlers = {
  get: async ({ params }) => ({ status: 200, body: user(params.user) }),
  create: async ({ body }) => ({ status: 201, body: create(body) }),
  list: async ({ query }) => ({ status: 200, body: list(query.limit) }),
  report: async () => ({ status: 200, body: report() }),
};

export const fetch = createFetchHandler(contract, tsr.router(contract, handlers));
export const listen = (port) => {
  const app = Fastify();
  const server = initServer();
  app.register(server.plugin(server.router(contract, handlers)));
  return app.listen({ port, host: "127.0.0.1" });
};
