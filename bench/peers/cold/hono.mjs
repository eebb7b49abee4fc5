import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { item, rangeOf, schemasOf } from "../../cold/shared.mjs";

export function build(count) {
  const app = new Hono();
  for (const index of rangeOf(count)) {
    const { params } = schemasOf(index);
    app.get(`/v1/r${index}/:id`, zValidator("param", params), (c) =>
      c.json(item(c.req.valid("param").id)),
    );
  }
  return app.fetch;
}
