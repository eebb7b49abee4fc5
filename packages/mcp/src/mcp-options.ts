// The options of `routeMcp`, checked.
import type { AnyEndpoint, AnyResource } from "bough";
import type { AnySecurity } from "bough/types";
import type { McpOptions } from "./create-mcp.ts";
import { fieldsOf, isRecord, shown } from "./record.ts";

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
  /** The security of the MCP endpoint itself; then pass a view of `secured`. Default: none, because each call is checked. */
  readonly security?: readonly AnySecurity[];
}

type Check = readonly [needed: string, holds: (value: unknown) => boolean];

const amount: Check = ["a number from 0", (value) => typeof value === "number" && value >= 0];

// The compiler refuses wrong options, but they may come from plain JavaScript or from the environment.
const CHECKS: Readonly<Record<keyof RouteMcpOptions, Check>> = {
  path: ['a path without slashes at its ends, such as "mcp"', isPath],
  expose: [
    "a list of resources and endpoints, such as [api.users, api.orders.list]",
    (expose) => isFilled(expose, isNode),
  ],
  writes: ["true or false", (writes) => typeof writes === "boolean"],
  style: ['"tools" or "search"', (style) => style === "tools" || style === "search"],
  publicUrl: ['an absolute URL such as "https://api.example.com"', isUrl],
  authorizationServers: [
    'a list of URLs, such as ["https://login.example.com"]',
    (servers) => isFilled(servers, isUrl),
  ],
  security: ["a list of schemes", Array.isArray],
  info: ["an object { title, version }", isRecord],
  instructions: ["a text", (text) => typeof text === "string"],
  maxItems: amount,
  maxBytes: amount,
  maxWait: amount,
  onWarning: ["a function, (warning) => …", (warn) => typeof warn === "function"],
};

/** Throws a `TypeError` for wrong options. */
export function verifyMcpOptions(options: RouteMcpOptions): void {
  const fault = faultIn(options);
  if (fault !== undefined) {
    throw new TypeError(`routeMcp: ${fault}`);
  }
}

function faultIn(options: unknown): string | undefined {
  const names = Object.keys(CHECKS).join(", ");
  if (!isRecord(options)) {
    return `expected an options object { ${names} }, received ${shown(options)}`;
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(CHECKS, name));
  if (unknown !== undefined) {
    return `unknown option ${JSON.stringify(unknown)}: the options are ${names}`;
  }
  for (const [name, [needed, holds]] of Object.entries(CHECKS)) {
    if (options[name] !== undefined && !holds(options[name])) {
      return `expected ${name} to be ${needed}, received ${shown(options[name])}`;
    }
  }
  return options["expose"] === undefined
    ? "expose is missing: expose: [api.users]"
    : options["authorizationServers"] !== undefined && options["publicUrl"] === undefined
      ? "authorizationServers needs publicUrl, because clients compare the URL of the resource"
      : undefined;
}

function isFilled(list: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(list) && list.length > 0 && list.every(holds);
}

// A dynamic resource is a function.
function isNode(node: unknown): boolean {
  const { template, path } = fieldsOf(node);
  return typeof template === "string" || typeof path === "string";
}

function isUrl(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && /^https?:\/\//.test(url);
}

function isPath(path: unknown): boolean {
  return typeof path === "string" && path.split("/").every((segment) => /^[\w.~-]+$/.test(segment));
}
