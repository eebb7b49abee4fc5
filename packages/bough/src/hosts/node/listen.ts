// Serves on a port of node:http, and stops gracefully.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { coreOf, type GivenServer } from "../../serve/create-server.ts";
import {
  amount,
  isCount,
  option,
  verifyTable,
  type OptionFault,
} from "../../serve/options/option-table.ts";
import { rejectionAnswer } from "../../serve/response/write-failure.ts";
import { rejection } from "../../serve/exchange/rejection.ts";
import { LISTENER_OPTIONS, makeListener, type ListenerOptions } from "./to-listener.ts";
import { LONGEST_TIMER } from "../../shared/internal/later.ts";
import { onClosed } from "./on-closed.ts";

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
   * Stops the server: refuses new connections, closes idle ones, finishes open responses with `Connection: close`, and
   * responds to later requests with 503. It breaks event streams whose readers can continue elsewhere, as soon as a
   * reader has an id. After `grace` milliseconds (default: 10,000) it aborts every signal and destroys the sockets.
   * Resolves when no connection is left. Further calls return the same promise.
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
    isLast: connections.isLast,
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

// How often a closing server looks for idle connections and for streams that have become resumable.
const SWEEP_MILLISECONDS = 20;

/**
 * The connections of a server: which requests are open on each, and how they end when the server closes. A request only
 * increments a counter; the expensive work happens at closing.
 */
class Connections {
  closing = false;
  #closed: Promise<void> | undefined;
  #ended: () => void = () => undefined;
  // The number of requests so far, by connection.
  readonly #open = new Map<Socket, { requests: number }>();

  // Open streams that a closing server may break once they are resumable.
  readonly #streams = new Map<ServerResponse, () => boolean>();

  add(socket: Socket): void {
    this.#open.set(socket, { requests: 0 });
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#ended();
    });
  }

  /** Counts a request. Returns its number on its connection. */
  begin({ socket }: IncomingMessage): number {
    const connection = this.#open.get(socket);
    return connection === undefined ? 0 : ++connection.requests;
  }

  /** Whether the connection ends after this answer: the server is closing, and answers are sent in order. */
  readonly isLast = ({ socket }: IncomingMessage, place: number): boolean =>
    this.closing && this.#open.get(socket)?.requests === place;

  /** Remembers a stream. When the server closes and `resumable()` is true, the reader can continue elsewhere. */
  opened(res: ServerResponse, resumable: () => boolean): void {
    this.#streams.set(res, resumable);
    onClosed(res.req, res, () => this.#streams.delete(res));
  }

  // Destroy the socket after the written bytes. A reader that sees a regular end would not reconnect.
  #breakOff(): void {
    for (const [res, resumable] of this.#streams) {
      if (resumable()) {
        this.#streams.delete(res);
        res.socket?.destroySoon();
      }
    }
  }

  // Node calls a connection idle as soon as its last answer is written, and would cut off a large answer that
  // a slow client still reads.
  #sparing(closeIdle: () => void): void {
    const leaving = [...this.#open.keys()]
      .filter(({ writableLength }) => writableLength > 0)
      // Code that watches connections may have replaced `destroy`.
      .map((socket) => ({ socket, destroy: Reflect.get<Socket, "destroy">(socket, "destroy") }));
    for (const { socket } of leaving) {
      socket.destroy = () => socket;
    }
    closeIdle();
    for (const { socket, destroy } of leaving) {
      socket.destroy = destroy;
    }
  }

  /**
   * Closes idle connections and breaks resumable streams. Waits for open requests, at most `grace`
   * milliseconds, then destroys the rest.
   */
  close(http: Server, grace: number): Promise<void> {
    this.closing = true;
    return (this.#closed ??= new Promise((resolve) => {
      const destroy = (): void => [...this.#open.keys()].forEach((socket) => socket.destroy());
      const timer = setTimeout(destroy, Math.min(grace, LONGEST_TIMER));
      // Answers that were written before closing began had no `Connection: close`.
      const sweep = setInterval(() => {
        this.#sparing(() => http.closeIdleConnections());
        this.#breakOff();
      }, SWEEP_MILLISECONDS);
      // The promise resolves just before the last connection has emitted `close` to other listeners.
      let stopped = false;
      this.#ended = () => {
        if (stopped && this.#open.size === 0) {
          clearTimeout(timer);
          clearInterval(sweep);
          resolve();
        }
      };
      this.#sparing(() =>
        http.close(() => {
          stopped = true;
          this.#ended();
        }),
      );
      this.#breakOff();
      // Node closes idle connections, but not those that have never sent a request.
      for (const socket of this.#open.keys()) {
        if (socket.bytesRead === 0) {
          socket.destroy();
        }
      }
    }));
  }
}

// Answers CONNECT, which asks for a tunnel (RFC 9110 9.3.6). Node hands over the bare socket, so this code must handle
// its errors, read its data and end it. Answers to earlier requests may still be unsent and go first (RFC 9112 9.3.2).

const NO_TUNNEL = "HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
// How long later bytes of the client are discarded. A reset could destroy the answer before the client reads it.
const DRAIN_MILLISECONDS = 2_000;

/** Answers 501 after the open answers, and ends the connection. */
function refuseTunnel(socket: Socket): void {
  // A reset closes the socket too.
  socket.on("error", () => undefined);
  // Node has removed its own listeners for `drain` and `close` from this socket.
  const drained = (): unknown => answering(socket)?.emit("drain");
  const left = (): unknown => socket.destroy();
  const go = (): void => {
    const before = answering(socket);
    if (before) {
      before.once("close", go);
    } else {
      socket.off("drain", drained).off("end", left);
      refuse(socket);
    }
  };
  socket.on("drain", drained).on("end", left).resume();
  go();
}

function refuse(socket: Socket): void {
  if (!socket.writable) {
    // The answer before it was the last one of the connection.
    return;
  }
  const timer = setTimeout(() => socket.destroy(), DRAIN_MILLISECONDS);
  socket.once("close", () => clearTimeout(timer));
  socket.end(NO_TUNNEL);
}

/** The answer that a socket writes now. Those that wait become the next one. */
function answering(socket: Socket): ServerResponse | null | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has its response there
  return Reflect.get(socket, "_httpMessage") as ServerResponse | null | undefined;
}
