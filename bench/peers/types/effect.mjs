import { each, givenOf, lines, valueOf } from "../../types/parts.mjs";

export const filesOf = (resources) => ({
  ...Object.fromEntries(
    each(resources, (k) => [
      `contract/r${k}.ts`,
      `import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
export class Missing${k} extends Schema.TaggedError<Missing${k}>("Missing${k}")("Missing${k}", { message: Schema.String }, { httpApiStatus: 404 }) {}
const Item = Schema.Struct({ id: Schema.String, name: Schema.String, email: Schema.String, age: Schema.Int, role: Schema.Literals(["admin", "user"]), f${k}: Schema.String, createdAt: Schema.String })
const List = Schema.Struct({ items: Schema.Array(Item), next: Schema.optional(Schema.String) })
const Create = Schema.Struct({ name: Schema.String, email: Schema.String, age: Schema.Int, f${k}: Schema.String })
const Update = Schema.Struct({ name: Schema.optional(Schema.String), age: Schema.optional(Schema.Int), f${k}: Schema.optional(Schema.String) })
export class R${k} extends HttpApiGroup.make("r${k}").add(
  HttpApiEndpoint.get("list", "/", { query: { limit: Schema.optional(Schema.Int), cursor: Schema.optional(Schema.String), q${k}: Schema.optional(Schema.String) }, success: List }),
  HttpApiEndpoint.get("get", "/:id", { params: { id: Schema.String }, success: Item, error: Missing${k} }),
  HttpApiEndpoint.post("create", "/", { payload: Create, success: Item }),
  HttpApiEndpoint.patch("update", "/:id", { params: { id: Schema.String }, payload: Update, success: Item, error: Missing${k} }),
  HttpApiEndpoint.delete("remove", "/:id", { params: { id: Schema.String }, error: Missing${k} }),
).prefix("/r${k}") {}
`,
    ]),
  ),
  "contract.ts": lines([
    `import { HttpApi } from "effect/http-api"`,
    ...each(resources, (k) => `import { R${k} } from "./contract/r${k}.js"`),
    `export class Api extends HttpApi.make("api").add(${each(resources, (k) => `R${k}`).join(", ")}).prefix("/v1") {}`,
  ]),
  ...Object.fromEntries(
    each(resources, (k) => [
      `server/r${k}.ts`,
      `import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../contract.js"
import { Missing${k} } from "../contract/r${k}.js"
export const r${k} = HttpApiBuilder.group(Api, "r${k}", Effect.fn(function* (handlers) {
  return handlers.handleAll({
    list: ({ query }) => Effect.succeed({ items: [${valueOf(k, "String(query.limit)")}] }),
    get: ({ params }) => params.id ? Effect.succeed(${valueOf(k, "params.id")}) : Effect.fail(new Missing${k}({ message: "no" })),
    create: ({ payload }) => Effect.succeed(${valueOf(k, "payload.name")}),
    update: ({ params, payload }) => Effect.succeed(${valueOf(k, "params.id + payload.name")}),
    remove: ({ params }) => { void params.id; return Effect.void },
  })
}))
`,
    ]),
  ),
  "server.ts": lines([
    `import { Layer } from "effect"`,
    `import { HttpApiBuilder } from "effect/http-api"`,
    `import { Api } from "./contract.js"`,
    ...each(resources, (k) => `import { r${k} } from "./server/r${k}.js"`),
    `export const routes = HttpApiBuilder.layer(Api).pipe(Layer.provide([${each(resources, (k) => `r${k}`).join(", ")}]))`,
  ]),
  "client.ts": `import { HttpApiClient } from "effect/http-api"\nimport { Api } from "./contract.js"\nexport type Client = HttpApiClient.ForApi<typeof Api>\nexport declare const client: Client\n`,
  ...Object.fromEntries(
    each(resources, (k) => [
      `calls/r${k}.ts`,
      `import { Effect } from "effect"
import { client } from "../client.js"
export const use = Effect.gen(function* () {
  const a = yield* client.r${k}.list({ query: { limit: 10 } }); const a1: string | undefined = a.items[0]!.f${k}
  const b = yield* client.r${k}.get({ params: { id: "1" } }); const b1: string = b.f${k}
  // @ts-expect-error - the type is exact, not any
  const b2: number = b.f${k}
  const c = yield* client.r${k}.create({ payload: ${givenOf(k)} }); const c1: string = c.f${k}
  const d = yield* client.r${k}.update({ params: { id: "1" }, payload: { name: "x" } }); const d1: string = d.f${k}
  yield* client.r${k}.remove({ params: { id: "1" } })
  return a1 + b1 + c1 + d1
})
`,
    ]),
  ),
});
