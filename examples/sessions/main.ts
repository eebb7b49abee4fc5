// Starts the API and its page on a port. Everything is in memory.
// usage: npm start -- sessions [--port 3000]
import { parseArgs } from "node:util";
import { listen } from "bough/node";
import { createSessionsServer, Store } from "./server.ts";
import { bundleScript, routeSite } from "./site.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: process.env["PORT"] ?? "3000" } },
});
// Behind HTTPS, set `publicUrl` to your URL: the cookie is then sent over HTTPS only.
const server = createSessionsServer(new Store(), { publicUrl: `http://127.0.0.1:${values.port}` });
routeSite(server, await bundleScript());
const listening = await listen(server, { port: Number(values.port) });

console.log(`The page is at ${listening.url}. Create an account there, then a token for a machine:

curl -i -H "authorization: Bearer $TOKEN" ${listening.url}/v1/notes
curl -i -H "authorization: Bearer $TOKEN" --json '{"text":"Hello"}' ${listening.url}/v1/notes

Ctrl-C ends it.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void listening.close({ grace: 500 }));
}
