// The options of `routeMcp`, checked.
import type { AnySecurity } from "../declaration/security/security.ts";
import { isEndpoint, isResource } from "../declaration/tree/nodes.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { AnyResource } from "../declaration/tree/placement.ts";
import { fieldsOf, isRecord } from "../internal/record.ts";
import {
  amount,
  flag,
  hook,
  option,
  verifyTable,
  type OptionTable,
} from "../server/options/option-table.ts";
import type { McpOptions } from "./create-mcp.ts";

/** The options of `routeMcp`. */
export interface RouteMcpOptions extends McpOptions {
  /** The path of the MCP endpoint, without slashes at its ends. Default: `"mcp"`. */
  readonly path?: string;
  /** The resources whose `GET` and `QUERY` endpoints are exposed, and endpoints of any method. */
  readonly expose: readonly (AnyResource | AnyEndpoint)[];
  /**
   * The URL under which clients reach the server, with the path before its endpoints: `"https://api.example.com"`. Requests
   * for another host are refused, except for loopback names.
   */
  readonly publicUrl?: string;
  /** The authorization servers that issue tokens for the API (RFC 9728): their issuer URLs. Needs `publicUrl`. */
  readonly authorizationServers?: readonly string[];
  /** The security of the MCP endpoint itself. Give a view of `secured` then. Default: none, because each call is checked. */
  readonly security?: readonly AnySecurity[];
}

const OPTIONS: Readonly<Record<keyof RouteMcpOptions, OptionTable[string]>> = {
  path: option('a path without slashes at its ends, such as "mcp"', isPath),
  expose: option(
    "a list of resources and endpoints, such as [api.users, api.orders.list]",
    (expose) => Array.isArray(expose) && expose.length > 0 && expose.every(isNode),
  ),
  writes: flag,
  style: option('"tools" or "search"', (style) => style === "tools" || style === "search"),
  publicUrl: option('an absolute URL such as "https://api.example.com"', isUrl),
  authorizationServers: option(
    'a list of URLs, such as ["https://login.example.com"]',
    (servers) => Array.isArray(servers) && servers.length > 0 && servers.every(isUrl),
  ),
  security: option("a list of schemes", Array.isArray),
  info: option("an object { title, version }", isRecord),
  instructions: option("a text", (text) => typeof text === "string"),
  maxItems: amount,
  maxBytes: amount,
  maxWait: amount,
  onWarning: hook("pass (warning) => …"),
};

/** Throws a `TypeError` for wrong options. */
export function verifyMcpOptions(options: RouteMcpOptions): void {
  verifyTable("routeMcp", options, OPTIONS);
  if (options.expose === undefined) {
    throw new TypeError("routeMcp: expose is missing: expose: [api.users]");
  }
  if (options.authorizationServers !== undefined && options.publicUrl === undefined) {
    throw new TypeError(
      "routeMcp: authorizationServers needs publicUrl, because clients compare the URL of the resource",
    );
  }
}

function isNode(node: unknown): boolean {
  const fields = fieldsOf(node);
  return isEndpoint(fields) || isResource(fields);
}

function isUrl(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && /^https?:\/\//.test(url);
}

function isPath(path: unknown): boolean {
  return typeof path === "string" && path.split("/").every((segment) => /^[\w.~-]+$/.test(segment));
}
