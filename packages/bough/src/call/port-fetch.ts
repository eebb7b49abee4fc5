// A `fetch` whose server is at the other end of a port. The server's counterpart is serve/serve-port.ts.
import { PortLink, type Port, type PortOptions } from "../shared/codec/port.ts";
import { PortCall } from "../shared/codec/port-call.ts";
import type { Named } from "../shared/internal/record.ts";

/** A `fetch` through a port. */
export interface PortFetch {
  (url: string | URL, init?: RequestInit): Promise<Response>;
  /** Fails the running calls and all later ones, and removes the listeners. The port stays open. */
  close(): void;
}

/**
 * Returns a `fetch` that sends requests through a port, at whose other end `servePort` runs. Bodies stream in both
 * directions. Rejects with a `TypeError` if the port closes.
 *
 * @example
 * const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
 * const client = createClient({ fetch: portFetch(worker) });
 */
export function portFetch(port: Port, options: PortOptions = {}): PortFetch {
  const calls = new Map<unknown, Sent>();
  const link = new PortLink("portFetch", port, options, {
    receive: (message, to) => {
      if (message.type === "close") {
        to.close(new TypeError("the server was closed"));
      } else {
        calls.get(message.id)?.receive(message);
      }
    },
    closed: (cause) => {
      for (const call of calls.values()) {
        call.abort(cause);
      }
    },
  });
  // Several clients may share a port.
  const name = Math.random().toString(36).slice(2);
  let count = 0;
  const fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { signal } = init;
    if (signal?.aborted || link.fault !== undefined) {
      throw signal?.aborted ? signal.reason : link.fault;
    }
    const id = `${name}-${count++}`;
    return new Promise((resolve, reject) => {
      const call = new Sent(new PortCall(link, id), resolve, (reason) => {
        calls.delete(id);
        signal?.removeEventListener("abort", abort);
        reject(reason);
      });
      const abort = (): void => call.abort(signal?.reason);
      signal?.addEventListener("abort", abort);
      calls.set(id, call);
      call.start(String(url), init);
    });
  };
  return Object.assign(fetch, {
    close: () => {
      const closed = new TypeError("portFetch was closed");
      for (const call of calls.values()) {
        call.abort(closed);
      }
      link.close(closed);
    },
  });
}

/** A request, until its response is complete. */
class Sent {
  readonly #call: PortCall;
  readonly #resolve: (response: Response) => void;
  readonly #over: (reason: unknown) => void;

  constructor(
    call: PortCall,
    resolve: (response: Response) => void,
    over: (reason: unknown) => void,
  ) {
    this.#call = call;
    this.#resolve = resolve;
    this.#over = over;
  }

  start(url: string, { method = "GET", headers, body }: RequestInit): void {
    try {
      // A `Response` takes each body that `fetch` takes. A `Request` has streams only on some platforms.
      const content = new Response(body);
      const fields = new Headers(headers);
      const mediaType = content.headers.get("content-type");
      if (mediaType !== null && !fields.has("content-type")) {
        fields.set("content-type", mediaType);
      }
      const hasBody = content.body !== null;
      this.#call.post("request", { method, url, headers: [...fields], body: hasBody });
      if (content.body !== null) {
        this.#call.send(content.body).catch((error: unknown) => this.abort(error));
      }
    } catch (error) {
      this.abort(error);
    }
  }

  receive(message: Named): void {
    const { type, body } = message;
    const complete = new TypeError("the response is complete");
    if (type === "response") {
      try {
        this.#resolve(this.#response(message));
      } catch (cause) {
        this.abort(new TypeError("the server sent an invalid response", { cause }));
      }
      if (body !== true) {
        this.#end(complete);
      }
    } else if (type === "abort") {
      this.#end(new TypeError("the server broke off the response"));
    } else if (!this.#call.take(message)) {
      this.abort(new TypeError("the server sent an invalid message"));
    } else if (type === "end") {
      this.#end(complete);
    }
  }

  /** Ends the call, and tells the server. */
  abort(reason: unknown): void {
    this.#call.post("abort");
    this.#end(reason);
  }

  /** Ends the call. An incomplete response fails with the reason. */
  #end(reason: unknown): void {
    this.#over(reason);
    this.#call.end(reason);
  }

  #response({ status, headers, body }: Named): Response {
    return new Response(
      body === true ? this.#call.receive((reason) => this.abort(reason)) : null,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Headers` refuses anything else
      { status: Number(status), headers: new Headers(headers as [string, string][]) },
    );
  }
}
