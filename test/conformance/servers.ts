// One API by hand on three frameworks, and on Bough.
import type { AddressInfo } from "node:net";
import { createServer as createHttpServer } from "node:http";
import type { Server } from "node:http";
import { authenticate, createServer, sameSecret } from "bough/server";
import type { Routes } from "bough/server";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { everyHost } from "../support/node-hosts.ts";
import { api, EmailTaken, Token, TOKEN, UserNotFound, type User } from "./api.ts";
import { handlers, type HandFault, type Reply } from "./handlers.ts";

/** A server that runs. */
export interface Running {
  readonly baseUrl: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

function textOf({ body, headers }: Reply): string | undefined {
  if (body === undefined) return undefined;
  return typeof body === "string" && headers?.["content-type"] !== undefined
    ? body
    : JSON.stringify(body);
}

function typed(reply: Reply): Record<string, string> {
  return {
    ...(reply.body === undefined ? {} : { "content-type": "application/json" }),
    ...reply.headers,
  };
}

async function listening(server: Server): Promise<Running> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function onExpress(fault?: HandFault): Promise<Running> {
  const own = handlers(fault);
  const app = express();
  app.use(express.json());
  const send = (response: express.Response, reply: Reply): void => {
    response.status(reply.status).set(typed(reply));
    const text = textOf(reply);
    if (text === undefined) response.end();
    else response.send(text);
  };
  app.get("/v1/users", ({ query }, response) => send(response, own.list(query)));
  app.post("/v1/users", (request, response) => send(response, own.create(request.body)));
  app.get("/v1/users/:id", ({ params }, response) => send(response, own.find(params.id)));
  app.put("/v1/users/:id", ({ params, body }, response) =>
    send(response, own.replace(params.id, body)),
  );
  app.delete("/v1/users/:id", ({ params }, response) => send(response, own.remove(params.id)));
  app.post("/v1/echo", (request, response) => send(response, own.echo(request.body)));
  app.get("/v1/about", (_, response) => send(response, own.about()));
  app.get("/v1/notes", (request, response) =>
    send(response, own.count(request.get("authorization"))),
  );
  app.use(
    (
      error: unknown,
      _: express.Request,
      response: express.Response,
      next: express.NextFunction,
    ) => {
      if (Object(error).type === "entity.parse.failed") send(response, own.brokenJson());
      else next(error);
    },
  );
  return listening(createHttpServer(app));
}

async function onFastify(fault?: HandFault): Promise<Running> {
  const own = handlers(fault);
  const app = Fastify();
  app.setErrorHandler((error, _, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const { body, ...rest } =
      status === 400 ? own.brokenJson() : { status, body: { error: "refused" } };
    return reply.code(rest.status).send(body);
  });
  app.get("/v1/users", ({ query }, reply) =>
    sent(reply, own.list(query as object as Record<string, unknown>)),
  );
  app.post("/v1/users", ({ body }, reply) => sent(reply, own.create(body)));
  app.get<{ Params: { id: string } }>("/v1/users/:id", ({ params }, reply) =>
    sent(reply, own.find(params.id)),
  );
  app.put<{ Params: { id: string } }>("/v1/users/:id", ({ params, body }, reply) =>
    sent(reply, own.replace(params.id, body)),
  );
  app.delete<{ Params: { id: string } }>("/v1/users/:id", ({ params }, reply) =>
    sent(reply, own.remove(params.id)),
  );
  app.post("/v1/echo", ({ body }, reply) => sent(reply, own.echo(body)));
  app.get("/v1/about", (_, reply) => sent(reply, own.about()));
  app.get("/v1/notes", ({ headers }, reply) => sent(reply, own.count(headers.authorization)));
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  return { baseUrl, close: async () => app.close() };
}

interface FastifyReply {
  code(status: number): { headers(headers: object): { send(body: unknown): unknown } };
}

function sent(reply: FastifyReply, given: Reply): unknown {
  return reply.code(given.status).headers(typed(given)).send(textOf(given));
}

export async function onHono(fault?: HandFault): Promise<Running> {
  const own = handlers(fault);
  const app = new Hono();
  const send = (reply: Reply): Response =>
    new Response(textOf(reply) ?? null, { status: reply.status, headers: typed(reply) });
  const json = async (
    request: { json(): Promise<unknown> },
    handle: (body: unknown) => Reply,
  ): Promise<Response> => {
    let body: unknown;
    try {
      body = await request.json();
    } catch {
      return send(own.brokenJson());
    }
    return send(handle(body));
  };
  app.get("/v1/users", (context) => send(own.list(context.req.query())));
  app.post("/v1/users", (context) => json(context.req, own.create));
  app.get("/v1/users/:id", (context) => send(own.find(context.req.param("id"))));
  app.put("/v1/users/:id", (context) =>
    json(context.req, (body) => own.replace(context.req.param("id"), body)),
  );
  app.delete("/v1/users/:id", (context) => send(own.remove(context.req.param("id"))));
  app.post("/v1/echo", (context) => json(context.req, own.echo));
  app.get("/v1/about", () => send(own.about()));
  app.get("/v1/notes", (context) => send(own.count(context.req.header("authorization"))));
  return {
    baseUrl: "http://localhost",
    fetch: async (request) => app.fetch(request),
    close: async () => undefined,
  };
}

/** Faults that handlers of Bough may have: what the server checks itself cannot be wrong. */
export const BOUGH_FAULTS = [
  "create: does not store",
  "create: loses the tags",
  "create: throws for non-ASCII names",
  "create: throws for age 0",
  "create: Location leads nowhere",
  "create: Location is another user",
  "find: throws for what is missing",
  "find: responds with another user",
  "find: responds after removal",
  "list: throws for limit=100",
  "list: lacks what was created",
  "list: throws with a role",
  "replace: does not store",
  "replace: not found",
  "replace: throws for null",
  "remove: does not remove",
  "remove: throws",
  "remove: not found",
  "notes: accepts every token",
  "echo: throws for an empty text",
  "notes: throws",
] as const;

type BoughFault = (typeof BOUGH_FAULTS)[number];

export async function onBough(fault?: BoughFault): Promise<Running> {
  const server = createServer({ onError: () => undefined });
  routeUsers(server, fault);
  return {
    baseUrl: "http://localhost",
    fetch: async (request) => server.fetch(request),
    close: async () => undefined,
  };
}

/** Routes the API, on any host. */
function routeUsers(server: Routes, fault?: BoughFault): void {
  const users = new Map<string, User>();
  const removed = new Map<string, User>();
  const is = (name: BoughFault): boolean => name === fault;
  const throwIf = (isFaulty: boolean): void => {
    if (isFaulty) throw new Error("a seeded fault");
  };
  server.route(api.users.list, ({ parameters: { limit, role } }) => {
    throwIf(
      (is("list: throws for limit=100") && limit === 100) ||
        (is("list: throws with a role") && role !== undefined),
    );
    const all = [...users.values()].filter((user) => role === undefined || user.role === role);
    return (is("list: lacks what was created") ? all.slice(0, -1) : all.reverse()).slice(0, limit);
  });
  server.route(api.users.create, ({ body, respond, fail }) => {
    // oxlint-disable-next-line no-control-regex -- everything but ASCII
    throwIf(is("create: throws for non-ASCII names") && /[^\x00-\x7f]/.test(body.name));
    throwIf(is("create: throws for age 0") && body.age === 0);
    if (body.email === "taken@example.test") fail(EmailTaken, { email: body.email });
    const user = {
      ...body,
      id: crypto.randomUUID(),
      ...(is("create: loses the tags") ? { tags: [] } : {}),
    };
    if (!is("create: does not store")) users.set(user.id, user);
    const other = is("create: Location is another user") ? crypto.randomUUID() : user.id;
    const location = is("create: Location leads nowhere") ? "/people" : `/v1/users/${other}`;
    return respond(user, { headers: { location } });
  });
  server.route(api.users.user.find, ({ ids, fail }) => {
    const gone = is("find: responds after removal") ? removed.get(ids.user) : undefined;
    const user = users.get(ids.user) ?? gone;
    throwIf(is("find: throws for what is missing") && user === undefined);
    if (user === undefined) return fail(UserNotFound);
    return is("find: responds with another user") ? { ...user, id: crypto.randomUUID() } : user;
  });
  server.route(api.users.user.replace, ({ ids, body, fail }) => {
    throwIf(is("replace: throws for null") && body.nick === null);
    if (!users.has(ids.user) || is("replace: not found")) return fail(UserNotFound);
    const user = { ...body, id: ids.user };
    if (!is("replace: does not store")) users.set(user.id, user);
    return user;
  });
  server.route(api.users.user.remove, ({ ids, fail }) => {
    const user = users.get(ids.user);
    throwIf(is("remove: throws") && user !== undefined);
    if (user === undefined || is("remove: not found")) return fail(UserNotFound);
    removed.set(user.id, user);
    if (!is("remove: does not remove")) users.delete(ids.user);
    return undefined;
  });
  server.route(api.echo.send, ({ body }) => {
    throwIf(is("echo: throws for an empty text") && body.text === "");
    return body;
  });
  server.route(api.about.read, () => "users");
  const checked = server.secured([
    authenticate(Token, (token) =>
      is("notes: accepts every token") || sameSecret(token, TOKEN) ? { token } : undefined,
    ),
  ]);
  checked.route(api.notes.count, () => {
    throwIf(is("notes: throws"));
    return { count: users.size };
  });
}

/** The same by hand, without a framework. */
async function onNode(fault?: HandFault): Promise<Running> {
  const own = handlers(fault);
  const routes: readonly (readonly [string, RegExp, (call: NodeCall) => Reply])[] = [
    ["GET", /^\/v1\/users$/, ({ query }) => own.list(query)],
    ["POST", /^\/v1\/users$/, ({ body }) => own.create(body)],
    ["GET", /^\/v1\/users\/([^/]+)$/, ({ id }) => own.find(id)],
    ["PUT", /^\/v1\/users\/([^/]+)$/, ({ id, body }) => own.replace(id, body)],
    ["DELETE", /^\/v1\/users\/([^/]+)$/, ({ id }) => own.remove(id)],
    ["POST", /^\/v1\/echo$/, ({ body }) => own.echo(body)],
    ["GET", /^\/v1\/about$/, () => own.about()],
    ["GET", /^\/v1\/notes$/, ({ authorization }) => own.count(authorization)],
  ];
  return listening(
    createHttpServer((request, response) => {
      const send = (reply: Reply): void => {
        response.writeHead(reply.status, typed(reply)).end(textOf(reply));
      };
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      // Node leaves out the body of a response to HEAD.
      const asked = request.method === "HEAD" ? "GET" : request.method;
      const found = routes.find(([method, path]) => method === asked && path.test(pathname));
      if (found === undefined) {
        send({ status: 404, body: { error: "not found" } });
        return;
      }
      const [, path, handle] = found;
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        let body: unknown;
        try {
          body = text === "" ? undefined : JSON.parse(text);
        } catch {
          send(own.brokenJson());
          return;
        }
        const [, id = ""] = path.exec(pathname) ?? [];
        const query = Object.fromEntries(searchParams);
        send(handle({ id, query, body, authorization: request.headers.authorization }));
      });
    }),
  );
}

interface NodeCall {
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** The frameworks of the servers by hand. */
export const BY_HAND: readonly (readonly [string, (fault?: HandFault) => Promise<Running>])[] = [
  ["Express", onExpress],
  ["Fastify", onFastify],
  ["Hono", onHono],
  ["node:http", onNode],
];

/** The same API with Bough on its hosts. */
export const ON_HOSTS: readonly (readonly [string, () => Promise<Running>])[] = [
  ["Bough in memory", onBough],
  ...everyHost.map(
    (host) =>
      [
        `Bough on ${host.name}`,
        async () => {
          const opened = await host.open(routeUsers, { onError: () => undefined });
          return {
            baseUrl: `http://127.0.0.1:${opened.port}`,
            close: async () => {
              await opened.close();
            },
          };
        },
      ] as const,
  ),
];
