// `events`: an async generator per client.
import { events, get, rootResource } from "bough";
import { listen as listenNode } from "bough/node";
import { createServer } from "bough/server";
import { texts } from "./topic.mjs";

const api = rootResource("v1", { live: get("live").response(events()) });
const server = createServer();
server.route(api.live, async function* () {
  for await (const text of texts()) yield JSON.parse(text);
});

export { publish } from "./topic.mjs";
export const listen = (port) => listenNode(server, { port });
