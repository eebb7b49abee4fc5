import { Effect, Layer, Schema } from "effect";
import { HttpRouter, HttpServer } from "effect/http";
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api";
import { item, rangeOf } from "../../cold/shared.mjs";

export function build(count) {
  const groups = rangeOf(count).map((index) => {
    const answer = Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      age: Schema.Number,
      [`f${index}`]: Schema.optional(Schema.String),
    });
    const endpoint = HttpApiEndpoint.get("get", `/v1/r${index}/:id`, {
      params: { id: Schema.String },
      success: answer,
    });
    return HttpApiGroup.make(`r${index}`).add(endpoint);
  });
  const api = HttpApi.make("api").add(...groups);
  const layers = rangeOf(count).map((index) =>
    HttpApiBuilder.group(api, `r${index}`, (handlers) =>
      handlers.handleAll({ get: ({ params }) => Effect.succeed(item(params.id)) }),
    ),
  );
  const routes = HttpApiBuilder.layer(api).pipe(
    Layer.provide(layers),
    Layer.provide(HttpServer.layerServices),
  );
  return HttpRouter.toWebHandler(routes, { disableLogger: true }).handler;
}
