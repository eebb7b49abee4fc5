// Serves on a port of node:http, and stops in order.
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { FetchServer } from "../../server/create-server.ts";
import { rejection, rejectionAnswer } from "../../server/rejection.ts";
import { makeListener } from "./to-listener.ts";
import type { ListenerOptions } from "./to-listener.ts";

/** Options of `listen`. */
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
   * `Connection: close`, answers later requests 503; after `grace` milliseconds (10,000) every signal
   * aborts and the sockets end. Resolves when none is left; calling it again is the same call.
   */
  readonly close: (options?: { readonly grace?: number }) => Promise<void>;
}

const KEEP_ALIVE = 72_000;
const GRACE = 10_000;

/** Serves on a port; resolves when it listens, rejects with Node's error when it cannot. */
export function listen(server: FetchServer, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, hostname = "127.0.0.1", keepAliveTimeout = KEEP_ALIVE } = options;
  const state = new Connections();
  const handle = makeListener(server, options, () => state.closing);
  const answer = (req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): void => {
    if (state.closing) {
      refuse(res);
    } else {
      state.begin(res);
      handle(req, res, expectsContinue);
    }
  };
  const http = createServer(
    { keepAliveTimeout, headersTimeout: keepAliveTimeout + 1_000 },
    (req, res) => answer(req, res, false),
  );
  http.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => answer(req, res, true));
  http.on("connection", (socket: Socket) => state.add(socket));
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, hostname, () => {
      http.off("error", reject);
      // `address()` is an object while a TCP server listens.
      const bound = (http.address() as AddressInfo).port;
      const host = hostname.includes(":") ? `[${hostname}]` : hostname;
      resolve({
        url: `http://${host}:${bound}`,
        port: bound,
        server: http,
        close: ({ grace = GRACE } = {}) => (state.closed ??= state.close(http, grace)),
      });
    });
  });
}

// The connections of one server and what is in flight on them.
class Connections {
  closing = false;
  closed: Promise<void> | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #busy = new Map<Socket, number>();

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#busy.delete(socket);
    });
  }

  begin(res: ServerResponse): void {
    const { socket } = res;
    if (socket !== null) {
      this.#busy.set(socket, (this.#busy.get(socket) ?? 0) + 1);
      res.once("close", () => this.#end(socket));
    }
  }

  close(http: Server, grace: number): Promise<void> {
    this.closing = true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), grace);
      http.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const socket of this.#sockets) {
        if (!this.#busy.has(socket)) {
          socket.destroy();
        }
      }
    });
  }

  #end(socket: Socket): void {
    const left = (this.#busy.get(socket) ?? 1) - 1;
    if (left > 0) {
      this.#busy.set(socket, left);
      return;
    }
    this.#busy.delete(socket);
    if (this.closing) {
      // Its answer was written before the end began and may not have said so.
      socket.destroySoon();
    }
  }
}

function refuse(res: ServerResponse): void {
  const { status, headers, body } = rejectionAnswer(
    rejection(503, "the server is closing", ["connection", "close"]),
  );
  res.writeHead(status, [...headers, "content-length", String(Buffer.byteLength(String(body)))]);
  res.end(body);
}
