import { Elysia, t } from "elysia";
import { item, rangeOf } from "../../cold/shared.mjs";

export function build(count) {
  const app = new Elysia();
  for (const index of rangeOf(count)) {
    const answer = t.Object({
      id: t.String(),
      name: t.String(),
      age: t.Number(),
      [`f${index}`]: t.Optional(t.String()),
    });
    app.get(`/v1/r${index}/:id`, ({ params }) => item(params.id), {
      params: t.Object({ id: t.String() }),
      response: { 200: answer },
    });
  }
  return app.fetch;
}
