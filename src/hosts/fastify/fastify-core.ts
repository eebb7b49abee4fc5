// The core of routes on Fastify. A handler waits until Fastify has come to it: the
// `preValidation` and `preHandler` hooks of the project run first, and may answer.
import type { AnyEndpoint } from "../../declaration/placed-endpoint.ts";
import type { ServerCall } from "../../server/call.ts";
import { ServerCore } from "../../server/server-core.ts";
import type { EdgeOptions, RawRouteOptions } from "../../server/server-core.ts";
import type { ServerOptions } from "../../server/server-options.ts";
import type { Around, Guard, RawHandler, ViewSteps } from "../../server/view.ts";
import type { FastifyExchange } from "./fastify-exchange.ts";
import type { RouteTable, TableRoute } from "./route-table.ts";

/** A core whose requests come from the routes of an app. */
export class FastifyCore extends ServerCore {
  readonly #table: RouteTable;
  readonly #guardsFirst: boolean;

  constructor(options: ServerOptions, edge: EdgeOptions, table: RouteTable, guardsFirst: boolean) {
    super(options, edge);
    this.#table = table;
    this.#guardsFirst = guardsFirst;
  }

  override prepare(
    endpoint: AnyEndpoint,
    handler: RawHandler,
    steps: ViewSteps,
    options: RawRouteOptions,
  ): () => void {
    // Known only when its tree is taken in, below.
    const found: { route?: TableRoute | undefined } = {};
    const own: Guard = { failures: [], provide: (call) => meant(call, found.route) };
    const [held, arounds] =
      this.#guardsFirst && typeof handler === "function"
        ? holding(handler, steps.arounds)
        : [handler, steps.arounds];
    const register = super.prepare(
      endpoint,
      held,
      { guards: [own, ...steps.guards], arounds },
      options,
    );
    found.route = this.#table.routeOf(endpoint);
    return register;
  }
}

// The tree decides, but only about what the host's router has proposed: a request that
// came by another route has not met the hooks of this one.
function meant(call: ServerCall, route: TableRoute | undefined): undefined | Promise<never> {
  const exchange = exchangeIn(call);
  if (exchange.route === route || !exchange.route.exact) {
    return undefined;
  }
  exchange.host.reply.callNotFound();
  return new Promise(() => undefined);
}

// Handler and arounds run as one, when Fastify calls: nothing of them is begun for a
// request that a hook answers.
function holding(handler: RawHandler, arounds: readonly Around[]): [RawHandler, readonly Around[]] {
  if (arounds.length > 0) {
    return [handler, [(call, next) => held(call, next), ...arounds]];
  }
  return [(call) => held(call, () => handler(call)), arounds];
}

function held(call: ServerCall, run: () => unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    exchangeIn(call).admit(call.body, () => {
      try {
        resolve(run());
      } catch (error) {
        reject(error);
      }
    });
  });
}

function exchangeIn(call: ServerCall): FastifyExchange {
  // The seam: this core is given no other exchanges.
  return call["~exchange"] as FastifyExchange;
}
