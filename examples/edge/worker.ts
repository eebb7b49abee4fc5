// The public worker. workerd calls `fetch` with the request and the bindings.
import { createEdgeServer } from "./server.ts";
import type { Env } from "./server.ts";

// Created once per isolate. Values of one request are passed with it.
const server = createEdgeServer();

// oxlint-disable-next-line import/no-default-export -- a worker is the default export of its module
export default {
  fetch: (request: Request, env: Env): Promise<Response> => server.handle(request, { env }),
};
