// Calls of a server by code that renders a page, for one visitor and without a network. Each call runs through the whole
// pipeline of the server.
import { endpointAt } from "../../declaration/endpoint-at.ts";
import type { ServedData, Serving } from "../../declaration/served.ts";
import { fieldsOf, isRecord } from "../../internal/record.ts";
import { shown } from "../../internal/shown.ts";
import {
  flag,
  hook,
  option,
  anything,
  verifyTable,
  type OptionFault,
} from "../options/option-table.ts";
import { warn } from "../options/report.ts";
import { SharedCalls, type Send } from "./shared-calls.ts";
import { VisitorCookies, type ResponseCookie } from "./visitor-cookies.ts";
import { forwardedHeaders, visitorReader, type Forwarding } from "./visitor-headers.ts";

/** The options of `inProcess`. */
export interface InProcessOptions extends Forwarding {
  /**
   * Passes a cookie that a response sets on to the visitor, in the parts that frameworks take:
   * `({ name, value, options }) => cookies.set(name, value, options)`. Calls wait for a promise that it returns. Later
   * calls send the cookie, with or without this function.
   */
  readonly onSetCookie?: ((cookie: ResponseCookie) => unknown) | undefined;
  /**
   * `false` sends every GET. Default: equal GETs are one call until the next write; not streams, and not responses of more
   * than 1 MiB.
   */
  readonly memoize?: boolean | undefined;
}

/** `fetch` for one visitor, for `createClient`. */
export type InProcessFetch = (
  input: Request | string | URL,
  init?: RequestInit,
) => Promise<Response>;

const OPTIONS: Readonly<Record<keyof InProcessOptions | "initial", OptionFault>> = {
  headers: option(
    "the headers of the visitor's request",
    (headers) => typeof fieldsOf(headers)["get"] === "function" || isRecord(headers),
  ),
  forward: option(
    "an array of header names",
    (names) => Array.isArray(names) && names.every((name) => typeof name === "string"),
  ),
  crossSite: option('"checked-by-framework"', (given) => given === "checked-by-framework"),
  onSetCookie: hook("pass ({ name, value, options }) => …"),
  memoize: flag,
  initial: anything,
};

/**
 * Makes a `fetch` that calls a server without a network, for one visitor:
 * `createClient({ baseUrl, fetch: inProcess(server, { headers: request.headers }) })`. Make one for each request that you
 * render, because it sends the visitor's credentials. Throws `TypeError` for wrong options.
 */
export function inProcess(
  server: Serving & { readonly fetch: InProcessFetch },
  options?: InProcessOptions,
): InProcessFetch;
/** For a server whose handlers get an initial context. */
export function inProcess<Initial extends object>(
  server: Serving & { readonly handle: (request: Request, initial: Initial) => Promise<Response> },
  options: InProcessOptions & { readonly initial: Initial },
): InProcessFetch;
export function inProcess(
  server: Serving,
  options: InProcessOptions & { readonly initial?: object } = {},
): InProcessFetch {
  verifyTable("inProcess", options, OPTIONS);
  const { headers = {}, onSetCookie, initial, memoize = true } = options;
  const { "~serve": serve, "~served": served } = inside(server);
  const read = visitorReader(headers);
  const forwarded = forwardedHeaders(read, options);
  const cookies = new VisitorCookies(read("cookie"));

  const send: Send = async (request) => {
    const path = new URL(request.url).pathname;
    addHeaders(request.headers, forwarded, cookies.lineFor(path));
    const response = await serve(request, initial);
    const lines = response.headers.getSetCookie();
    if (lines.length > 0 && onSetCookie === undefined) {
      warn(
        `inProcess: ${nameOf(request.method, path, served)} sets a cookie that the visitor doesn't get: pass onSetCookie where the framework can set cookies, such as in a server action`,
      );
    }
    for (const cookie of lines.map((line) => cookies.keep(line, path))) {
      // One after the other, because the last of two with one name counts.
      await onSetCookie?.(cookie);
    }
    return response;
  };

  const shared = new SharedCalls(send);
  return async (input, init) => {
    const request = new Request(input, init);
    if (!memoize || /^(?:HEAD|QUERY|OPTIONS)$/.test(request.method)) {
      return send(request);
    }
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    return request.method === "GET" ? shared.get(request, signal) : shared.write(request);
  };
}

/** The members of a server for this process. */
interface Inside {
  readonly "~serve": (request: Request, context?: object) => Promise<Response>;
  readonly "~served": ServedData;
}

function inside(server: Serving): Inside {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server has both; the routes of a host have no `~serve`
  const found = Object(server) as Partial<Inside>;
  if (found["~serve"] === undefined) {
    const received = "~served" in found ? "the routes of a host" : shown(server);
    throw new TypeError(`inProcess: expected what createServer() returned, received ${received}`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that has the one has the other
  return found as Inside;
}

// Headers of the client stay. A trace is both of its headers.
function addHeaders(
  headers: Headers,
  forwarded: readonly (readonly [name: string, value: string])[],
  cookies: string,
): void {
  const isTraced = headers.has("traceparent");
  for (const [name, value] of forwarded) {
    if (!headers.has(name) && !(isTraced && name === "tracestate")) {
      headers.set(name, value);
    }
  }
  // The first of two cookies with one name counts.
  const line = [headers.get("cookie"), cookies].filter(Boolean).join("; ");
  if (line !== "") {
    headers.set("cookie", line);
  }
}

function nameOf(method: string, path: string, { roots, basePath }: ServedData): string {
  const template = endpointAt(roots, method, path.slice(basePath.length))?.endpoint.template;
  return `${method} ${template ?? path}`;
}
