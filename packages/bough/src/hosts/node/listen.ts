// Serves on a port of node:http, and stops gracefully.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { coreOf, type GivenServer } from "../../server/create-server.ts";
import {
  amount,
  isCount,
  option,
  verifyTable,
  type OptionFault,
} from "../../server/options/option-table.ts";
import { rejectionAnswer } from "../../server/response/rejection-answer.ts";
import { rejection } from "../../server/exchange/rejection.ts";
import { Connections, refuseTunnel } from "./connections.ts";
import { LISTENER_OPTIONS, makeListener, type ListenerOptions } from "./to-listener.ts";

/** The options of `listen`. */
export interface ListenOptions extends ListenerOptions {
  /** The port. 0, the default, chooses a free port. */
  readonly port?: number;
  /** The address: 127.0.0.1 by default. Use 0.0.0.0 or :: to accept connections from other machines. */
  readonly hostname?: string;
  /** Milliseconds for which an idle connection stays open: 72,000, more than load balancers use. */
  readonly keepAliveTimeout?: number;
}

/** A server that listens. */
export interface Listening {
  /** The URL without a path: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** The node:http server, for settings that Bough has no option for. */
  readonly server: Server;
  /**
   * Stops the server: refuses new connections, closes idle ones, finishes open answers with `Connection:
   * close` and answers later requests with 503. It breaks event streams whose readers can continue
   * elsewhere, as soon as a reader has an id. After `grace` milliseconds (10,000) it aborts every signal
   * and destroys the sockets. Resolves when no connection is left. Further calls return the same promise.
   */
  readonly close: (options?: { readonly grace?: number }) => Promise<void>;
}

const LISTEN_OPTIONS: Readonly<Record<keyof ListenOptions, OptionFault>> = {
  // Environment variables give text, which Node accepts too.
  port: option(
    "a whole number from 0 to 65535",
    (port) =>
      isCount(typeof port === "string" ? Number(port || NaN) : port) && Number(port) < 65_536,
  ),
  hostname: option(
    'a host name or an address, such as "0.0.0.0"',
    (name) => typeof name === "string" && name !== "",
  ),
  keepAliveTimeout: option("a whole number of milliseconds from 0", isCount),
  ...LISTENER_OPTIONS,
};
const CLOSE_OPTIONS = { grace: amount };
const KEEP_ALIVE = 72_000;
// Node's own defaults: the time for a head, and for a whole request.
const HEADERS_TIMEOUT = 60_000;
const REQUEST_TIMEOUT = 300_000;
const GRACE = 10_000;
const CLOSING = rejectionAnswer(rejection(503, "the server is closing", ["connection", "close"]));

/**
 * Serves on a port. Resolves when the server listens, and rejects with Node's error if it can't.
 *
 * @example
 * const { url, close } = await listen(server, { port: 3000 });
 */
export function listen<S>(server: GivenServer<S>, options: ListenOptions = {}): Promise<Listening> {
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
  // Node does not allow a larger headersTimeout, and uses it to end connections that a load balancer has
  // opened in advance.
  const requestTimeout = Math.max(REQUEST_TIMEOUT, headersTimeout);
  const http = createServer({ keepAliveTimeout, headersTimeout, requestTimeout }, (req, res) =>
    answer(req, res, false),
  );
  // By default Node drops the lines after the 1,000th, but still frames the body by them.
  http.maxHeadersCount = 0;
  http.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => answer(req, res, true));
  http.on("connect", (_req: IncomingMessage, socket: Socket) => refuseTunnel(socket));
  http.on("connection", (socket: Socket) => connections.add(socket));
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    // As an object: in plain JavaScript a text alone would be the path of a Unix socket.
    http.listen({ port, host: hostname }, () => {
      http.off("error", reject);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `address()` is an object while a TCP server listens
      const bound = (http.address() as AddressInfo).port;
      const host = hostname.includes(":") ? `[${hostname}]` : hostname;
      resolve({
        url: `http://${host}:${bound}`,
        port: bound,
        server: http,
        // Bound, it has no parameters: a hook of tests decides by their number what to pass.
        close: closeAll.bind(undefined, connections, http),
      });
    });
  });
}

// Callbacks pass other things than options, such as a signal name or an event.
function closeAll(
  connections: Connections,
  http: Server,
  given: { readonly grace?: number } = {},
): Promise<void> {
  const options: { readonly grace?: number } = given ?? {};
  const { grace = GRACE } = options;
  verifyTable("close", { grace }, CLOSE_OPTIONS);
  return connections.close(http, grace);
}
