// An API, its server with an MCP server, and messages to it.
import {
  apiKey,
  bearer,
  bytes,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  list,
  patch,
  post,
  rootResource,
  staticResource,
  string,
  uuid,
} from "bough";
import { routeMcp, type RouteMcpOptions } from "bough-mcp";
import { authenticate, createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { z } from "zod";

const User = z.object({ id: z.string(), name: z.string() }).meta({ id: "User" });
export const Token = bearer("user-token");
const Key = apiKey("partner-key", { header: "x-api-key" });
const NotFound = failure("user-not-found", 404);
export const ID = "7d444840-9dc0-11d1-b245-5ffdce74fad2";

export const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer({ min: 1, max: 50 }).optional(), tags: list(string()) })
      .response(z.array(User))
      .describe({ summary: "Lists users." }),
    create: post()
      .request(z.object({ name: z.string().min(1) }))
      .response(User, { status: 201 }),
    user: dynamicResource(
      "user",
      { type: uuid(), failures: [NotFound] },
      {
        find: get()
          .response(User)
          .describe({ summary: "Finds a user.", description: "By\u200b its\nid." }),
        rename: patch()
          .request(z.object({ name: z.string().min(1) }))
          .response(User),
        remove: del(),
        picture: get("picture").response(bytes("image/png")),
      },
    ),
  }),
  me: get("me")
    .security(Token, Key)
    .response(z.object({ who: z.string(), seen: z.array(z.string()) })),
});

export function serverOf(options: Partial<RouteMcpOptions> = {}): FetchServer {
  const server = createServer();
  const app = server.secured([
    authenticate(Token, (token) => (token === "secret-token-1" ? { token } : undefined)),
    authenticate(Key, (key) => ({ key })),
  ]);
  server.route(api.users, {
    list: ({ parameters: { limit, tags } }) => [{ id: ID, name: `${limit} ${tags.join("+")}` }],
    create: ({ body, respond }) => respond({ id: ID, name: body.name }, { status: 201 }),
    user: {
      find: ({ ids, fail }) => (ids.user === ID ? { id: ID, name: "Ada" } : fail(NotFound)),
      rename: ({ body }) => ({ id: ID, name: body.name }),
      remove: () => undefined,
      picture: () => new Uint8Array([1, 2, 3]),
    },
  });
  app.route(api.me, ({ principal, request }) => ({
    who: JSON.stringify(principal),
    seen: [...request.headers.keys()],
  }));
  routeMcp(server, api, { expose: [api], onWarning: () => undefined, ...options });
  return server;
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Rpc {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads any member of a message
  readonly body: any;
}

export async function send(
  server: FetchServer,
  body: string,
  headers: Record<string, string> = {},
): Promise<Rpc> {
  const response = await server.fetch("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

export function ask(
  server: FetchServer,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Rpc> {
  const name = params["name"] ?? params["uri"];
  return send(
    server,
    JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } }),
    {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {}),
      ...headers,
    },
  );
}

export const call = (
  server: FetchServer,
  name: string,
  given: unknown = {},
  headers: Record<string, string> = {},
): Promise<Rpc> => ask(server, "tools/call", { name, arguments: given }, headers);
