// Routes beside a project's own listener on node:http. Requests for other paths go on to that listener.
import type { IncomingMessage, ServerResponse } from "node:http";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { readBasePath } from "../../serve/options/base-path.ts";
import { verifyTable } from "../../serve/options/option-table.ts";
import { ServerCore } from "../../serve/server-core.ts";
import type { ServerOptions } from "../../serve/parts/server-options.ts";
import { SERVER_OPTIONS } from "../../serve/parts/verify-options.ts";
import { FirstSegments } from "../first-segments.ts";
import { hostRoutes, type HostRoutes } from "../host-routes.ts";
import { HostedExchange } from "./hosted-exchange.ts";
import { LISTENER_OPTIONS, nodeRules, type ListenerOptions } from "./to-listener.ts";
import { wrongVersion } from "./request-head.ts";

/** The type of `call.host` on node:http. */
export interface NodeHost {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** The options of `routing` on node:http. */
export interface NodeOptions extends ServerOptions, ListenerOptions {}

/** A server of node:http or node:https, as `routing` needs it. */
export interface RequestEmitter {
  on(event: "request", listener: HostListener): unknown;
  listeners(event: "request"): unknown[];
  removeAllListeners(event: "request"): unknown;
}

/** Responds to a request if an endpoint has its path. For other requests it calls `otherwise`, or responds with 404. */
export type HostListener = (
  req: IncomingMessage,
  res: ServerResponse,
  otherwise?: () => void,
) => void;

/** The routes that `routing` returns on node:http. */
export interface NodeRoutes extends HostRoutes<NodeHost> {
  /** The routes as a listener, for your own server or middleware chain. */
  readonly listener: HostListener;
}

/**
 * Adds routes to an HTTP server that has its own listeners. The listeners that `server` has by now get the requests for
 * other paths. If it has none, they get a 404. Without a `server`, pass requests to `routes.listener` yourself.
 */
export function routing(server?: RequestEmitter, options: NodeOptions = {}): NodeRoutes {
  // The application of a framework does not emit requests.
  if (
    (server !== undefined && typeof Object(server).removeAllListeners !== "function") ||
    typeof server === "function"
  ) {
    throw new TypeError(
      `routing: expected a server of node:http or undefined, received ${shown(server)}`,
    );
  }
  verifyTable("routing", options, { ...SERVER_OPTIONS, ...LISTENER_OPTIONS });
  const rules = nodeRules(options);
  const [base] = readBasePath(options.basePath ?? "").segments;
  const first = new FirstSegments(base);
  const core = new ServerCore(options, { added: (endpoint) => first.add(endpoint) });
  const listener: HostListener = (req, res, otherwise) => {
    if (otherwise !== undefined && !first.has(req.url ?? "")) {
      otherwise();
      return;
    }
    const exchange = new HostedExchange(req, res, rules, { req, res });
    const refused = wrongVersion(req);
    if (refused === undefined) {
      core.handle(exchange, otherwise);
    } else {
      core.turnAway(exchange, refused);
    }
  };
  if (server !== undefined) {
    stepBefore(server, listener);
  }
  return Object.assign(hostRoutes<NodeHost>(core), { listener });
}

// A server calls all its listeners for every request. The listeners that should get only other paths are
// called from here.
function stepBefore(server: RequestEmitter, listener: HostListener): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node calls all listeners of this event with the same arguments
  const others = server.listeners("request") as HostListener[];
  server.removeAllListeners("request");
  server.on("request", (req, res) => {
    const otherwise = (): void => others.forEach((other) => other.call(server, req, res));
    listener(req, res, others.length > 0 ? otherwise : undefined);
  });
}
