import { createServer } from "node:http";
import { oc } from "@orpc/contract";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { OpenAPIHandler as NodeHandler } from "@orpc/openapi/node";
import { implement } from "@orpc/server";
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

export const contract = {
  users: {
    get: oc.route({ method: "GET", path: "/v1/users/{user}" }).input(Params).output(User),
    create: oc
      .route({ method: "POST", path: "/v1/users", successStatus: 201 })
      .input(NewUser)
      .output(User),
    list: oc.route({ method: "GET", path: "/v1/users" }).input(Query).output(Users),
  },
  report: oc.route({ method: "GET", path: "/v1/report" }).output(Report),
};
const os = implement(contract);
const router = os.router({
  users: {
    get: os.users.get.handler(({ input }) => user(input.user)),
    create: os.users.create.handler(({ input }) => create(input)),
    list: os.users.list.handler(({ input }) => list(input.limit)),
  },
  report: os.report.handler(() => report()),
});

const handler = new OpenAPIHandler(router);
export const fetch = async (request) => {
  const { response } = await handler.handle(request, { context: {} });
  return response ?? Response.json({ message: "Not Found" }, { status: 404 });
};
export const listen = (port) => {
  const onNode = new NodeHandler(router);
  const answer = async (req, res) => {
    const { matched } = await onNode.handle(req, res, { context: {} });
    if (matched) return;
    res.writeHead(404, { "content-type": "application/json" });
    res.end('{"message":"Not Found"}');
  };
  return createServer((req, res) => {
    void answer(req, res);
  }).listen(port, "127.0.0.1");
};
