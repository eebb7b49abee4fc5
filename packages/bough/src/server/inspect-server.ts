// A server as a package sees it that adds endpoints of its own, such as a docs page or an MCP server. The contract has
// what the server knows of an API.
import type { AnyFailure } from "../declaration/failure/failure.ts";
import type { Serving } from "../declaration/served.ts";
import type { AnyResource } from "../declaration/tree/placement.ts";
import { fieldsOf } from "../internal/record.ts";
import { shown } from "../internal/shown.ts";
import { FetchExchange } from "./exchange/fetch-exchange.ts";
import { RoutesView } from "./routes-view.ts";

/** A server, the routes of a host, or a view of them, for code that adds endpoints of its own. */
export interface ServerInspection {
  /** The path before every template; empty for none. */
  readonly basePath: string;
  /** The failures of the view's steps. An endpoint that it routes declares them. */
  readonly failures: readonly AnyFailure[];
  /** Whether a guard or `authorize` may refuse requests. */
  readonly isGuarded: boolean;
  /** Whether every endpoint must declare its security. */
  readonly requiresSecurity: boolean;
  /** Leaves a tree out of the server's contracts and documents. */
  leaveOut(root: AnyResource): void;
  /**
   * Sends a request to the same server, in this process. It has the initial context of `call`, ends with it, and passes all
   * checks with its own headers. `undefined` for the routes of a host.
   */
  readonly fetch:
    | ((request: Request, call: { readonly signal: AbortSignal }) => Promise<Response>)
    | undefined;
}

/**
 * Returns what code needs that adds endpoints of its own to a server. Throws `TypeError` for other values.
 *
 * @example
 * const { fetch } = inspectServer(server);
 * server.route(api.batch, (call) => Promise.all(requestsOf(call).map((one) => fetch(one, call))));
 */
export function inspectServer(server: Serving): ServerInspection {
  if (!(server instanceof RoutesView)) {
    throw new TypeError(
      `inspectServer: expected a server, the routes of a host or a view of them, received ${shown(server)}`,
    );
  }
  const serve = server["~serve"];
  return {
    basePath: server["~served"].basePath,
    failures: server["~failures"],
    isGuarded: server["~isGuarded"],
    requiresSecurity: server["~requiresSecurity"],
    leaveOut: (root) => server["~leaveOut"](root),
    fetch:
      serve &&
      ((request, call) => {
        const exchange = fieldsOf(call)["~exchange"];
        const context = exchange instanceof FetchExchange ? exchange.context : undefined;
        return serve(new Request(request, { signal: call.signal }), context);
      }),
  };
}
