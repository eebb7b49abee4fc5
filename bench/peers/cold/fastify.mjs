import Fastify from "fastify";
import { item, rangeOf } from "../../cold/shared.mjs";

const string = { type: "string" };
export function build(count) {
  const app = Fastify();
  for (const index of rangeOf(count)) {
    const params = { type: "object", properties: { id: string }, required: ["id"] };
    const answer = {
      type: "object",
      properties: { id: string, name: string, age: { type: "number" }, [`f${index}`]: string },
      required: ["id", "name", "age"],
    };
    app.get(
      `/v1/r${index}/:id`,
      { schema: { params, response: { 200: answer } } },
      async (request) => item(request.params.id),
    );
  }
  return async (request) => {
    const { body, statusCode } = await app.inject(new URL(request.url).pathname);
    return new Response(body, { status: statusCode });
  };
}
