// Serves a Fetch function on node:http, for work on a client: pages of every origin may call it, and a response that
// breaks closes its connection.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { WrongUse } from "../wrong-use.ts";

/** What serves a request. */
export type Fetch = (request: Request) => Promise<Response>;

/** A call that has ended; `status` is absent if its connection was cut. */
export interface ServedCall {
  readonly method: string;
  readonly target: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
  /** Why the mock could not respond. */
  readonly error: unknown;
}

/** A server that listens. */
export interface Serving {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The options of `serve`. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly onCall: (call: ServedCall) => void;
}

/** Listens. */
export async function serve(fetch: Fetch, { port, host, onCall }: ServeOptions): Promise<Serving> {
  const server = createServer((incoming, outgoing) => {
    const start = performance.now();
    const { method = "GET", url = "/" } = incoming;
    const told = (status: number | undefined, error?: unknown): void => {
      const milliseconds = performance.now() - start;
      onCall({ method, target: url, status, milliseconds, error });
    };
    void respond(fetch, incoming, outgoing).then(
      (status) => told(status),
      (error: unknown) => told(undefined, error),
    );
  });
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code }: { readonly code?: unknown } = Object(error);
    throw code === "EADDRINUSE"
      ? new WrongUse(`port ${port} is in use: pass another one with --port`)
      : error;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has such an address
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Returns the status; `undefined` if the connection was cut. */
async function respond(
  fetch: Fetch,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<number | undefined> {
  const request = requestOf(incoming, outgoing);
  if (request === undefined) {
    outgoing.writeHead(400).end();
    return 400;
  }
  const cors = corsHeaders(request);
  if (request.method === "OPTIONS" && request.headers.has("access-control-request-method")) {
    outgoing.writeHead(204, { ...cors, ...preflightHeaders(request) }).end();
    return 204;
  }
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (isMistake(error)) {
      const { message } = error;
      const headers = { ...cors, "content-type": "application/problem+json" };
      const problem = { title: "The mock cannot respond", status: 500, detail: message };
      outgoing.writeHead(500, headers).end(JSON.stringify(problem));
    } else {
      outgoing.destroy();
    }
    throw error;
  }
  const { status, headers, body } = response;
  const cookies = headers.getSetCookie();
  outgoing.writeHead(status, {
    ...Object.fromEntries(headers),
    ...(cookies.length > 0 ? { "set-cookie": cookies } : {}),
    ...cors,
    ...("access-control-allow-origin" in cors
      ? { "access-control-expose-headers": [...headers.keys()].join(", ") }
      : {}),
  });
  return (await written(body, outgoing)) ? status : undefined;
}

async function written(
  body: ReadableStream<Uint8Array> | null,
  outgoing: ServerResponse,
): Promise<boolean> {
  try {
    for await (const chunk of body ?? []) {
      if (!outgoing.write(chunk)) {
        await once(outgoing, "drain");
      }
    }
    outgoing.end();
    return true;
  } catch {
    outgoing.destroy();
    return false;
  }
}

function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request | undefined {
  const { method = "GET", url = "/", headers } = incoming;
  const base = `http://${headers.host ?? "localhost"}`;
  if (!URL.canParse(url, base)) {
    return undefined;
  }
  const controller = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) {
      controller.abort(new Error("the client has left"));
    }
  });
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: pairs,
    signal: controller.signal,
    duplex: "half",
  };
  if (method !== "GET" && method !== "HEAD") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of Node and of the Web differ for one stream
    init.body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  }
  return new Request(new URL(url, base), init);
}

/** Every origin is allowed, with its cookies: a mock has no secrets. */
function corsHeaders({ headers }: Request): Readonly<Record<string, string>> {
  const origin = headers.get("origin");
  return origin === null
    ? {}
    : {
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        vary: "Origin",
      };
}

function preflightHeaders({ headers }: Request): Readonly<Record<string, string>> {
  return {
    "access-control-allow-methods": headers.get("access-control-request-method") ?? "",
    "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
    "access-control-max-age": "600",
  };
}

// The error of a mock, of whichever copy of the package.
function isMistake(error: unknown): error is Error {
  return error instanceof Error && ["MockError", "HandlerError"].includes(error.name);
}
