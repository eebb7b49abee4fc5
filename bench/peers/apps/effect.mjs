import { createServer } from "node:http";
import { Effect, Layer, Schema } from "effect";
import { HttpRouter, HttpServer } from "effect/http";
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api";
import { create, list, report, user } from "../../apps/shared.mjs";

const User = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  age: Schema.Int,
  role: Schema.Literals(["admin", "user"]),
});
const NewUser = Schema.Struct({
  name: Schema.NonEmptyString,
  email: Schema.String.check(Schema.isPattern(/^[^@\s]+@[^@\s]+$/)),
  age: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
});
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }));
const Users = Schema.Struct({ items: Schema.Array(User), limit: Schema.Int });

export class Api extends HttpApi.make("api").add(
  HttpApiGroup.make("users").add(
    HttpApiEndpoint.get("get", "/v1/users/:user", {
      params: { user: Schema.String },
      success: User,
    }),
    HttpApiEndpoint.post("create", "/v1/users", {
      payload: NewUser,
      success: User.annotate({ httpApiStatus: 201 }),
    }),
    HttpApiEndpoint.get("list", "/v1/users", { query: { limit: Limit }, success: Users }),
    HttpApiEndpoint.get("report", "/v1/report", {
      success: Schema.Struct({ items: Schema.Array(User) }),
    }),
  ),
) {}
const group = HttpApiBuilder.group(Api, "users", (handlers) =>
  handlers.handleAll({
    get: ({ params }) => Effect.succeed(user(params.user)),
    create: ({ payload }) => Effect.succeed(create(payload)),
    list: ({ query }) => Effect.succeed(list(query.limit)),
    report: () => Effect.succeed(report()),
  }),
);
const routes = HttpApiBuilder.layer(Api).pipe(Layer.provide(group));

let web;
export const fetch = (request) => {
  web ??= HttpRouter.toWebHandler(routes.pipe(Layer.provide(HttpServer.layerServices)), {
    disableLogger: true,
  }).handler;
  return web(request);
};
export const listen = async (port) => {
  const NodeHttpServer = await import("@effect/platform-node/NodeHttpServer");
  const served = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })),
  );
  return Effect.runFork(Layer.launch(served));
};
