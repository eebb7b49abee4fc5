// `server.fetch`, with a context around each request as a project's own code would put it.
import { createServer } from "bough/server";
import { options, register } from "../app.ts";
import { requests } from "../contract.ts";

const server = createServer(options);
register(server);

/** The application as a Fetch function. */
export function serveFetch(request: Request): Promise<Response> {
  return requests.run(String(request.headers.get("x-id")), () => server.fetch(request));
}
