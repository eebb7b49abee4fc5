// A server on Node, as a project without the types of browsers compiles it.

import { get, rootResource } from "bough";
import { createClient } from "bough/client";
import { listen } from "bough/node";
import { createServer } from "bough/server";

const api = rootResource("v1", { names: get("names").response<string[]>() });

export const server = createServer();
server.route(api.names, ({ request }) => [request.method]);
export const names: Promise<string[]> = createClient({ fetch: server.fetch })
  .request(api.names)
  .bodyOrThrow();
export const listening = listen(server, { port: 0 });
