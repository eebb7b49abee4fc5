// Routes an MCP server for chosen endpoints of an API, on the server that has them: Streamable HTTP with JSON responses.
// A tool call is a request of the same process, so it passes the checks, limits and observers of the API.
import { bytes } from "../bodies/binary/declared.ts";
import { json } from "../bodies/json/declared.ts";
import { nodesOf, type ContractRoots } from "../contract/contract-source.ts";
import type { Contract, ContractEndpoint } from "../contract/contract.ts";
import { contractOf } from "../contract/contract-of.ts";
import { servedTrees } from "../contract/served-trees.ts";
import { noBody } from "../declaration/body/body.ts";
import { get, post } from "../declaration/endpoint/verbs.ts";
import { failure } from "../declaration/failure/failure.ts";
import { string } from "../declaration/parameter/parameter-types.ts";
import { anonymous } from "../declaration/security/security.ts";
import type { Serving } from "../declaration/served.ts";
import { isEndpoint } from "../declaration/tree/nodes.ts";
import type { AnyResource } from "../declaration/tree/placement.ts";
import { declare } from "../declaration/tree/resource-declare.ts";
import type { StandardSchemaV1 } from "../schema/standard-schema.ts";
import { shown } from "../internal/shown.ts";
import type { ServerCall } from "../server/call/call.ts";
import { FetchExchange } from "../server/exchange/fetch-exchange.ts";
import { warn } from "../server/options/report.ts";
import { RoutesView } from "../server/routes-view.ts";
import { RouteError } from "../server/routing/route-error.ts";
import { createMcp, type ExposedEndpoint } from "./create-mcp.ts";
import { isForeign } from "./foreign.ts";
import type { McpResponse } from "./messages.ts";
import { errorMessage, INVALID_REQUEST, RpcError } from "./json-rpc.ts";
import type { ExposureFault } from "./exposed.ts";
import { verifyMcpOptions, type RouteMcpOptions } from "./mcp-options.ts";

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
  const { view, serve } = viewOf(server);
  const { path = "mcp", publicUrl, authorizationServers, expose, security, ...more } = options;
  const trees = servedTrees(api, view["~served"]);
  const contract = contractOf(trees);
  const base = publicUrl?.replace(/\/+$/, "") ?? LOCAL;
  const mcp = createMcp<ServerCall>(
    contract,
    {
      onWarning: warn,
      ...more,
      expose: exposedNames(view, trees, expose),
      url: LOCAL,
      headers: (endpoint, call) => passedOn(endpoint, contract, call),
      fetch: (request, call) => inProcess(serve, request, call),
    },
    refuse,
  );
  const metadataUrl = authorizationServers && `${base}/${METADATA}/${path}`;
  const [segment, ...below] = path.split("/");
  const root = declare("root", [
    segment,
    { failures: view["~failures"], security: security ?? [anonymous], rejections: json(MESSAGE) },
    {
      message: post(below.join("/"))
        .request(bytes("application/json"))
        .response(json(MESSAGE))
        .response(noBody, { status: 202 })
        .failure(Refused),
    },
  ]);
  view["~leaveOut"](root);
  view.rejections(root, ({ status, title, detail }, { respond }) =>
    respond(errorMessage(new RpcError(INVALID_REQUEST, detail ?? title)), {
      headers: status === 401 ? challenged(metadataUrl) : {},
    }),
  );
  view.route(root, {
    message: async (call: ServerCall): Promise<unknown> => {
      const host = call.header("host") ?? new URL(call.request.url).host;
      if (isForeign(host, call.header("origin"), publicUrl)) {
        return call.fail(Refused, errorMessage(new RpcError(INVALID_REQUEST, FOREIGN)), {
          status: 403,
        });
      }
      return sent(await mcp.respond(textOf(call.body), call, call.header), call, metadataUrl);
    },
  });
  if (authorizationServers !== undefined) {
    const resource = `${base}/${path}`;
    routeMetadata(view, path, { resource, authorization_servers: authorizationServers });
  }
  return { exposed: mcp.exposed };
}

const LOCAL = "http://localhost";
const METADATA = ".well-known/oauth-protected-resource";
const FOREIGN =
  "Forbidden: the request is for another host or comes from another origin. The server's publicUrl says which host is its own";
// A schema, because a server may require schemas; the messages are made here.
const MESSAGE: StandardSchemaV1<object> = {
  "~standard": { version: 1, vendor: "bough", validate: (value) => ({ value: Object(value) }) },
};
const Refused = failure("4XX")
  .body(json(MESSAGE))
  .headers({ "www-authenticate": string().optional() });

function refuse([
  [target, fault, remedy] = ["", "", ""],
  ...others
]: readonly ExposureFault[]): never {
  const rest = others.map((one) => `\n${one.join("\n  ")}`);
  throw new RouteError(target, fault, remedy + rest.join(""));
}

type Serve = NonNullable<RoutesView["~serve"]>;

function inProcess(serve: Serve, request: Request, call: ServerCall): Promise<Response> {
  const exchange = call["~exchange"];
  const context = exchange instanceof FetchExchange ? exchange.context : undefined;
  return serve(new Request(request, { signal: call.signal }), context);
}

function viewOf(server: Serving): { readonly view: RoutesView; readonly serve: Serve } {
  const serve = server instanceof RoutesView ? server["~serve"] : undefined;
  if (server instanceof RoutesView && serve !== undefined) {
    return { view: server, serve };
  }
  const received = server instanceof RoutesView ? "the routes of a host" : shown(server);
  throw new TypeError(
    `routeMcp: expected what createServer() returned or a view of it, received ${received}`,
  );
}

// The names of what is exposed, from the trees; an endpoint without a handler would be a tool that always fails.
function exposedNames(
  view: RoutesView,
  trees: unknown,
  expose: RouteMcpOptions["expose"],
): string[] {
  const { nodes } = nodesOf(trees, "routeMcp");
  const unrouted = new Set(view.unrouted());
  return expose.map((node) => {
    const found = nodes.find((one) => one.node === node);
    const target = "template" in node ? `${node.method} ${node.template}` : node.path;
    if (found === undefined) {
      throw new RouteError(
        target,
        "is not in the API that routeMcp was given",
        "expose a part of it",
      );
    }
    const name = found.name.join(".");
    const missing = nodes.find(
      (one) =>
        isEndpoint(one.node) &&
        unrouted.has(one.node) &&
        `${one.name.join(".")}.`.startsWith(name === "" ? "" : `${name}.`),
    );
    if (missing !== undefined && isEndpoint(missing.node)) {
      throw new RouteError(
        `${missing.node.method} ${missing.node.template}`,
        "is exposed to agents and has no handler",
        "call routeMcp after the routes of the API, or expose less",
      );
    }
    return name;
  });
}

// What belongs to the caller: its credentials, its language and its trace. Cookies belong to a browser, and the rest to
// the connection.
function passedOn(
  { security = [] }: ContractEndpoint,
  { components }: Contract,
  { header }: ServerCall,
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
  call: ServerCall,
  metadataUrl: string | undefined,
): unknown {
  // The client gets a token there and sends the message again. Without such a server, the model is told.
  if (metadataUrl !== undefined && challenge !== undefined && /\bBearer\b/i.test(challenge.text)) {
    const headers = challenged(metadataUrl, challenge.text);
    return call.fail(Refused, body, { status: challenge.status, headers });
  }
  return status >= 400 ? call.fail(Refused, body, { status }) : call.respond(body, { status });
}

// A message in another encoding than UTF-8 is refused as malformed JSON, or has replaced characters.
function textOf(body: unknown): string {
  return new TextDecoder().decode(body instanceof Uint8Array ? body : undefined);
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

function routeMetadata(view: RoutesView, path: string, given: object): void {
  const metadata = { ...given, bearer_methods_supported: ["header"] };
  const [segment, ...below] = `${METADATA}/${path}`.split("/");
  const root = declare("root", [
    segment,
    { failures: view["~failures"], security: [anonymous] },
    { metadata: get(below.join("/")).response(json(MESSAGE)) },
  ]);
  view["~leaveOut"](root);
  view.route(root, { metadata: () => metadata });
}
