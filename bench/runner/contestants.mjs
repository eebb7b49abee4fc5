// The contestants of each bench: what each does in the common work, and what it leaves out. bench/README.md
// has the tables.
const ZOD = ["zod"];

/** Contestants of the benches of servers: server, latency, in-process. */
export const SERVERS = {
  raw: {
    packages: ZOD,
    does: "`node:http` by hand (in process: Request and Response by hand): path, media type and body limit, zod for the body, the query by hand",
    leavesOut:
      "everything else: 405, 406, `HEAD`, problem details, checks of `Host` and target, response validation",
  },
  bough: {
    packages: ZOD,
    does: "its defaults: checks of `Host` and target, limits, negotiation, strict JSON, problem details, `nosniff`; zod for the body, Bough's own types for the query",
    leavesOut: "response validation: its types have no schema",
  },
  "bough-validated": {
    packages: ZOD,
    does: "as `bough`, and validates every response with zod",
    leavesOut: "nothing",
  },
  "bough-fastify": {
    packages: [...ZOD, "fastify"],
    http: true,
    does: "the same declaration and handlers in a Fastify 5 app",
    leavesOut: "as `bough`",
  },
  "bough-hono": {
    packages: [...ZOD, "hono", "@hono/node-server"],
    does: "the same in a Hono app, on Node with `@hono/node-server`",
    leavesOut: "as `bough`",
  },
  "bough-express": {
    packages: [...ZOD, "express"],
    http: true,
    does: "the same in an Express 5 app",
    leavesOut: "as `bough`",
  },
  fastify: {
    packages: ["fastify"],
    http: true,
    peer: true,
    does: "JSON schemas for body and query (ajv); responses with compiled serializers, which drop undeclared keys",
    leavesOut: "problem details, 405, 406; the response is shaped, not validated",
  },
  "fastify-by-type": {
    packages: ["fastify"],
    http: true,
    peer: true,
    does: "as `fastify`, but without response schemas, like `bough-fastify`",
    leavesOut: "problem details, 405, 406, response validation",
  },
  hono: {
    packages: ["hono", "@hono/node-server", "@hono/zod-validator", "zod"],
    peer: true,
    does: "zod for id, body and query; on Node with `@hono/node-server`",
    leavesOut: "body limit, response validation, 405, 406, problem details",
  },
  express: {
    packages: ["express", "zod"],
    http: true,
    peer: true,
    does: "`express.json()` with its limit, zod for body and query by hand, `ETag`",
    leavesOut: "response validation, 405, 406, problem details",
  },
  h3: {
    packages: ["h3", "srvx", "zod"],
    peer: true,
    does: "zod for body and query; on Node with srvx",
    leavesOut: "body limit, response validation, 405, 406, problem details",
  },
  elysia: {
    packages: ["elysia", "@elysiajs/node", "@sinclair/typebox"],
    peer: true,
    does: "TypeBox, compiled, for body, query and responses; on Node with its own adapter",
    leavesOut: "body limit, 405, 406, problem details",
  },
  orpc: {
    packages: ["@orpc/server", "@orpc/openapi", "@orpc/contract", "zod"],
    peer: true,
    does: "contract first; zod for id, body, query and responses",
    leavesOut: "body limit, 405, 406",
  },
  "ts-rest": {
    packages: ["@ts-rest/core", "@ts-rest/fastify", "@ts-rest/serverless", "fastify4", "zod"],
    peer: true,
    does: "contract first; zod for id, body and query; on Node its plugin for Fastify 4",
    leavesOut: "response validation, 405, 406, problem details",
  },
  trpc: {
    packages: ["@trpc/server", "zod"],
    peer: true,
    does: "zod for input and output; its own URLs and envelope, input of queries as JSON in the URL; standalone adapter",
    leavesOut: "URLs, methods and statuses of a REST API (200 instead of 201)",
  },
  effect: {
    packages: ["effect", "@effect/platform-node"],
    peer: true,
    minNode: 22,
    does: "HttpApi: Effect Schema for id, body, query and responses",
    leavesOut: "body limit, 406",
  },
  srvx: {
    packages: ["srvx", "zod"],
    http: true,
    peer: true,
    does: "`raw`'s Request-and-Response handler on Node with srvx: the cost of an adapter alone",
    leavesOut: "as `raw`",
  },
  "hono-node-server": {
    packages: ["@hono/node-server", "zod"],
    http: true,
    peer: true,
    does: "the same with `@hono/node-server`",
    leavesOut: "as `raw`",
  },
};

/** Contestants of the client's bench. */
export const CLIENTS = {
  bare: {
    does: "`fetch(url, init)` and `.json()` by hand",
    leavesOut: "status, media type, failures, response validation",
  },
  "bare-validated": {
    packages: ZOD,
    does: "a `Request` by hand, the response validated with zod",
    leavesOut: "status, media type, failures",
  },
  bough: {
    does: "its defaults: rejects invalid requests, checks status and media type of responses",
    leavesOut: "response validation: its types have no schema",
  },
  "bough-validated": {
    packages: ZOD,
    does: "as `bough`, and validates the response with zod",
    leavesOut: "nothing",
  },
  "ts-rest": {
    packages: ["@ts-rest/core", "zod"],
    peer: true,
    does: "fills in the path, reads the body by its media type",
    leavesOut: "response validation (its default), undeclared statuses",
  },
  hono: {
    packages: ["hono"],
    peer: true,
    does: "`hc`: a Proxy per path; the caller reads `.json()`",
    leavesOut: "status, media type, failures, response validation",
  },
  eden: {
    packages: ["@elysiajs/eden", "elysia"],
    peer: true,
    does: "a Proxy per path, reads the body by its media type, revives dates",
    leavesOut: "response validation",
  },
  "openapi-fetch": {
    packages: ["openapi-fetch"],
    peer: true,
    does: "a `Request`, middleware, parameter serializers",
    leavesOut: "response validation",
  },
  orpc: {
    packages: ["@orpc/client", "@orpc/openapi-client", "@orpc/contract", "zod"],
    peer: true,
    does: "contract link: a Proxy, interceptors, its own serializer",
    leavesOut: "response validation (its default)",
  },
  trpc: {
    packages: ["@trpc/client", "zod"],
    peer: true,
    does: "`httpLink`: a Proxy, a chain of links, its envelope",
    leavesOut: "response validation; REST URLs",
  },
  effect: {
    packages: ["effect"],
    peer: true,
    does: "HttpApiClient: encodes and validates in both directions with Schema, one Effect per call",
    leavesOut: "nothing",
  },
};

/** Contestants of the router's bench. */
export const ROUTERS = {
  map: {
    does: "no router: a `Map` of the requests themselves, the cost of a lookup",
    leavesOut: "ids",
  },
  bough: {
    does: "the server's tree: raw ids, finds 405, answers `HEAD` with `GET`",
    leavesOut: "decoding of ids (done after)",
  },
  memoirist: {
    packages: ["memoirist"],
    peer: true,
    does: "radix tree; ids decoded",
    leavesOut: "405",
  },
  rou3: {
    packages: ["rou3"],
    peer: true,
    does: "tree of segments",
    leavesOut: "decoding of ids, 405",
  },
  "rou3-compiled": {
    packages: ["rou3"],
    peer: true,
    does: "the same, compiled to a function",
    leavesOut: "as `rou3`; needs `new Function`",
  },
  "find-my-way": {
    packages: ["find-my-way"],
    peer: true,
    does: "Fastify's radix tree; ids decoded",
    leavesOut: "405",
  },
  "koa-tree-router": {
    packages: ["koa-tree-router"],
    peer: true,
    limited: true,
    does: "radix tree",
    leavesOut: "405; rejects a static segment next to an id, so most of the table",
  },
  radix3: {
    packages: ["radix3"],
    peer: true,
    does: "tree of segments, the method as first segment",
    leavesOut: "decoding of ids, 405",
  },
  "hono-reg-exp": {
    packages: ["hono"],
    peer: true,
    limited: true,
    does: "RegExpRouter; ids in an object",
    leavesOut: "decoding of ids, 405; no large tables",
  },
  "hono-trie": { packages: ["hono"], peer: true, does: "TrieRouter", leavesOut: "as above" },
  "hono-smart": {
    packages: ["hono"],
    peer: true,
    does: "SmartRouter, Hono's default",
    leavesOut: "as above",
  },
  "path-to-regexp": {
    packages: ["path-to-regexp"],
    peer: true,
    does: "tries one expression after another, as in Express",
    leavesOut: "405; measured up to 1,000 routes",
  },
};

/** Contestants of the cold start; all of them answer in process. */
export const COLD = {
  raw: { packages: ZOD, does: "a `Map` by hand, zod for the id", leavesOut: "a router" },
  bough: {
    packages: ZOD,
    does: "declaration, `verify`, server; zod for the response, Bough's types for the id",
    leavesOut: "nothing",
  },
  "bough-fastify": {
    packages: [...ZOD, "fastify"],
    does: "the same in a Fastify app; called with `inject`",
    leavesOut: "nothing",
  },
  "bough-express": {
    packages: [...ZOD, "express"],
    does: "the same in an Express 5 app; called over a socket",
    leavesOut: "nothing",
  },
  "bough-hono": {
    packages: [...ZOD, "hono"],
    does: "the same in a Hono app",
    leavesOut: "nothing",
  },
  fastify: {
    packages: ["fastify"],
    peer: true,
    does: "JSON schemas for id and response, compiled; called with `inject`",
    leavesOut: "",
  },
  hono: {
    packages: ["hono", "@hono/zod-validator", "zod"],
    peer: true,
    does: "zod for the id",
    leavesOut: "response validation",
  },
  express: {
    packages: ["express", "zod"],
    peer: true,
    does: "zod for the id; called over a socket",
    leavesOut: "response validation",
  },
  h3: {
    packages: ["h3", "zod"],
    peer: true,
    does: "zod for the id",
    leavesOut: "response validation",
  },
  elysia: {
    packages: ["elysia", "@sinclair/typebox"],
    peer: true,
    does: "TypeBox for id and response, compiled at the first request",
    leavesOut: "",
  },
  orpc: {
    packages: ["@orpc/server", "@orpc/openapi", "zod"],
    peer: true,
    does: "zod for id and response",
    leavesOut: "",
  },
  "ts-rest": {
    packages: ["@ts-rest/core", "@ts-rest/serverless", "zod"],
    peer: true,
    does: "zod for the id",
    leavesOut: "response validation",
  },
  trpc: {
    packages: ["@trpc/server", "zod"],
    peer: true,
    does: "zod for input and output",
    leavesOut: "REST URLs",
  },
  effect: { packages: ["effect"], peer: true, does: "Schema for id and response", leavesOut: "" },
};

/** Contestants of the benches of types and of the editor. */
export const TYPES = {
  "hand-written": {
    packages: ZOD,
    peer: true,
    does: "zod schemas, handlers and client as plain typed functions",
    leavesOut: "any relation between client and server except the schemas",
  },
  bough: {
    packages: ZOD,
    does: "types declared as interfaces, zod on the server for requests",
    leavesOut: "response schemas",
  },
  "bough-zod": {
    packages: ZOD,
    does: "the same zod schemas as the others, in the declaration",
    leavesOut: "nothing",
  },
  "bough-objects": {
    packages: ZOD,
    does: "bough, with an object of handlers for each resource",
    leavesOut: "response schemas",
  },
  "bough-zod-objects": {
    packages: ZOD,
    does: "bough-zod, with an object of handlers and several limits for each resource",
    leavesOut: "nothing",
  },
  trpc: {
    packages: ["@trpc/server", "@trpc/client", "zod"],
    peer: true,
    does: "routers, client typed by the router",
    leavesOut: "failures, REST URLs",
  },
  orpc: {
    packages: ["@orpc/contract", "@orpc/server", "@orpc/client", "zod"],
    peer: true,
    does: "contract, handlers, client, failures",
    leavesOut: "nothing",
  },
  "ts-rest": {
    packages: ["@ts-rest/core", "@ts-rest/serverless", "zod"],
    peer: true,
    does: "contract, handlers, client, failures by status",
    leavesOut: "nothing",
  },
  hono: {
    packages: ["hono", "@hono/zod-validator", "zod"],
    peer: true,
    does: "routes, `hc` typed by the app",
    leavesOut: "response schemas",
  },
  elysia: {
    packages: ["elysia", "@elysiajs/eden", "zod"],
    peer: true,
    does: "routes, Eden typed by the app",
    leavesOut: "nothing",
  },
  effect: {
    packages: ["effect"],
    peer: true,
    does: "HttpApi: groups, handlers, client, failures",
    leavesOut: "nothing",
  },
  "openapi-fetch": {
    packages: ["openapi-fetch"],
    peer: true,
    does: "client with generated types",
    leavesOut: "handlers: there is no server",
  },
};

const folderOf = (contestants, name) => (contestants[name].peer ? "../peers/" : "../");

/** The module of a server's contestant. */
export const appOf = (name) =>
  new URL(`${folderOf(SERVERS, name)}apps/${name}.mjs`, import.meta.url).href;

/** The module of a client's contestant. */
export const clientOf = (name) =>
  new URL(`${folderOf(CLIENTS, name)}clients/${name}.mjs`, import.meta.url).href;

/** The module of a contestant of the cold start. */
export const coldOf = (name) =>
  new URL(`${folderOf(COLD, name)}cold/${name}.mjs`, import.meta.url).href;

/** The generator of a contestant's types. */
export const typesOf = (name) =>
  new URL(`${folderOf(TYPES, name)}types/${name}.mjs`, import.meta.url).href;
