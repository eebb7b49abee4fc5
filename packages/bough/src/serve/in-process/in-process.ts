// Calls of a server by code that renders a page, for one visitor and without a network: the server's `fetch`, with the
// headers and cookies of the visitor, and one response for equal GETs.
import {
  parseCookieField,
  parseSetCookieField,
  type CookieOptions,
} from "../../shared/http/cookie-field.ts";
import { decodePercent } from "../../shared/http/percent.ts";
import { fieldsOf, isRecord } from "../../shared/internal/record.ts";
import { untilAborted } from "../../shared/internal/until-aborted.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { anything, flag, hook, option, verifyTable } from "../options/option-table.ts";
import { warn } from "../options/report.ts";

/** The headers of a visitor's request: `Headers`, what Next.js returns, or an object such as that of Node. */
export type VisitorHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** A cookie that a response has set, in the parts that the cookie functions of frameworks take. */
export interface ResponseCookie {
  readonly name: string;
  /** Decoded: frameworks encode it. */
  readonly value: string;
  /** All attributes, because frameworks have other defaults than browsers. `path` is always there. */
  readonly options: CookieOptions;
}

/** The options of `inProcess`. */
export interface InProcessOptions {
  /** The headers of the visitor's request. */
  readonly headers?: VisitorHeaders | undefined;
  /**
   * Names of more headers to send. `Cookie`, `Authorization`, `Accept-Language`, `Traceparent`, `Tracestate`, `Origin` and
   * `Sec-Fetch-Site` are always sent; `Host`, `Connection`, `Range`, `Content-…` and `If-…` never are.
   */
  readonly forward?: readonly string[] | undefined;
  /**
   * `"checked-by-framework"` doesn't send `Origin` and `Sec-Fetch-Site`, so the server accepts writes from pages of other
   * sites. Default: it refuses them, as over the network.
   */
  readonly crossSite?: "checked-by-framework" | undefined;
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

// They describe the visitor's connection, body or cache.
const NEVER = /^(?:host|connection|range|(?:content|if)-.*)$/i;
const ALWAYS = ["authorization", "accept-language", "traceparent", "tracestate"];
const SITE = ["origin", "sec-fetch-site"];

const OPTIONS = {
  headers: option(
    "the headers of the visitor's request",
    (headers) => typeof fieldsOf(headers)["get"] === "function" || isRecord(headers),
  ),
  forward: option(
    "an array of header names, without those of the visitor's connection, body and cache",
    (names) =>
      Array.isArray(names) && names.every((name) => typeof name === "string" && !NEVER.test(name)),
  ),
  crossSite: option('"checked-by-framework"', (given) => given === "checked-by-framework"),
  onSetCookie: hook("pass ({ name, value, options }) => …"),
  memoize: flag,
  initial: anything,
};

type Serve = (request: Request, initial?: object) => Promise<Response>;

/**
 * Makes a `fetch` that calls a server without a network, for one visitor:
 * `createClient({ baseUrl, fetch: inProcess(server, { headers: request.headers }) })`. Make one for each request that you
 * render, because it sends the visitor's credentials. Throws `TypeError` for wrong options.
 */
export function inProcess(
  server: { readonly fetch: InProcessFetch },
  options?: InProcessOptions,
): InProcessFetch;
/** For a server whose handlers get an initial context. */
export function inProcess<Initial extends object>(
  server: { readonly handle: (request: Request, initial: Initial) => Promise<Response> },
  options: InProcessOptions & { readonly initial: Initial },
): InProcessFetch;
export function inProcess(
  server: { readonly fetch?: Serve; readonly handle?: Serve },
  options: InProcessOptions & { readonly initial?: object } = {},
): InProcessFetch {
  verifyTable("inProcess", options, OPTIONS);
  const { initial, memoize = true } = options;
  const serve = (initial === undefined ? server?.fetch : server?.handle)?.bind(server);
  if (serve === undefined) {
    throw new TypeError(
      `inProcess: expected what createServer() returned, received ${shown(server)}`,
    );
  }
  const visitor = new Visitor(options);
  const send = async (request: Request): Promise<Response> => {
    visitor.addTo(request.headers);
    const response = await serve(request, initial);
    await visitor.keep(response, request);
    return response;
  };
  const shared = new SharedGets(send);
  return async (input, init) => {
    const request = new Request(input, init);
    if (!memoize || /^(?:HEAD|QUERY|OPTIONS)$/.test(request.method)) {
      return send(request);
    }
    if (request.method === "GET") {
      return shared.get(request, init?.signal ?? (input instanceof Request ? input.signal : null));
    }
    // What was read before a write, or during it, may be out of date.
    shared.clear();
    return send(request).finally(() => shared.clear());
  };
}

/** The visitor for whom calls are made: its headers, and its cookies with those that responses have set since. */
class Visitor {
  readonly #sent: ReadonlyMap<string, string | undefined>;
  readonly #onSetCookie: InProcessOptions["onSetCookie"];
  #cookies: string | undefined;

  constructor({ headers = {}, forward = [], crossSite, onSetCookie }: InProcessOptions) {
    const read = readerOf(headers);
    const never = crossSite === undefined ? ["cookie"] : ["cookie", ...SITE];
    const names = new Set([...ALWAYS, ...SITE, ...forward.map((name) => name.toLowerCase())]);
    const sent = new Map<string, string | undefined>();
    for (const name of names) {
      sent.set(name, never.includes(name) ? undefined : read(name));
    }
    // Old browsers send `Origin` alone. Over the network, the server compares it with the visitor's `Host`, which isn't
    // sent here, because the client's base URL says where the call goes.
    const origin = sent.get("origin") ?? "";
    if (
      !sent.get("sec-fetch-site") &&
      URL.canParse(origin) &&
      new URL(origin).host === read("host")
    ) {
      sent.set("sec-fetch-site", "same-origin");
    }
    this.#sent = sent;
    this.#cookies = read("cookie");
    this.#onSetCookie = onSetCookie;
  }

  /** Adds the visitor's headers to those of the client, which go first. A trace is both of its headers. */
  addTo(headers: Headers): void {
    const isTraced = headers.has("traceparent");
    for (const [name, value] of this.#sent) {
      if (value !== undefined && !headers.has(name) && !(isTraced && name === "tracestate")) {
        headers.set(name, value);
      }
    }
    // The first of two cookies with one name counts.
    const line = [headers.get("cookie"), this.#cookies].filter(Boolean).join("; ");
    if (line !== "") {
      headers.set("cookie", line);
    }
  }

  /** Keeps the cookies that a response sets, and tells the framework. */
  async keep(response: Response, { method, url }: Request): Promise<void> {
    const lines = response.headers.getSetCookie();
    if (lines.length > 0 && this.#onSetCookie === undefined) {
      warn(
        `inProcess: ${method} ${new URL(url).pathname} sets a cookie that the visitor doesn't get: pass onSetCookie where the framework can set cookies, such as in a server action`,
      );
    }
    for (const line of lines) {
      const { name, value, ...attributes } = parseSetCookieField(line);
      const { maxAge, expires } = attributes;
      const isOver = maxAge === undefined ? Number(expires) <= Date.now() : maxAge <= 0;
      const { [name]: _, ...others } = parseCookieField(this.#cookies ?? "");
      const now = isOver ? others : { ...others, [name]: value };
      this.#cookies = Object.entries(now)
        .map((pair) => pair.join("="))
        .join("; ");
      const options = { httpOnly: false, secure: false, path: "/", ...attributes };
      // One after the other, because the last of two with one name counts.
      await this.#onSetCookie?.({ name, value: decodePercent(value) ?? value, options });
    }
  }
}

function readerOf(headers: VisitorHeaders): (name: string) => string | undefined {
  if (typeof headers["get"] === "function") {
    const { get } = headers;
    return (name) => get.call(headers, name) ?? undefined;
  }
  const known = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  return (name) => known.get(name)?.toString();
}

const MOST_BYTES = 1_048_576;

/** Returns the caller's own response; `undefined` if it is a stream that another caller has. */
type Take = () => Response | undefined;

/** Equal GETs of one visitor: components of a page may ask for the same data, each on its own. */
class SharedGets {
  readonly #send: (request: Request) => Promise<Response>;
  /** By URL and headers of the caller. */
  readonly #calls = new Map<string, Promise<Take>>();

  constructor(send: (request: Request) => Promise<Response>) {
    this.#send = send;
  }

  clear(): void {
    this.#calls.clear();
  }

  /** Sends a GET, or joins an equal one. Only the caller's own promise ends with its signal. */
  async get(request: Request, signal: AbortSignal | null): Promise<Response> {
    signal?.throwIfAborted();
    const key = [request.url, ...[...request.headers].flat()].join("\n");
    const call = this.#calls.get(key) ?? this.#begin(key, request);
    const leave = (): void => {
      this.#calls.delete(key);
      // Nobody may read a stream any more.
      call.then((take) => take()?.body?.cancel()).catch(() => undefined);
    };
    const taken = (await untilAborted(call, signal, leave))();
    if (taken === undefined) {
      return this.#send(request);
    }
    const { status, headers, body } = taken;
    const piped = signal && body?.pipeThrough(new TransformStream(), { signal });
    return piped ? new Response(piped, { status, headers }) : taken;
  }

  #begin(key: string, request: Request): Promise<Take> {
    const forget = (): boolean => this.#calls.delete(key);
    const call = this.#send(new Request(request, { signal: null })).then(async (response) => {
      const { status, headers, body } = response;
      // A stream has no length, and goes to the first caller.
      const length = body === null ? 0 : Number(headers.get("content-length") ?? Infinity);
      // The next attempt may have another outcome.
      if (length > MOST_BYTES || /^(?:401|408|429|5..)$/.test(`${status}`)) {
        forget();
      }
      if (length <= MOST_BYTES) {
        const bytes = body && (await response.arrayBuffer());
        return () => new Response(bytes, { status, headers });
      }
      let rest: Response | undefined = response;
      return () => {
        const taken = rest;
        rest = undefined;
        return taken;
      };
    });
    // Those who wait get the error.
    call.catch(forget);
    this.#calls.set(key, call);
    return call;
  }
}
