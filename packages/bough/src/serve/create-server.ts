// A server: routes, and the Fetch function that serves them.
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { schemesOf } from "../facts/security/declared.ts";
import { challenges } from "../facts/security/server-refusal.ts";
import { fieldsOf, type None } from "../shared/internal/record.ts";
import type { NotAServer } from "../shared/internal/type-error.ts";
import { FetchExchange } from "./exchange/fetch-exchange.ts";
import { rejection } from "./exchange/rejection.ts";
import { verifyTable } from "./options/option-table.ts";
import type { ServerOptions } from "./parts/server-options.ts";
import { SERVER_OPTIONS } from "./parts/verify-options.ts";
import { RoutesView } from "./routes-view.ts";
import type { Routes } from "./routes.ts";
import { ServerCore } from "./server-core.ts";

/** A server: the routes, and the whole server as a Fetch function. */
export interface FetchServer extends Routes {
  /** The whole server, with fetch's own signature: for any Fetch runtime, or as a client's `fetch`. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
}

/** A server whose handlers get an initial context, given with each request. */
export interface ContextServer<Initial extends object> extends Routes<
  Initial,
  never,
  None,
  Initial
> {
  /** Serves one request in its context: `fetch: (request, env) => server.handle(request, { env })`. */
  readonly handle: (request: Request, initial: Initial) => Promise<Response>;
}

/** The server that `createServer` returns. */
export type Server<Initial extends object = never> = [Initial] extends [never]
  ? FetchServer
  : ContextServer<Initial>;

/**
 * Creates a server. `createServer<{ env: Env }>()` gives its handlers an initial context.
 *
 * @example
 * const server = createServer();
 * server.route(api.users.list, () => users.all());
 * await listen(server, { port: 3000 });
 */
export function createServer<Initial extends object = never>(
  options: ServerOptions = {},
): Server<Initial> {
  verifyTable("createServer", options, SERVER_OPTIONS);
  const core = new ServerCore(options, { whole: true });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type argument decides which of the two functions a server has
  return new ServerView(core) as unknown as Server<Initial>;
}

class ServerView extends RoutesView {
  readonly "~core": ServerCore;

  constructor(core: ServerCore) {
    super(core);
    this["~core"] = core;
  }

  readonly fetch = (
    input: Request | string | URL,
    init?: RequestInit,
    ...more: readonly unknown[]
  ): Promise<Response> =>
    this.#answer(() =>
      input instanceof Request && (more.length > 0 || !isInit(init))
        ? input
        : new Request(input, init),
    );

  readonly handle = (request: Request, initial?: object): Promise<Response> =>
    this.#answer(() => request, initial);

  /** Refuses a request for an endpoint, as if the request had a fault: the mock of bough-testing does so. */
  readonly "~refuse" = (
    request: Request,
    status: number,
    { security = [] }: AnyEndpoint,
  ): Promise<Response> => {
    const asked = status === 401 ? challenges(security.flatMap(schemesOf), () => undefined) : [];
    const refused = rejection(status, undefined, asked);
    return new Promise((resolve) => {
      this["~core"].refuse(new FetchExchange(request, undefined, resolve), refused);
    });
  };

  /** Serves a request of a client with a certificate, which a Fetch `Request` does not have. */
  readonly "~certified" = (request: Request, certificate: unknown): Promise<Response> =>
    new Promise((resolve) => {
      const exchange = new FetchExchange(request, undefined, resolve);
      this["~core"].handle(Object.assign(exchange, { certificate: () => certificate }));
    });

  // A value that is not a request rejects, as with fetch itself.
  #answer(request: () => Request, initial?: object): Promise<Response> {
    return new Promise((resolve) => {
      this["~core"].handle(new FetchExchange(request(), initial, resolve));
    });
  }
}

// Beside a request, runtimes pass values of their own: Bun its server, Workers their bindings and a context.
function isInit(init: RequestInit | undefined): boolean {
  return init !== undefined && Object.getPrototypeOf(init) === Object.prototype;
}

/** The argument of a host: a server. */
export type GivenServer<S> = [S] extends [{ readonly "~shape": unknown }]
  ? NotAServer
  : [S] extends [FetchServer]
    ? S
    : FetchServer;

/** The core of a server, for a host; `asked` names the host in errors. */
export function coreOf(asked: string, server: unknown): ServerCore {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only servers have this member
  const core = fieldsOf(server)["~core"] as ServerCore | undefined;
  if (core === undefined) {
    throw new TypeError(`${asked}: got no server; pass what createServer() returned`);
  }
  return core;
}
