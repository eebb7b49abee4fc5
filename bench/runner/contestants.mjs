// Who takes part, what each does in the work that all share, and what it leaves out. The tables of
// bench/README.md and docs/performance.md are made from this.
const ZOD = ["zod"];

/** Contestants of the benches of servers: server, latency, in-process. */
export const SERVERS = {
  raw: {
    packages: ZOD,
    does: "`node:http` by hand (in process: Request and Response by hand): path, media type and limit of the body, zod for the body, the query by hand",
    leavesOut:
      "everything else: 405, 406, `HEAD`, problem details, checks of `Host` and target, check of the answer",
  },
  bough: {
    packages: ZOD,
    does: "all it does by default: checks of `Host` and target, limits, negotiation, strict JSON, problem details, `nosniff`; zod for the body, Bough's own types for the query",
    leavesOut: "check of the answer: its types are declared without a schema",
  },
  "bough-validated": {
    packages: ZOD,
    does: "as `bough`, and every answer is checked by zod",
    leavesOut: "nothing",
  },
  "bough-fastify": {
    packages: [...ZOD, "fastify"],
    http: true,
    does: "the same declaration and handlers in an app of Fastify 5",
    leavesOut: "as `bough`",
  },
  "bough-hono": {
    packages: [...ZOD, "hono", "@hono/node-server"],
    does: "the same in an app of Hono, on Node by `@hono/node-server`",
    leavesOut: "as `bough`",
  },
  "bough-express": {
    packages: [...ZOD, "express"],
    http: true,
    does: "the same in an app of Express 5",
    leavesOut: "as `bough`",
  },
  fastify: {
    packages: ["fastify"],
    http: true,
    peer: true,
    does: "JSON schemas for body and query (ajv); answers by compiled serializers, which drop keys that are not declared",
    leavesOut: "problem details, 405, 406; the answer is shaped, not checked",
  },
  "fastify-by-type": {
    packages: ["fastify"],
    http: true,
    peer: true,
    does: "as `fastify`, but answers have no schema, as `bough-fastify`'s have none",
    leavesOut: "problem details, 405, 406, check of the answer",
  },
  hono: {
    packages: ["hono", "@hono/node-server", "@hono/zod-validator", "zod"],
    peer: true,
    does: "zod for id, body and query; on Node by `@hono/node-server`",
    leavesOut: "limit of the body, check of the answer, 405, 406, problem details",
  },
  express: {
    packages: ["express", "zod"],
    http: true,
    peer: true,
    does: "`express.json()` with its limit, zod for body and query by hand, `ETag`",
    leavesOut: "check of the answer, 405, 406, problem details",
  },
  h3: {
    packages: ["h3", "srvx", "zod"],
    peer: true,
    does: "zod for body and query; on Node by srvx",
    leavesOut: "limit of the body, check of the answer, 405, 406, problem details",
  },
  elysia: {
    packages: ["elysia", "@elysiajs/node", "@sinclair/typebox"],
    peer: true,
    does: "TypeBox, compiled, for body, query and answers; on Node by its own adapter",
    leavesOut: "limit of the body, 405, 406, problem details",
  },
  orpc: {
    packages: ["@orpc/server", "@orpc/openapi", "@orpc/contract", "zod"],
    peer: true,
    does: "contract first; zod for id, body, query and answers",
    leavesOut: "limit of the body, 405, 406",
  },
  "ts-rest": {
    packages: ["@ts-rest/core", "@ts-rest/fastify", "@ts-rest/serverless", "fastify4", "zod"],
    peer: true,
    does: "contract first; zod for id, body and query; on Node its plugin for Fastify 4",
    leavesOut: "check of the answer, 405, 406, problem details",
  },
  trpc: {
    packages: ["@trpc/server", "zod"],
    peer: true,
    does: "zod for input and answers; its own URLs and envelope, input of queries as JSON in the URL; standalone adapter",
    leavesOut: "URLs, methods and statuses of a REST API (a 200 where others answer 201)",
  },
  effect: {
    packages: ["effect", "@effect/platform-node"],
    peer: true,
    minNode: 22,
    does: "HttpApi: Effect Schema for id, body, query and answers",
    leavesOut: "limit of the body, 406",
  },
  srvx: {
    packages: ["srvx", "zod"],
    http: true,
    peer: true,
    does: "`raw`'s Request-and-Response handler on Node by srvx: what an adapter alone costs",
    leavesOut: "as `raw`",
  },
  "hono-node-server": {
    packages: ["@hono/node-server", "zod"],
    http: true,
    peer: true,
    does: "the same by `@hono/node-server`",
    leavesOut: "as `raw`",
  },
};

/** Contestants of the client's bench. */
export const CLIENTS = {
  bare: {
    does: "`fetch(url, init)` and `.json()` by hand",
    leavesOut: "status, media type, failures, check of the answer",
  },
  "bare-validated": {
    packages: ZOD,
    does: "a `Request` by hand, the answer checked by zod",
    leavesOut: "status, media type, failures",
  },
  bough: {
    does: "all it does by default: what cannot be sent is refused, status and media type are matched to the declaration",
    leavesOut: "check of the answer: its types are declared without a schema",
  },
  "bough-validated": {
    packages: ZOD,
    does: "as `bough`, the answer checked by zod",
    leavesOut: "nothing",
  },
  "ts-rest": {
    packages: ["@ts-rest/core", "zod"],
    peer: true,
    does: "fills in the path, reads the body by its media type",
    leavesOut: "check of the answer (its default), undeclared statuses",
  },
  hono: {
    packages: ["hono"],
    peer: true,
    does: "`hc`: a Proxy per path; the caller reads `.json()`",
    leavesOut: "status, media type, failures, check of the answer",
  },
  eden: {
    packages: ["@elysiajs/eden", "elysia"],
    peer: true,
    does: "a Proxy per path, reads the body by its media type, revives dates",
    leavesOut: "check of the answer",
  },
  "openapi-fetch": {
    packages: ["openapi-fetch"],
    peer: true,
    does: "a `Request`, middleware, serializers of parameters",
    leavesOut: "check of the answer",
  },
  orpc: {
    packages: ["@orpc/client", "@orpc/openapi-client", "@orpc/contract", "zod"],
    peer: true,
    does: "link of the contract: a Proxy, interceptors, own serializer",
    leavesOut: "check of the answer (its default)",
  },
  trpc: {
    packages: ["@trpc/client", "zod"],
    peer: true,
    does: "`httpLink`: a Proxy, a chain of links, its envelope",
    leavesOut: "check of the answer; URLs are its own",
  },
  effect: {
    packages: ["effect"],
    peer: true,
    does: "HttpApiClient: encodes and checks both ways by Schema, an Effect per call",
    leavesOut: "nothing",
  },
};

/** Contestants of the router's bench. */
export const ROUTERS = {
  map: {
    does: "no router: a `Map` of the very requests, what a lookup costs at least",
    leavesOut: "ids",
  },
  bough: {
    does: "the tree of a server: raw ids, 405 known, `HEAD` by `GET`",
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
    does: "the same compiled to a function",
    leavesOut: "as `rou3`; needs `new Function`",
  },
  "find-my-way": {
    packages: ["find-my-way"],
    peer: true,
    does: "radix tree of Fastify; ids decoded",
    leavesOut: "405",
  },
  "koa-tree-router": {
    packages: ["koa-tree-router"],
    peer: true,
    limited: true,
    does: "radix tree",
    leavesOut: "405; refuses a fixed segment beside an id, and so most of the table",
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
    does: "RegExpRouter; ids put in an object",
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
    does: "one expression after the other, as in Express",
    leavesOut: "405; measured up to 1,000 routes",
  },
};

/** Contestants of the cold start; all of them answer in process. */
export const COLD = {
  raw: { packages: ZOD, does: "a `Map` by hand, zod for the id", leavesOut: "a router" },
  bough: {
    packages: ZOD,
    does: "declaration, `verify`, server; zod for the answer, Bough's types for the id",
    leavesOut: "nothing",
  },
  "bough-fastify": {
    packages: [...ZOD, "fastify"],
    does: "the same in an app of Fastify; asked by `inject`",
    leavesOut: "nothing",
  },
  "bough-express": {
    packages: [...ZOD, "express"],
    does: "the same in an app of Express 5; asked by a socket",
    leavesOut: "nothing",
  },
  "bough-hono": {
    packages: [...ZOD, "hono"],
    does: "the same in an app of Hono",
    leavesOut: "nothing",
  },
  fastify: {
    packages: ["fastify"],
    peer: true,
    does: "JSON schemas for id and answer, compiled; asked by `inject`",
    leavesOut: "",
  },
  hono: {
    packages: ["hono", "@hono/zod-validator", "zod"],
    peer: true,
    does: "zod for the id",
    leavesOut: "check of the answer",
  },
  express: {
    packages: ["express", "zod"],
    peer: true,
    does: "zod for the id; asked by a socket",
    leavesOut: "check of the answer",
  },
  h3: {
    packages: ["h3", "zod"],
    peer: true,
    does: "zod for the id",
    leavesOut: "check of the answer",
  },
  elysia: {
    packages: ["elysia", "@sinclair/typebox"],
    peer: true,
    does: "TypeBox for id and answer, compiled at the first request",
    leavesOut: "",
  },
  orpc: {
    packages: ["@orpc/server", "@orpc/openapi", "zod"],
    peer: true,
    does: "zod for id and answer",
    leavesOut: "",
  },
  "ts-rest": {
    packages: ["@ts-rest/core", "@ts-rest/serverless", "zod"],
    peer: true,
    does: "zod for the id",
    leavesOut: "check of the answer",
  },
  trpc: {
    packages: ["@trpc/server", "zod"],
    peer: true,
    does: "zod for input and answer",
    leavesOut: "REST URLs",
  },
  effect: { packages: ["effect"], peer: true, does: "Schema for id and answer", leavesOut: "" },
};

/** Contestants of the benches of types and of the editor. */
export const TYPES = {
  "hand-written": {
    packages: ZOD,
    peer: true,
    does: "zod schemas, handlers and client as plain typed functions",
    leavesOut: "any relation of client and server but the schemas",
  },
  bough: {
    packages: ZOD,
    does: "types declared as interfaces, zod on the server for what is sent",
    leavesOut: "schemas of answers",
  },
  "bough-zod": {
    packages: ZOD,
    does: "the same zod schemas as the others, in the declaration",
    leavesOut: "nothing",
  },
  trpc: {
    packages: ["@trpc/server", "@trpc/client", "zod"],
    peer: true,
    does: "routers, client by the router's type",
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
    does: "routes, `hc` by the app's type",
    leavesOut: "schemas of answers",
  },
  elysia: {
    packages: ["elysia", "@elysiajs/eden", "zod"],
    peer: true,
    does: "routes, Eden by the app's type",
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
    does: "client by generated types",
    leavesOut: "handlers: there is no server",
  },
};

const folderOf = (contestants, name) => (contestants[name].peer ? "../peers/" : "../");

/** Where the module of a server's contestant is. */
export const appOf = (name) =>
  new URL(`${folderOf(SERVERS, name)}apps/${name}.mjs`, import.meta.url).href;

/** Where the module of a client's contestant is. */
export const clientOf = (name) =>
  new URL(`${folderOf(CLIENTS, name)}clients/${name}.mjs`, import.meta.url).href;

/** Where the module of a contestant of the cold start is. */
export const coldOf = (name) =>
  new URL(`${folderOf(COLD, name)}cold/${name}.mjs`, import.meta.url).href;

/** Where the generator of a contestant's types is. */
export const typesOf = (name) =>
  new URL(`${folderOf(TYPES, name)}types/${name}.mjs`, import.meta.url).href;
