// Bough on Hono: Hono's router preselects an endpoint, and Bough's tree decides.
import type { Context, Env, Hono, Schema } from "hono";
import type { Answer, Content } from "../../serve/exchange/answer.ts";
import { responseOf, measured } from "../../serve/exchange/fetch-exchange.ts";
import { ServerCore } from "../../serve/server-core.ts";
import {
  hostRoutes,
  passesBothSpellings,
  verifyHost,
  type HostApp,
  type HostOptions,
  type HostRoutes,
} from "../host-routes.ts";
import { HonoExchange } from "./hono-exchange.ts";
import { Registration } from "./registration.ts";

/** The options of `routing` on Hono. */
export type HonoOptions = HostOptions;

const HONO: HostApp = {
  is: (app: Partial<Hono>) => app.on && app.basePath,
  needed: "an application of Hono",
};

/**
 * Adds routes to a Hono application, below its `basePath`. Requests for other paths go on to its
 * other routes. `app.route(prefix, sub)` copies the routes of `sub`: route before it.
 *
 * @example
 * const app = new Hono();
 * routing(app).route(api.users.list, () => users.all());
 */
export function routing<E extends Env, S extends Schema, P extends string>(
  app: Hono<E, S, P>,
  options: HonoOptions = {},
): HostRoutes<Context<E>> {
  verifyHost(app, HONO, options);
  const core: ServerCore = new ServerCore(options, {
    added: (endpoint) => registration.add(endpoint),
    complete: () => registration.complete(),
    takeException: (error, exchange, { headers, answer }) => {
      // Hono rethrows values that are not errors, out of the application.
      if (!(exchange instanceof HonoExchange) || !(error instanceof Error)) {
        return false;
      }
      exchange.fail(withResponse(error, answer), headers);
      return true;
    },
  });
  const registration = new Registration(core, app, passesBothSpellings(options));
  return hostRoutes<Context<E>>(core);
}

// Hono has no API that says whether the project has an error handler, which may belong to an outer
// application. Hono's own handler asks an error for its response, so the error gets the 500 there. A frozen
// error is replaced by one that inherits from it.
function withResponse(error: Error, answer: () => Answer): Error {
  if (
    "getResponse" in error &&
    !(typeof error.getResponse === "function" && OURS.has(error.getResponse))
  ) {
    return error;
  }
  const value = (): Response => responseTo(answer());
  OURS.add(value);
  const property = { value, configurable: true };
  return Reflect.defineProperty(error, "getResponse", property)
    ? error
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it inherits from the error
      (Object.create(error, { getResponse: property }) as Error);
}

// If the same error is thrown again, it gets the response for that request.
const OURS: WeakSet<object> = new WeakSet();

function responseTo({ status, headers, body }: Answer): Response {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body of a rejection is never a stream
  const whole = measured(body as Content);
  return responseOf({ status, headers, content: whole.content, length: whole.length });
}
