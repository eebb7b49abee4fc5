// The edges that a row of HTTP is run on: `server.fetch` in memory, node:http on a socket, to which every byte goes as
// the row has it, and a port.
import { MessageChannel } from "node:worker_threads";
import { portFetch } from "bough/client";
import { listen } from "bough/node";
import type { Listening, ListenOptions } from "bough/node";
import { servePort } from "bough/server";
import type { FetchServer } from "bough/types";
import { exchangeRaw } from "./raw-client.ts";

/** A request as a row has it. */
export interface RowRequest {
  readonly method?: string;
  /** The raw target. */
  readonly target: string;
  /** Header lines; `host` and the framing of the body are added where they are left out. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
}

/** An answer, the same from both edges. */
export interface RowResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** An edge with a server behind it. */
export interface Edge {
  send(request: RowRequest): Promise<RowResponse>;
  close(): Promise<void>;
}

/** The name of an edge, and how to put a server behind it. */
export interface EdgeKind {
  readonly name: "fetch" | "node" | "port";
  open(server: FetchServer): Promise<Edge>;
}

/** Listens on a free port of 127.0.0.1. */
export function listening(server: FetchServer, options: ListenOptions = {}): Promise<Listening> {
  return listen(server, { ...options, port: 0, hostname: "127.0.0.1" });
}

/** The bytes of a request. */
/** A request of a row as it stands on the wire. */
export function requestBytes({ method = "GET", target, headers = [], body }: RowRequest): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(given.has("host") ? [] : ["host: h.test"]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(bytes === undefined || given.has("content-length") || given.has("transfer-encoding")
      ? []
      : [`content-length: ${bytes.byteLength}`]),
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"),
    bytes ?? Buffer.alloc(0),
  ]);
}

const node: EdgeKind = {
  name: "node",
  async open(server) {
    const { port, close } = await listening(server);
    return {
      async send(request) {
        const raw = await exchangeRaw(port, requestBytes(request), request.method);
        const headers = new Headers(
          raw.headers.map(([name, value]): [string, string] => [name, value]),
        );
        return { status: raw.status, headers, body: raw.body };
      },
      close: () => close({ grace: 0 }),
    };
  },
};

const fetch: EdgeKind = {
  name: "fetch",
  open: async (server) => ({
    send: (request) => sentBy(server.fetch, request),
    close: () => Promise.resolve(),
  }),
};

const port: EdgeKind = {
  name: "port",
  open: async (server) => {
    const { port1, port2 } = new MessageChannel();
    servePort(port1, server);
    const fetched = portFetch(port2);
    return {
      send: (request) => sentBy(fetched, request),
      close: async () => port1.close(),
    };
  },
};

async function sentBy(
  fetched: (url: string, init: RequestInit) => Promise<Response>,
  { method = "GET", target, headers = [], body }: RowRequest,
): Promise<RowResponse> {
  const response = await fetched(`http://h.test${target}`, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body: Buffer.from(body as string) }),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** All edges. */
export const edges: readonly EdgeKind[] = [fetch, node, port];
