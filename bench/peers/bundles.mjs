// Entries of the bundles of other libraries' clients.
import { GIVEN, zodSchemas } from "../bundles/schemas.mjs";

const orpcClient = (contract) => `
import { createORPCClient } from "@orpc/client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
${contract}
const client = createORPCClient(new OpenAPILink(contract, { url: location.origin }));
const { users } = client;
console.log(await users.get({ user: "1" }), await users.create(${GIVEN}), await users.list({ limit: 1 }), await users.remove({ user: "1" }));`;
const orpc = orpcClient(`import { oc } from "@orpc/contract";
const contract = { users: {
  get: oc.route({ method: "GET", path: "/v1/users/{user}" }).input(Params).output(User),
  create: oc.route({ method: "POST", path: "/v1/users", successStatus: 201 }).input(NewUser).output(User),
  list: oc.route({ method: "GET", path: "/v1/users" }).input(Query).output(Users),
  remove: oc.route({ method: "DELETE", path: "/v1/users/{user}" }).input(Params),
} };`);
const orpcMinified = orpcClient(`
const procedure = (route) => ({ "~orpc": { route, meta: {}, errorMap: {} } });
const contract = { users: {
  get: procedure({ method: "GET", path: "/v1/users/{user}" }),
  create: procedure({ method: "POST", path: "/v1/users", successStatus: 201 }),
  list: procedure({ method: "GET", path: "/v1/users" }),
  remove: procedure({ method: "DELETE", path: "/v1/users/{user}" }),
} };`);
const tsRest = `
import { initClient, initContract } from "@ts-rest/core";
const c = initContract();
const contract = c.router({
  get: { method: "GET", path: "/v1/users/:user", pathParams: Params, responses: { 200: User } },
  create: { method: "POST", path: "/v1/users", body: NewUser, responses: { 201: User } },
  list: { method: "GET", path: "/v1/users", query: Query, responses: { 200: Users } },
  remove: { method: "DELETE", path: "/v1/users/:user", pathParams: Params, responses: { 204: c.noBody() } },
});
const client = initClient(contract, { baseUrl: location.origin, baseHeaders: {} });
const params = { user: "1" };
console.log(await client.get({ params }), await client.create({ body: ${GIVEN} }), await client.list({ query: { limit: 1 } }), await client.remove({ params }));`;
const hono = `
import { hc } from "hono/client";
const { users } = hc(location.origin).v1;
const param = { user: "1" };
console.log(await (await users[":user"].$get({ param })).json(), await (await users.$post({ json: ${GIVEN} })).json(), await (await users.$get({ query: { limit: "1" } })).json(), await users[":user"].$delete({ param }));`;
const eden = `
import { treaty } from "@elysiajs/eden/treaty2";
const { users } = treaty(location.origin).v1;
console.log((await users({ user: "1" }).get()).data, (await users.post(${GIVEN})).data, (await users.get({ query: { limit: 1 } })).data, await users({ user: "1" }).delete());`;
const trpc = `
import { createTRPCClient, httpLink } from "@trpc/client";
const { users } = createTRPCClient({ links: [httpLink({ url: location.origin })] });
console.log(await users.get.query({ user: "1" }), await users.create.mutate(${GIVEN}), await users.list.query({ limit: 1 }), await users.remove.mutate({ user: "1" }));`;
const openapiFetch = `
import createClient from "openapi-fetch";
const client = createClient({ baseUrl: location.origin });
const params = { path: { user: "1" } };
console.log(await client.GET("/v1/users/{user}", { params }), await client.POST("/v1/users", { body: ${GIVEN} }), await client.GET("/v1/users", { params: { query: { limit: 1 } } }), await client.DELETE("/v1/users/{user}", { params }));`;
const effect = `
import { Effect, Schema } from "effect";
import { FetchHttpClient } from "effect/http";
import { HttpApi, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api";
const User = Schema.Struct({ id: Schema.String, name: Schema.String, email: Schema.String, age: Schema.Int, role: Schema.Literals(["admin", "user"]) });
const NewUser = Schema.Struct({ name: Schema.String, email: Schema.String, age: Schema.Int });
const Users = Schema.Struct({ items: Schema.Array(User), limit: Schema.Int });
const params = { user: Schema.String };
const Api = HttpApi.make("api").add(HttpApiGroup.make("users").add(
  HttpApiEndpoint.get("get", "/v1/users/:user", { params, success: User }),
  HttpApiEndpoint.post("create", "/v1/users", { payload: NewUser, success: User }),
  HttpApiEndpoint.get("list", "/v1/users", { query: { limit: Schema.Int }, success: Users }),
  HttpApiEndpoint.delete("remove", "/v1/users/:user", { params }),
));
const run = Effect.gen(function* () {
  const { users } = yield* HttpApiClient.make(Api, { baseUrl: location.origin });
  return [yield* users.get({ params: { user: "1" } }), yield* users.create({ payload: ${GIVEN} }), yield* users.list({ query: { limit: 1 } }), yield* users.remove({ params: { user: "1" } })];
});
Effect.runPromise(run.pipe(Effect.provide(FetchHttpClient.layer))).then(console.log);`;

const peer = true;
export const entries = {
  "hono hc": {
    peer,
    packages: ["hono"],
    does: "a Proxy per path, types of the server's app",
    leavesOut: "statuses, failures, validation",
    alone: hono,
  },
  "openapi-fetch": {
    peer,
    packages: ["openapi-fetch"],
    does: "a function per method, generated types",
    leavesOut: "validation",
    alone: openapiFetch,
  },
  eden: {
    peer,
    packages: ["@elysiajs/eden"],
    does: "a Proxy per path, types of the server's app",
    leavesOut: "validation",
    alone: eden,
  },
  trpc: {
    peer,
    packages: ["@trpc/client"],
    does: "a Proxy, `httpLink`",
    leavesOut: "validation, REST URLs",
    alone: trpc,
  },
  orpc: {
    peer,
    packages: ["@orpc/client", "@orpc/openapi-client", "zod"],
    does: "the contract with its schemas",
    leavesOut: "nothing",
    alone: zodSchemas("zod") + orpc,
    whole: zodSchemas("zod") + orpc,
    external: ["zod"],
  },
  "orpc, zod/mini": {
    peer,
    packages: [],
    does: "the same with zod/mini",
    leavesOut: "nothing",
    whole: zodSchemas("zod/mini") + orpc,
  },
  "orpc, minified contract": {
    peer,
    packages: [],
    does: "its build step that drops schemas, written out",
    leavesOut: "validation",
    alone: orpcMinified,
  },
  "ts-rest": {
    peer,
    packages: ["@ts-rest/core", "zod"],
    does: "the contract with its schemas",
    leavesOut: "nothing",
    alone: zodSchemas("zod") + tsRest,
    whole: zodSchemas("zod") + tsRest,
    external: ["zod"],
  },
  "ts-rest, zod/mini": {
    peer,
    packages: [],
    does: "the same with zod/mini",
    leavesOut: "nothing",
    whole: zodSchemas("zod/mini") + tsRest,
  },
  effect: {
    peer,
    packages: ["effect"],
    does: "HttpApi with its schemas, the runtime of Effect",
    leavesOut: "nothing",
    whole: effect,
  },
};
