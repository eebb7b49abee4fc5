// A request of a route in Fastify's lifecycle: hooks of the route itself, which run after
// those of the project. `preParsing` is the last before a body is parsed, `preValidation`
// the first after it.
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from "fastify";
import type { ServerCore } from "../../server/server-core.ts";
import { rejectionAnswer } from "../../server/rejection.ts";
import { belowMount } from "../mount.ts";
import { exchangeOf, keepExchange } from "./exchanged-request.ts";
import { FastifyExchange } from "./fastify-exchange.ts";
import type { FastifyRules } from "./fastify-exchange.ts";
import type { TableRoute } from "./route-table.ts";
import { parsingRejection, UnreadBody } from "./unread-body.ts";

/** What every route of a `routing` does with its requests. */
export class Lifecycle {
  readonly #app: FastifyInstance;
  readonly #core: ServerCore;
  readonly #rules: FastifyRules;
  /** How many segments stand before the paths of the tree. */
  readonly #depth: number;

  constructor(app: FastifyInstance, core: ServerCore, rules: FastifyRules) {
    this.#app = app;
    this.#core = core;
    this.#rules = rules;
    this.#depth = app.prefix.split("/").filter((segment) => segment !== "").length;
  }

  /** A route of the host, but for its method. */
  optionsOf(route: TableRoute, hidden: boolean): Omit<RouteOptions, "method"> {
    return {
      url: route.url,
      exposeHeadRoute: false,
      // What documents an app leaves out what says so.
      ...(hidden && { schema: { hide: true } as object }),
      preParsing: (request, reply, payload, next) => {
        // A hook may give a stream of its own in its place; it is read like this one.
        this.#begin(route, { request, reply }, payload as FastifyRequest["raw"], next);
      },
      preValidation: (request, _reply, next) => exchangeOf(request)?.received(request.body, next),
      handler: (request, reply) => this.#handle(request, reply),
      errorHandler: (error, request, reply) => this.#fail(error, request, reply),
    };
  }

  #begin(
    route: TableRoute,
    host: FastifyExchange["host"],
    payload: FastifyRequest["raw"],
    next: () => void,
  ): void {
    const mounted = belowMount(host.request.raw.url ?? "", this.#depth);
    if (mounted === undefined) {
      host.reply.callNotFound();
      return;
    }
    const exchange = new FastifyExchange(host, mounted, route, this.#rules);
    keepExchange(exchange);
    exchange.begin(payload, next);
    if (this.#rules.guardsFirst) {
      this.#core.handle(exchange, () => host.reply.callNotFound());
    }
  }

  #handle(request: FastifyRequest, reply: FastifyReply): void {
    const exchange = exchangeOf(request);
    if (exchange === undefined || this.#rules.guardsFirst) {
      exchange?.handle();
    } else {
      this.#core.handle(exchange, () => reply.callNotFound());
    }
  }

  // Of a body that was not read the client hears as anywhere; the rest is the project's.
  #fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown {
    const exchange = exchangeOf(request);
    if (exchange !== undefined) {
      exchange.show();
      if (error instanceof UnreadBody) {
        exchange.refuse(error.fault);
        return undefined;
      }
      const rejected = parsingRejection(error);
      if (rejected !== undefined) {
        exchange.send(rejectionAnswer(rejected));
        return undefined;
      }
    }
    if (error instanceof Error) {
      // Thrown on, it comes to the error handler of the app.
      throw error;
    }
    return this.#app.errorHandler(error, request, reply);
  }
}
