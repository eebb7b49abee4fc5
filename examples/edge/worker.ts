// The worker that faces the world: workerd calls `fetch` with the request and its bindings.
import { createEdgeServer } from "./server.ts";
import type { Env } from "./server.ts";

// Made once per isolate, before any request; what belongs to one request comes with it.
const server = createEdgeServer();

// oxlint-disable-next-line import/no-default-export -- a worker is the default export of its module
export default {
  fetch: (request: Request, env: Env): Promise<Response> => server.handle(request, { env }),
};
