// Routes an MCP server for chosen endpoints of an API, on the server that has them: Streamable HTTP with JSON responses.
// A tool call is a request of the same process, so it passes the checks, limits and observers of the API.
import {
  anonymous,
  bytes,
  failure,
  get,
  json,
  noBody,
  post,
  rootResource,
  string,
  type AnyEndpoint,
  type AnyFailure,
  type AnyResource,
} from "bough";
import {
  contractOf,
  type Contract,
  type ContractEndpoint,
  type ContractRoots,
  type Serving,
  endpointsOf,
  inspectServer,
  type ServerInspection,
} from "bough/contract";
import { RouteError } from "bough/server";
import type { Rejected } from "bough/types";
import { createMcp, type ExposedEndpoint } from "./create-mcp.ts";
import { dottedName, isRead, type ExposureFault } from "./exposed.ts";
import { isForeign } from "./foreign.ts";
import { errorMessage, INVALID_REQUEST, RpcError } from "./json-rpc.ts";
import { verifyMcpOptions, type RouteMcpOptions } from "./mcp-options.ts";
import type { McpResponse } from "./messages.ts";
import { fieldsOf, shown } from "./record.ts";

/** An MCP server that was added to a server. */
export interface RoutedMcp {
  /** The exposed endpoints, in the order of declaration. A snapshot of it shows in a review what a model may newly call. */
  readonly exposed: readonly ExposedEndpoint[];
}

/**
 * Adds an MCP server to a server that `createServer` made, or to a view of it, after the routes of the API:
 * `routeMcp(server, api, { expose: [api.users, api.orders.list] })` serves `/mcp`. Throws a `RouteError` for an endpoint
 * that is not routed, or that a tool cannot call.
 */
export function routeMcp(
  server: Serving,
  api: AnyResource | ContractRoots,
  options: RouteMcpOptions,
): RoutedMcp {
  verifyMcpOptions(options);
  const adding = addingTo(server);
  const { path = "mcp", publicUrl, authorizationServers, security, expose: _, ...more } = options;
  const contract = contractOf(api, { server });
  const mcp = createMcp<McpCall>(
    contract,
    {
      onWarning: warn,
      ...more,
      expose: exposedNames(server, api, contract, options),
      url: LOCAL,
      headers: (endpoint, call) => passedOn(endpoint, contract, call),
      fetch: adding.fetch,
    },
    refuse,
  );
  const base = publicUrl?.replace(/\/+$/, "") ?? LOCAL;
  const metadataUrl = authorizationServers && `${base}/${METADATA}/${path}`;
  const message = async (call: McpCall): Promise<unknown> => {
    const host = call.header("host") ?? new URL(call.request.url).host;
    if (isForeign(host, call.header("origin"), publicUrl)) {
      const body = errorMessage(new RpcError(INVALID_REQUEST, FOREIGN));
      return call.fail(Refused, body, { status: 403 });
    }
    // A message in another encoding than UTF-8 is refused as malformed JSON, or has replaced characters.
    const text = new TextDecoder().decode(call.body);
    return sent(await mcp.respond(text, call, call.header), call, metadataUrl);
  };
  routeMessages(adding, { path, metadataUrl, message, ...(security && { security }) });
  if (authorizationServers !== undefined) {
    routeMetadata(adding, path, {
      resource: `${base}/${path}`,
      authorization_servers: authorizationServers,
      bearer_methods_supported: ["header"],
    });
  }
  return { exposed: mcp.exposed };
}

interface Messages extends Pick<RouteMcpOptions, "security"> {
  readonly path: string;
  readonly metadataUrl: string | undefined;
  readonly message: (call: McpCall) => Promise<unknown>;
}

function routeMessages(
  { routes, failures, leaveOut }: Adding,
  { path, security = [anonymous], metadataUrl, message }: Messages,
): void {
  const [segment, subpath] = split(path);
  const root = rootResource(
    segment,
    { failures, security, rejections: json(MESSAGE) },
    {
      message: post(subpath)
        .request(bytes("application/json"))
        .response(json(MESSAGE))
        .response(noBody, { status: 202 })
        .failure(Refused),
    },
  );
  leaveOut(root);
  routes.rejections(root, ({ status, title, detail }, { respond }) =>
    respond(errorMessage(new RpcError(INVALID_REQUEST, detail ?? title)), {
      headers: status === 401 ? challenged(metadataUrl) : {},
    }),
  );
  routes.route(root, { message });
}

function routeMetadata(
  { routes, failures, leaveOut }: Adding,
  path: string,
  metadata: object,
): void {
  const [segment, subpath] = split(`${METADATA}/${path}`);
  const root = rootResource(
    segment,
    { failures, security: [anonymous] },
    { metadata: get(subpath).response(json(MESSAGE)) },
  );
  leaveOut(root);
  routes.route(root, { metadata: () => metadata });
}

interface McpCall {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
  readonly respond: (body: unknown, options: object) => unknown;
  readonly fail: (failure: AnyFailure, body: unknown, options: object) => never;
}

interface AnyRoutes extends Serving {
  route(node: AnyResource, handlers: Readonly<Record<string, (call: McpCall) => unknown>>): void;
  rejections(
    root: AnyResource,
    write: (rejection: Rejected, call: Pick<McpCall, "respond">) => unknown,
  ): void;
}

const LOCAL = "http://localhost";
const METADATA = ".well-known/oauth-protected-resource";
const FOREIGN =
  "Forbidden: the request is for another host or comes from another origin. The server's publicUrl says which host is its own";
// A schema, because a server may require schemas; the messages are made here.
const MESSAGE = {
  "~standard": {
    version: 1,
    vendor: "bough",
    validate: (value: unknown): { readonly value: object } => ({ value: Object(value) }),
  },
} as const;
const Refused = failure("4XX")
  .body(json(MESSAGE))
  .headers({ "www-authenticate": string().optional() });

function split(path: string): [segment: string, subpath: string] {
  const [segment = "", ...below] = path.split("/");
  return [segment, below.join("/")];
}

function refuse([
  [target, fault, remedy] = ["", "", ""],
  ...others
]: readonly ExposureFault[]): never {
  const rest = others.map((one) => `\n${one.join("\n  ")}`);
  throw new RouteError(target, fault, remedy + rest.join(""));
}

// Outside production.
function warn(text: string): void {
  const { env } = fieldsOf(fieldsOf(globalThis)["process"]);
  if (fieldsOf(env)["NODE_ENV"] !== "production") {
    console.warn(text);
  }
}

interface Adding extends Pick<ServerInspection, "failures" | "leaveOut"> {
  readonly fetch: NonNullable<ServerInspection["fetch"]>;
  readonly routes: AnyRoutes;
}

function addingTo(server: Serving): Adding {
  const found = isRoutes(server) ? inspectServer(server) : undefined;
  if (!isRoutes(server) || found?.fetch === undefined) {
    const received = found === undefined ? shown(server) : "the routes of a host";
    throw new TypeError(
      `routeMcp: expected what createServer() returned or a view of it, received ${received}`,
    );
  }
  return { ...found, fetch: found.fetch, routes: server };
}

// Its types depend on its guards and schemes, which these endpoints do not use.
function isRoutes(server: unknown): server is AnyRoutes {
  return typeof fieldsOf(server)["route"] === "function";
}

// The names of the exposed endpoints. One without a handler would be a tool that always fails.
function exposedNames(
  server: Serving,
  api: AnyResource | ContractRoots,
  { endpoints }: Contract,
  { expose, writes = false }: RouteMcpOptions,
): string[] {
  const keyOf = ({ method, template }: EndpointLike): string => `${method} ${template}`;
  const names = new Map(endpoints.map((endpoint) => [keyOf(endpoint), dottedName(endpoint)]));
  const known = new Set<AnyEndpoint>(
    endpointsOf(...(isResource(api) ? [api] : Object.values(api))),
  );
  const unrouted = new Set(server.unrouted());
  return expose.flatMap((node) => {
    const own = isResource(node) ? endpointsOf(node) : [node];
    if (!own.every((endpoint) => known.has(endpoint))) {
      const target = isResource(node) ? node.path : keyOf(node);
      throw new RouteError(
        target,
        "is not in the API that routeMcp was given",
        "expose a part of it",
      );
    }
    const exposed = own.filter((endpoint) => writes || !isResource(node) || isRead(endpoint));
    const missing = exposed.find((endpoint) => unrouted.has(endpoint));
    if (missing !== undefined) {
      throw new RouteError(
        keyOf(missing),
        "is exposed to agents and has no handler",
        "call routeMcp after the routes of the API, or expose less",
      );
    }
    return exposed.flatMap((endpoint) => names.get(keyOf(endpoint)) ?? []);
  });
}

type EndpointLike = Pick<ContractEndpoint, "method" | "template">;

function isResource(node: AnyResource | AnyEndpoint | ContractRoots): node is AnyResource {
  const { path, template } = fieldsOf(node);
  return typeof path === "string" && typeof template !== "string";
}

// What belongs to the caller: its credentials, its language and its trace. Cookies belong to a browser, and the rest to
// the connection.
function passedOn(
  { security = [] }: ContractEndpoint,
  { components }: Contract,
  { header }: McpCall,
): Record<string, string> {
  const keys = security.flatMap(Object.keys).flatMap((name) => {
    const { type, in: place, name: key } = components.security[name] ?? { type: "none" };
    return type === "apiKey" && place === "header" && typeof key === "string"
      ? [key.toLowerCase()]
      : [];
  });
  const passed: Record<string, string> = {};
  for (const name of ["authorization", "accept-language", "traceparent", ...keys]) {
    const value = header(name);
    if (value !== undefined) {
      passed[name] = value;
    }
  }
  return passed;
}

function sent(
  { status, body, challenge }: McpResponse,
  call: McpCall,
  metadataUrl: string | undefined,
): unknown {
  // The client gets a token there and sends the message again. Without such a server, the model is told.
  if (metadataUrl !== undefined && challenge !== undefined && /\bBearer\b/i.test(challenge.text)) {
    const headers = challenged(metadataUrl, challenge.text);
    return call.fail(Refused, body, { status: challenge.status, headers });
  }
  return status >= 400 ? call.fail(Refused, body, { status }) : call.respond(body, { status });
}

// RFC 9728 5.1, RFC 6750 3.
function challenged(metadataUrl: string | undefined, asked = ""): Record<string, string> {
  if (metadataUrl === undefined) {
    return {};
  }
  const kept = [...asked.matchAll(/\b(?:error|scope)="[^"]*"/g)].map(([text]) => text);
  return {
    "www-authenticate": `Bearer ${[...kept, `resource_metadata="${metadataUrl}"`].join(", ")}`,
  };
}
