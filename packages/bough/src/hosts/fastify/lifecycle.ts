// A route's request in Fastify's lifecycle: hooks of the route, which run after those of the project.
// `preParsing` is the last hook before a body is parsed, and `preValidation` the first after it.
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteOptions,
} from "fastify";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { ServerCore } from "../../server/server-core.ts";
import { belowMount } from "../mount.ts";
import { BODILESS } from "./body-parsing.ts";
import { exchangeOf, keepExchange } from "./exchanged-request.ts";
import { FastifyExchange, type FastifyRules } from "./fastify-exchange.ts";
import type { RouteTable, TableRoute } from "./route-table.ts";
import { parsingRejection, UnreadBody } from "./unread-body.ts";

/** A route of the host's router, and its endpoints. */
interface OwnRoute {
  readonly route: TableRoute;
  readonly proposes: (endpoint: AnyEndpoint) => boolean;
}

/** What all routes of one `routing` do with their requests. */
export class Lifecycle {
  readonly #app: FastifyInstance;
  readonly #core: ServerCore;
  readonly #rules: FastifyRules;
  readonly #table: RouteTable;
  /** The number of segments before the paths of the tree. */
  readonly #depth: number;

  constructor(app: FastifyInstance, core: ServerCore, rules: FastifyRules, table: RouteTable) {
    this.#app = app;
    this.#core = core;
    this.#rules = rules;
    this.#table = table;
    this.#depth = app.prefix.split("/").filter((segment) => segment !== "").length;
  }

  /** Makes a route of the host. */
  optionsOf(method: HTTPMethods, route: TableRoute, hidden: boolean): RouteOptions {
    const own: OwnRoute = { route, proposes: (endpoint) => this.#proposes(route, endpoint) };
    const options: RouteOptions = {
      method,
      url: route.url,
      exposeHeadRoute: false,
      preParsing: (request, reply, payload, next) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a hook may replace the stream, and the replacement is read in the same way
        this.#begin(own, { request, reply }, payload as FastifyRequest["raw"], next);
      },
      handler: (request) => exchangeOf(request)?.handle(),
      errorHandler: (error, request, reply) => this.#fail(error, request, reply),
    };
    if (!BODILESS.has(method)) {
      options.preValidation = (request, _reply, next) =>
        exchangeOf(request)?.received(request.body, next);
    }
    if (hidden) {
      // Hides the route from plugins that document an app.
      options.schema = { hide: true } as object;
    }
    return options;
  }

  // The tree decides only among the endpoints that the host's router has preselected. A request on another
  // route has not passed the hooks of this one.
  #proposes(route: TableRoute, endpoint: AnyEndpoint): boolean {
    return !route.exact || this.#table.hasRoute(endpoint, route);
  }

  #begin(
    own: OwnRoute,
    host: FastifyExchange["host"],
    payload: FastifyRequest["raw"],
    next: () => void,
  ): void {
    const mounted = belowMount(host.request.raw.url ?? "", this.#depth);
    if (mounted === undefined) {
      host.reply.callNotFound();
      return;
    }
    const exchange = new FastifyExchange(host, mounted, own.route, this.#rules);
    keepExchange(exchange);
    exchange.begin(payload, next);
    this.#core.handle(exchange, () => host.reply.callNotFound(), own.proposes);
  }

  // A body that was not read gets the usual rejection. Other errors belong to the project.
  #fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown {
    const exchange = exchangeOf(request);
    if (exchange !== undefined) {
      exchange.show();
      if (exchange.answersFor(error)) {
        return undefined;
      }
      if (error instanceof UnreadBody) {
        exchange.refuse(error.fault);
        return undefined;
      }
      const rejected = parsingRejection(error);
      if (rejected !== undefined) {
        this.#core.refuse(exchange, rejected);
        return undefined;
      }
    }
    if (error instanceof Error) {
      // Throwing passes it to the app's error handler.
      throw error;
    }
    return this.#app.errorHandler(error, request, reply);
  }
}
