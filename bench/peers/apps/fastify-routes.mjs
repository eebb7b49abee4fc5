// The app of the Fastify contestants.
import Fastify from "fastify";
import { create, list, report, user } from "../../apps/shared.mjs";

const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties, rest) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  ...rest,
});
const User = object({ id: string, name: string, email: string, age: integer, role: string });
const NewUser = object({
  name: { type: "string", minLength: 1 },
  email: { type: "string", format: "email" },
  age: { type: "integer", minimum: 0 },
});
const Query = {
  type: "object",
  properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
};
const items = { type: "array", items: User };

/** Creates the app. With `answers`, responses have schemas, which Fastify compiles to serializers. */
export function appOf({ answers }) {
  const app = Fastify();
  const answer = (status, schema) => (answers ? { response: { [status]: schema } } : {});
  app.get("/v1/users/:user", { schema: answer(200, User) }, (request) => user(request.params.user));
  app.post("/v1/users", { schema: { body: NewUser, ...answer(201, User) } }, (request, reply) => {
    reply.code(201);
    return create(request.body);
  });
  const listed = object({ items, limit: integer });
  app.get("/v1/users", { schema: { querystring: Query, ...answer(200, listed) } }, (request) =>
    list(request.query.limit),
  );
  app.get("/v1/report", { schema: answer(200, object({ items })) }, () => report());
  return app;
}
