// Entries of the bundles without peers: hand-written, Bough in its notations, and the validators alone.
import { GIVEN, valibotSchemas, zodSchemas } from "./schemas.mjs";

const byHand = `
const json = async (response) => {
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};
const find = (user) => fetch("/v1/users/" + encodeURIComponent(user)).then(json);
const create = (body) => fetch("/v1/users", { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }).then(json);
const list = (query) => fetch("/v1/users?" + new URLSearchParams(query)).then(json);
const remove = (user) => fetch("/v1/users/" + encodeURIComponent(user), { method: "DELETE" });
console.log(await find("1"), await create(${GIVEN}), await list({ limit: "1" }), await remove("1"));`;

const bough = ({ list, create, created, found }) => `
import { del, dynamicResource, get, integer, post, rootResource, staticResource, type } from "bough";
import { createClient } from "bough/client";
const api = rootResource("v1", {
  users: staticResource("users", {
    list: get().parameters({ limit: integer({ min: 1, max: 100 }).default(20) }).response(${list}),
    create: post().request(${create}).response(${created}, { status: 201 }),
    user: dynamicResource("user", { find: get().response(${found}), remove: del() }),
  }),
});
const client = createClient();
const { users } = api;
console.log(
  await client.request(users.user("1").find).bodyOrThrow(),
  await client.request(users.create, ${GIVEN}).bodyOrThrow(),
  await client.request(users.list, { parameters: { limit: 1 } }).bodyOrThrow(),
  await client.request(users.user("1").remove),
);`;
const schemas = bough({ list: "Users", create: "NewUser", created: "User", found: "User" });
const valibotUse = `
console.log(v.parse(User, 1), v.parse(NewUser, 1), v.parse(Users, 1));`;
const zodUse = `
console.log(User.parse(1), NewUser.parse(1), Query.parse(1), Users.parse(1), Params.parse(1));`;

export const entries = {
  "fetch by hand": {
    does: "four functions",
    leavesOut: "types, failures, validation",
    alone: byHand,
  },
  bough: {
    does: "declaration by types alone, the whole client",
    leavesOut: "response validation",
    alone: bough({ list: "", create: "", created: "type()", found: "" }),
  },
  "bough, zod": {
    packages: ["zod"],
    does: "the same with zod in the declaration",
    leavesOut: "nothing",
    whole: zodSchemas("zod") + schemas,
  },
  "bough, zod/mini": {
    packages: ["zod"],
    does: "the same with zod/mini",
    leavesOut: "nothing",
    whole: zodSchemas("zod/mini") + schemas,
  },
  "bough, valibot": {
    packages: ["valibot"],
    does: "the same with valibot",
    leavesOut: "nothing",
    whole: valibotSchemas + schemas,
  },
  "zod alone": {
    packages: ["zod"],
    does: "these schemas, no client",
    leavesOut: "a client",
    whole: zodSchemas("zod") + zodUse,
  },
  "zod/mini alone": {
    packages: ["zod"],
    does: "these schemas, no client",
    leavesOut: "a client",
    whole: zodSchemas("zod/mini") + zodUse,
  },
  "valibot alone": {
    packages: ["valibot"],
    does: "these schemas, no client",
    leavesOut: "a client",
    whole: valibotSchemas + valibotUse,
  },
};
