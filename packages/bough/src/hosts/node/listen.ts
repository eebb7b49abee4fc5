// Serves on a port of node:http, and stops in order.
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { coreOf } from "../../server/create-server.ts";
import type { FetchServer } from "../../server/create-server.ts";
import { amount, isCount, option, verifyTable } from "../../server/options/option-table.ts";
import type { OptionFault } from "../../server/options/option-table.ts";
import { rejectionAnswer } from "../../server/response/rejection-answer.ts";
import { rejection } from "../../server/exchange/rejection.ts";
import { Connections } from "./connections.ts";
import { refuseTunnel } from "./refuse-tunnel.ts";
import { LISTENER_OPTIONS, makeListener } from "./to-listener.ts";
import type { ListenerOptions } from "./to-listener.ts";

/** The options of `listen`. */
export interface ListenOptions extends ListenerOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** 127.0.0.1 by default: 0.0.0.0 or :: serve others too. */
  readonly hostname?: string;
  /** Milliseconds an idle connection stays open: 72,000, above what load balancers use. */
  readonly keepAliveTimeout?: number;
}

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:8080`, without a path. */
  readonly url: string;
  readonly port: number;
  /** The server of node:http, for what Bough has no option for. */
  readonly server: Server;
  /**
   * Stops: takes no new connection, closes idle ones, lets answers in flight finish with
   * `Connection: close`, answers later requests 503; breaks event streams whose readers come back
   * to where they were, each as soon as its reader has an id; after `grace` milliseconds (10,000) every signal
   * aborts and the sockets end. Resolves when none is left; calling it again is the same call.
   */
  readonly close: (options?: { readonly grace?: number }) => Promise<void>;
}

const LISTEN_OPTIONS: Readonly<Record<keyof ListenOptions, OptionFault>> = {
  // An environment gives it as text, which Node takes as well.
  port: option(
    "a whole number from 0 to 65535",
    (port) =>
      isCount(typeof port === "string" ? Number(port || NaN) : port) && Number(port) < 65_536,
  ),
  hostname: option(
    'a host name or an address, such as "0.0.0.0",',
    (name) => typeof name === "string" && name !== "",
  ),
  keepAliveTimeout: option("a whole number of milliseconds from 0", isCount),
  ...LISTENER_OPTIONS,
};
const CLOSE_OPTIONS = { grace: amount };
const KEEP_ALIVE = 72_000;
// Node's own defaults: the time in which a head, and a request as a whole, have to be there.
const HEADERS_TIMEOUT = 60_000;
const REQUEST_TIMEOUT = 300_000;
const GRACE = 10_000;
const CLOSING = rejectionAnswer(rejection(503, "the server is closing", ["connection", "close"]));

/**
 * Serves on a port: `await listen(server, { port: 3000 })`. Resolves when it listens, rejects with
 * Node's error if it cannot.
 */
export function listen(server: FetchServer, options: ListenOptions = {}): Promise<Listening> {
  const core = coreOf("listen", server);
  verifyTable("listen", options, LISTEN_OPTIONS);
  const { port = 0, hostname = "127.0.0.1", keepAliveTimeout = KEEP_ALIVE } = options;
  const connections = new Connections();
  const handle = makeListener(core, options, {
    cutHead: Infinity,
    stall: core.stall,
    isLast: (req, place) => connections.isLast(req, place),
    opened: (res, resumable) => connections.opened(res, resumable),
  });
  const answer = (req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): void => {
    const arrival = { expectsContinue, place: connections.begin(req) };
    handle(req, res, arrival, connections.closing ? CLOSING : undefined);
  };
  const headersTimeout = Math.max(HEADERS_TIMEOUT, keepAliveTimeout + 1_000);
  // Node takes no headersTimeout above it, and ends by it what a load balancer has opened and not yet used.
  const requestTimeout = Math.max(REQUEST_TIMEOUT, headersTimeout);
  const http = createServer({ keepAliveTimeout, headersTimeout, requestTimeout }, (req, res) =>
    answer(req, res, false),
  );
  // By default Node drops the lines behind the 1,000th, and frames the body by them all the same.
  http.maxHeadersCount = 0;
  http.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => answer(req, res, true));
  http.on("connect", (_req: IncomingMessage, socket: Socket) => refuseTunnel(socket));
  http.on("connection", (socket: Socket) => connections.add(socket));
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    // By an object: a text alone, in plain JavaScript, would be the name of a socket's file.
    http.listen({ port, host: hostname }, () => {
      http.off("error", reject);
      // `address()` is an object while a TCP server listens.
      const bound = (http.address() as AddressInfo).port;
      const host = hostname.includes(":") ? `[${hostname}]` : hostname;
      resolve({
        url: `http://${host}:${bound}`,
        port: bound,
        server: http,
        // Bound, it has no parameters of its own: by these a hook of tests decides what to give it.
        close: closeAll.bind(undefined, connections, http),
      });
    });
  });
}

// What it is called back by, such as a signal, a promise or an event, tells it other things than options.
function closeAll(
  connections: Connections,
  http: Server,
  given: { readonly grace?: number } = {},
): Promise<void> {
  const { grace = GRACE } = Object(given) as typeof given;
  verifyTable("close", { grace }, CLOSE_OPTIONS);
  return connections.close(http, grace);
}
