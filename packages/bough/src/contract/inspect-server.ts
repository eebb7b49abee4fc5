// A server, as seen by a package that adds its own endpoints, such as a docs page or an MCP server. The contract has
// what the server knows of an API.
import type { Serving } from "../declare/served.ts";
import type { ServerInspection } from "../declare/server-inspection.ts";
import { shown } from "../shared/internal/wrong-argument.ts";

/**
 * Returns what code needs to add its own endpoints to a server. Throws `TypeError` for other values.
 *
 * @example
 * const { fetch } = inspectServer(server);
 * server.route(api.batch, (call) => Promise.all(requestsOf(call).map((one) => fetch(one, call))));
 */
export function inspectServer(server: Serving): ServerInspection {
  const { "~inspection": inspection }: { readonly "~inspection"?: ServerInspection } =
    Object(server);
  if (inspection === undefined) {
    throw new TypeError(
      `inspectServer: expected a server, the routes of a host or a view of them, received ${shown(server)}`,
    );
  }
  return inspection;
}
