// Serves the requests that come through a port. The client's counterpart is call/port-fetch.ts.
import { streamsRequests } from "../shared/codec/byte-stream.ts";
import { PortLink, type Port, type PortOptions } from "../shared/codec/port.ts";
import { PortCall } from "../shared/codec/port-call.ts";
import { fieldsOf, type Named } from "../shared/internal/record.ts";

/** A server for `servePort`: the result of `createServer`, or another object with such a `fetch`. */
export interface PortServer {
  fetch(request: Request): Response | Promise<Response>;
}

/** A port that is served. */
export interface ServedPort {
  /** Aborts the running requests, fails their calls and all later ones, and removes the listeners. The port stays open. */
  close(): void;
}

/**
 * Serves the requests of `portFetch` at the other end of a port. If a client aborts a call or the port closes, the
 * handler's `signal` aborts.
 *
 * @example
 * servePort(self, server); // in a worker, before the first `await`
 */
export function servePort(port: Port, server: PortServer, options: PortOptions = {}): ServedPort {
  if (typeof fieldsOf(server).fetch !== "function") {
    throw new TypeError("servePort: got no server; pass what createServer() returned");
  }
  const running = new Map<string, Received>();
  // A `Request` of Firefox or Safari cannot have a stream.
  const streams = streamsRequests(new ReadableStream());
  const link = new PortLink("servePort", port, options, {
    receive: (message, to) => {
      const { type, id } = message;
      const known = typeof id === "string" ? running.get(id) : undefined;
      if (known !== undefined) {
        known.receive(message);
      } else if (typeof id === "string" && type === "request") {
        const received = new Received(new PortCall(to, id), streams);
        running.set(id, received);
        void received.serve(server, message).finally(() => running.delete(id));
      }
    },
    closed: (cause) => {
      for (const request of running.values()) {
        request.abort(cause);
      }
    },
  });
  return {
    close: () => {
      link.post({ type: "close" });
      link.close(new TypeError("servePort was closed"));
    },
  };
}

/** A request, until its response is complete. */
class Received {
  readonly #call: PortCall;
  readonly #streams: boolean;
  readonly #left: AbortController = new AbortController();

  constructor(call: PortCall, streams: boolean) {
    this.#call = call;
    this.#streams = streams;
  }

  receive(message: Named): void {
    if (message.type === "abort") {
      this.abort(new DOMException("the client has left", "AbortError"));
    } else if (!this.#call.take(message)) {
      this.#call.post("abort");
      this.abort(new TypeError("the client sent an invalid message"));
    }
  }

  abort(reason: unknown): void {
    this.#left.abort(reason);
    this.#call.end(reason);
  }

  /** Never rejects: a request that is not valid fails at the client, and `onError` has seen each error of the server. */
  async serve(server: PortServer, message: Named): Promise<void> {
    try {
      const { status, headers, body } = await server.fetch(await this.#request(message));
      this.#call.post("response", { status, headers: [...headers], body: body !== null });
      if (body !== null) {
        await this.#call.send(body);
      }
    } catch {
      this.#call.post("abort");
    }
    // A request body that nobody reads.
    this.#call.end(new TypeError("the response is complete"));
  }

  async #request({ method, url, headers, body }: Named): Promise<Request> {
    const init = {
      method: String(method),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Headers` refuses anything else
      headers: new Headers(headers as [string, string][]),
      signal: this.#left.signal,
    };
    if (body !== true) {
      return new Request(String(url), init);
    }
    const stream = this.#call.receive(() => this.#call.post("stop"));
    const content = this.#streams ? stream : await new Response(stream).arrayBuffer();
    // TypeScript's `RequestInit` has no `duplex`.
    return new Request(String(url), Object.assign(init, { body: content, duplex: "half" }));
  }
}
