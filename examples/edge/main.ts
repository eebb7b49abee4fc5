// Runs both workers in workerd and calls them with Bough's client, over HTTP.
// usage: main.js [--port 8787] [--once]
import { parseArgs } from "node:util";
import { createClient } from "bough/client";
import { api } from "./api.ts";
import { startWorkerd } from "./workerd.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8787" },
    once: { type: "boolean", default: false },
  },
});
const workerd = await startWorkerd({ port: Number(values.port) });
const client = createClient({ baseUrl: workerd.url });

console.log(await client.request(api.place).bodyOrThrow());
const parcel = { country: "DE", grams: 1_200 };
console.log(await client.request(api.quotes.create, parcel).bodyOrThrow());
for await (const departure of await client.request(api.departures).bodyOrThrow()) {
  console.log(departure);
}

if (values.once) {
  await workerd.stop();
} else {
  console.log(`
curl -i '${workerd.url}/v1/countries/NZ/rate?grams=900'
curl -i -X DELETE ${workerd.url}/v1/quotes
curl -N ${workerd.url}/v1/departures

Ctrl-C ends it.`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void workerd.stop());
  }
}
