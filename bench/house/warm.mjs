// usage: node --conditions=bough:source bench/house/warm.mjs    prints what runs in a warm GET and a warm client call
// Runs the sources themselves, so this needs a Node that strips types. V8 counts the calls.
import { once } from "node:events";
import { connect } from "node:net";
import { Session } from "node:inspector/promises";
import { connectTo } from "../clients/bough.mjs";
import { byType, declare, route } from "../apps/bough-routes.mjs";
import { listen } from "bough/node";
import { createServer } from "bough/server";

const WARM = 200;
const home = new URL("../../packages/bough/src/", import.meta.url).href;
const session = new Session();
session.connect();
await session.post("Profiler.enable");

const { port, close } = await listen(route(createServer()), { port: 0, hostname: "127.0.0.1" });
const socket = connect(port, "127.0.0.1");
await once(socket, "connect");
const get = async () => {
  socket.write("GET /v1/users/u1 HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\n\r\n");
  const [answer] = await once(socket, "data");
  if (!String(answer).startsWith("HTTP/1.1 200 ")) throw new Error(String(answer));
};

const user = JSON.stringify({ id: "u1", name: "Ada", email: "ada@example.test" });
const headers = { "content-type": "application/json" };
const client = connectTo(declare(byType))("http://127.0.0.1:3000", async () =>
  Promise.resolve(new Response(user, { headers })),
);
const call = () => client.get("u1");

const figures = { get: await counted(get), call: await counted(call) };
socket.destroy();
await close({ grace: 0 });
console.log(JSON.stringify(figures));
process.exit(0);

/** The functions of Bough that one warm run calls, by file. */
async function counted(run) {
  for (let times = 0; times < WARM; times++) await run();
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  await run();
  await new Promise((resolve) => setImmediate(resolve));
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  const files = result
    .filter(({ url }) => url.startsWith(home))
    .map(({ url, functions }) => [
      url.slice(home.length),
      functions
        .filter(({ ranges: [{ count }] }) => count > 0)
        .map(({ functionName }) => functionName),
    ])
    .filter(([, called]) => called.length > 0);
  return Object.fromEntries(files);
}
