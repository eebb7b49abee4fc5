// `stream` as the body of a response and of a request.
import { get, integer, put, rootResource, stream, type } from "bough";
import { listen as listenNode } from "bough/node";
import { createServer } from "bough/server";
import { chunksOf } from "./shared.mjs";

const binary = "application/octet-stream";
const api = rootResource("v1", {
  down: get("blob")
    .parameters({ mebibytes: integer({ min: 1 }) })
    .response(stream(binary)),
  up: put("blob").request(stream(binary)).response(type()),
});
const server = createServer();
// An async generator, like a file or a database.
server.route(api.down, async function* ({ parameters }) {
  yield* chunksOf(parameters.mebibytes);
});
server.route(
  api.up,
  async ({ body }) => {
    let bytes = 0;
    for await (const chunk of body) bytes += chunk.length;
    return { bytes };
  },
  { limits: { body: Number.MAX_SAFE_INTEGER } },
);

export const listen = (port) => listenNode(server, { port });
