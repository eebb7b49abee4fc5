// Bough on Express: one middleware that contains Bough's own routing tree. Express's router has other rules
// for paths, and its matching takes longer with every route.
import type { IRouter, NextFunction, Request, Response } from "express";
import { flag } from "../../serve/options/option-table.ts";
import { ServerCore } from "../../serve/server-core.ts";
import { FirstSegments } from "../first-segments.ts";
import {
  hostRoutes,
  verifyHost,
  type HostApp,
  type HostOptions,
  type HostRoutes,
} from "../host-routes.ts";
import { setHeaders } from "../node/write-head.ts";
import { LISTENER_OPTIONS, nodeRules, type ListenerOptions } from "../node/to-listener.ts";
import { ExpressExchange, type ExpressHost } from "./express-exchange.ts";
import { isPlainlySpelled } from "./plain-spelling.ts";

/** The options of `routing` on Express. */
export interface ExpressOptions extends HostOptions, ListenerOptions {
  /**
   * Passes errors of handlers to `next(error)`, so that the app's error handler responds. Default: `false`,
   * Bough responds with 500.
   */
  readonly passErrors?: boolean;
}

// Express applications are functions. Applications of other frameworks that have `use` are not.
const EXPRESS: HostApp = {
  is: (app: { readonly use?: unknown }) => typeof app === "function" && "use" in app,
  needed: "an application or router of Express",
};

/**
 * Adds routes to an Express application or router, as one middleware at this place. Requests for
 * other paths go on to the middleware after it.
 *
 * @example
 * const app = express();
 * routing(app).route(api.users.list, () => users.all());
 */
export function routing(app: IRouter, options: ExpressOptions = {}): HostRoutes<ExpressHost> {
  verifyHost(app, EXPRESS, options, { ...LISTENER_OPTIONS, passErrors: flag });
  const { passErrors = false } = options;
  const rules = nodeRules(options);
  const first = new FirstSegments();
  const bough = (req: Request, res: Response, next: NextFunction): void => {
    if (first.has(req.url) && isPlainlySpelled(req.url, core.known.tree)) {
      core.handle(new ExpressExchange(req, res, rules, next), () => next());
    } else {
      next();
    }
  };
  const core = new ServerCore(options, {
    added: (endpoint) => first.add(endpoint),
    takeException: (error, exchange, { headers }) => {
      // Express treats some thrown values as commands.
      const passes = passErrors && typeof error === "object" && error !== null;
      if (!passes || !(exchange instanceof ExpressExchange)) {
        return false;
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host of an exchange of Express
      const { res } = exchange.host as ExpressHost;
      // An error handler can't add to a response that other middleware has ended.
      if (res.writableEnded) {
        return false;
      }
      if (!res.headersSent) {
        setHeaders(res, headers);
      }
      exchange.next(error);
      return true;
    },
  });
  app.use(bough);
  return hostRoutes<ExpressHost>(core);
}
