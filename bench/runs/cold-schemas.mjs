// usage: node bench/runs/cold-schemas.mjs <types|schemas>    prints milliseconds from the start of the process to
// the first response of a server with four endpoints by types alone, and its processor time.
import { dynamicResource, post, rootResource, staticResource } from "bough";
import { createServer } from "bough/server";

const [, , name] = process.argv;
const text = { type: "string" };
const numbers = [0, 1, 2, 3];

const resources = {};
for (const index of numbers) {
  const item = dynamicResource("id", { change: post().request().response() });
  resources[`r${index}`] = staticResource(`r${index}`, { item });
}
const api = rootResource("v1", resources);

// As `bough schemas` writes them.
const bodyOf = (index) => ({
  "application/json": { schema: { $ref: `#/components/schemas/Item${index}` } },
});
const schemas = {
  format: 1,
  digest: "",
  components: Object.fromEntries(
    numbers.map((index) => [
      `Item${index}`,
      {
        type: "object",
        properties: { id: text, name: text, age: { type: "number" }, [`f${index}`]: text },
        required: ["id", "name", "age"],
      },
    ]),
  ),
  endpoints: Object.fromEntries(
    numbers.map((index) => [
      `POST /v1/r${index}/{}`,
      { request: bodyOf(index), responses: { 200: bodyOf(index) } },
    ]),
  ),
};

const server = createServer(name === "schemas" ? { schemas } : {});
for (const index of numbers) {
  server.route(api[`r${index}`].item.change, ({ body }) => body);
}
const sent = '{"id":"1","name":"Ada","age":36}';
const response = await server.fetch(
  new Request("http://localhost/v1/r3/1", {
    method: "POST",
    body: sent,
    headers: { "content-type": "application/json" },
  }),
);
const answered = await response.text();
const total = performance.now();
if (answered !== sent) throw new Error(`${response.status} ${answered}`);
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ total, processor: (user + system) / 1000 }));
process.exit(0);
