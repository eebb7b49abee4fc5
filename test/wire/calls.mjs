// Calls of a client, which prints what it received. usage: node calls.mjs <url>
import { bind } from "bough";
import { createClient, credential } from "bough/client";
import { Token, api, Bare, NotFound, Taken } from "./api.mjs";

const client = createClient({
  baseUrl: process.argv[2],
  credentials: [credential(Token, () => "secret")],
});
const { users, bodies } = api;
const seen = {};

seen.list = await client
  .request(users.list, {
    parameters: { limit: 2, tags: ["a b", "c&d"], order: "up" },
    headers: { "x-tenant": "é" },
  })
  .bodyOrThrow();
const created = await client.request(users.create, { name: "Ada" });
seen.create = [created.status, created.headers?.location, created.body];
const taken = await client.request(users.create, { name: "taken" });
seen.taken = taken.failedWith(Taken) && taken.failure.body;
const bare = await client.request(users.create, { name: "bare" });
seen.bare = bare.failedWith(Bare) && bare.failure.body;
const found = await client.request(users.user(1).find);
seen.find = found.body;
seen.replace = await client
  .request(users.user(1).replace, { name: "Grace" }, { ifMatch: found.body })
  .bodyOrThrow();
const missing = await client.request(users.user(404).find);
seen.missing = missing.failedWith(NotFound);
seen.remove = (await client.request(users.user(1).remove)).status;
seen.text = await client.request(bodies.text, "é").bodyOrThrow();
seen.form = await client.request(bodies.form, { name: "a=&b", tags: ["x", "y"] }).bodyOrThrow();
const file = new File(["content"], "a.txt", { type: "text/plain" });
seen.parts = await client.request(bodies.parts, { name: "n", file }).bodyOrThrow();
const raw = await client.request(bodies.bytes, new Uint8Array([0, 255])).bodyOrThrow();
seen.bytes = [...raw];
const sent = new Blob(["streamed"]).stream();
const streamed = await client.request(bodies.stream, sent).bodyOrThrow();
seen.stream = await new Response(streamed).text();
seen.lines = [];
for await (const line of await client.request(bodies.lines, [1, { a: 2 }]).bodyOrThrow()) {
  seen.lines.push(line);
}
seen.events = [];
for await (const data of await client.request(bodies.events).bodyOrThrow()) {
  seen.events.push(data);
}
seen.me = await client.request(api.me).bodyOrThrow();
const signed = await client.request(api.sign);
seen.sign = signed.body;
seen.rejected = await client
  .request(bind(users.user, { user: 2 }).replace, { name: "x" }, { ifMatch: { version: 0 } })
  .then(String, ({ name, status }) => [name, status]);
console.log(JSON.stringify(seen));
