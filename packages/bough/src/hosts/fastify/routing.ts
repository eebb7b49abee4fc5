// Routes on a Fastify app. Fastify's router preselects and Bough's tree decides. The app's hooks, log,
// parsers, serializer and error handler apply.
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginCallback,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
} from "fastify";
import { defaultJson } from "../../codec/json.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import {
  hostRoutes,
  passesBothSpellings,
  verifyHost,
  type HostApp,
  type HostOptions,
  type HostRoutes,
} from "../host-routes.ts";
import { LISTENER_OPTIONS, nodeRules, type ListenerOptions } from "../node/to-listener.ts";
import type { Exchange } from "../../server/exchange/exchange.ts";
import type { HostHooks } from "../../server/routing/host-hooks.ts";
import { RouteError } from "../../server/routing/route-error.ts";
import { ServerCore } from "../../server/server-core.ts";
import { ProjectParsers } from "./body-parsing.ts";
import { prepareApp } from "./exchanged-request.ts";
import type { FastifyExchange, FastifyRules } from "./fastify-exchange.ts";
import { replyJson } from "./reply-json.ts";
import { Lifecycle } from "./lifecycle.ts";
import type { FastifyHost } from "./reply-exchange.ts";
import { RouteTable } from "./route-table.ts";

/** The options of `routing` on Fastify. */
export interface FastifyOptions extends HostOptions, ListenerOptions {}

const FASTIFY: HostApp = {
  is: (app: Partial<FastifyInstance>) => app.addHook && app.register,
  needed: "an app of Fastify",
};

/**
 * Adds routes to a Fastify app. The instance of a plugin has its own prefix, hooks and parsers.
 *
 * @example
 * const app = fastify();
 * routing(app).route(api.users.list, () => users.all());
 */
export function routing<
  Server extends RawServerBase,
  Request extends RawRequestDefaultExpression<Server>,
  Reply extends RawReplyDefaultExpression<Server>,
  Logger extends FastifyBaseLogger,
  Types extends FastifyTypeProvider,
>(
  app: FastifyInstance<Server, Request, Reply, Logger, Types>,
  options: FastifyOptions = {},
): HostRoutes<FastifyHost> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this code does not depend on the type parameters of a project's app
  return hostRoutes(mounted(app as unknown as FastifyInstance, options));
}

function mounted(app: FastifyInstance, options: FastifyOptions): ServerCore {
  verifyHost(app, FASTIFY, options, LISTENER_OPTIONS);
  if (app.initialConfig.http2 === true) {
    throw new TypeError(
      "routing: expected an app that speaks HTTP/1.1, received one with the option http2: remove it, and let a proxy speak HTTP/2",
    );
  }
  const { origin, drainBytes, ...serving } = options;
  const { codecs = [replyJson] } = serving;
  const state: AppState = { ready: false, closing: false, handlesErrors: false };
  const listener: ListenerOptions = {
    ...(origin !== undefined && { origin }),
    ...(drainBytes !== undefined && { drainBytes }),
  };
  const rules: FastifyRules = {
    ...nodeRules(listener, { isLast: () => state.closing }),
    parsers: new ProjectParsers(app),
    mediaType: codecs[0]?.mediaType ?? "",
    handlesErrors: () => state.handlesErrors,
  };
  const table: RouteTable = new RouteTable(app, (method, route, hidden) => {
    if (method === "QUERY" && !app.supportedMethods.includes(method)) {
      app.addHttpMethod(method, { hasBody: true });
    }
    app.route(lifecycle.optionsOf(method, route, hidden));
  });
  const spellings = ignoresTrailingSlash(app)
    ? "one route"
    : passesBothSpellings(options)
      ? "both"
      : "own";
  const core = new ServerCore(
    { ...logged(app), ...serving, codecs },
    {
      ...EDGE,
      added: (endpoint) => {
        if (state.ready) {
          throw tooLate(endpoint);
        }
        table.add(endpoint, spellings);
      },
      complete: () => table.flush(),
      // Not the serializer of a reply: if it throws, it throws for the 500 too.
      codecs: serving.codecs ?? [defaultJson],
    },
  );
  const lifecycle = new Lifecycle(app, core, rules, table);
  prepareApp(app);
  openWhenReady(app, state, { look: () => rules.parsers.look(), open: () => table.open() });
  return core;
}

/** The state of the app. */
interface AppState {
  ready: boolean;
  closing: boolean;
  handlesErrors: boolean;
}

// Opens the routes after everything that the project has registered before them.
function openWhenReady(
  app: FastifyInstance,
  state: AppState,
  { look, open }: { readonly look: () => void; readonly open: () => void },
): void {
  app.addHook("onReady", (done) => {
    state.ready = true;
    done();
  });
  app.addHook("preClose", (done) => {
    state.closing = true;
    done();
  });
  void app.register(
    unscoped((_app, _options, next) => {
      look();
      app.after(() => {
        state.handlesErrors = app.errorHandler.name !== DEFAULT_ERROR_HANDLER;
      });
      try {
        open();
        next();
      } catch (error) {
        // Throwing here would end the process.
        next(error instanceof Error ? error : new Error(String(error)));
      }
    }),
  );
}

const EDGE: HostHooks = {
  takeException: (error, exchange, otherwise) => {
    own(exchange).fail(error, otherwise);
    return true;
  },
  // The project's `preValidation` and `preHandler` hooks run before a handler and may answer. In that case
  // neither the handler nor its `around`s start.
  whenAdmitted: (call, handle) => own(call["~exchange"]).admit(call.body, handle),
};

function own(exchange: Exchange): FastifyExchange {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core on Fastify gets only these exchanges
  return exchange as FastifyExchange;
}

// Fastify then has one route for both spellings, and throws for a second one.
function ignoresTrailingSlash({ initialConfig }: FastifyInstance): boolean {
  const { routerOptions = {}, ignoreTrailingSlash } = initialConfig as RouterConfig & {
    readonly routerOptions?: RouterConfig;
  };
  return routerOptions.ignoreTrailingSlash === true || ignoreTrailingSlash === true;
}

interface RouterConfig {
  readonly ignoreTrailingSlash?: boolean;
}

// The error handler of an app without its own.
const DEFAULT_ERROR_HANDLER = "defaultErrorHandler";

// A plugin that is part of the app, not a scope below it, so the hooks of the app apply to its routes wherever
// they are added. It runs after everything that was registered before it.
function unscoped(plugin: FastifyPluginCallback): FastifyPluginCallback {
  return Object.assign(plugin, {
    [Symbol.for("skip-override")]: true,
    [Symbol.for("fastify.display-name")]: "bough",
  });
}

// If the project logs, errors that a client sees as a 500 are logged with their request.
function logged(app: FastifyInstance): Pick<FastifyOptions, "onError"> {
  const { level } = app.log as Partial<FastifyInstance["log"]>;
  return level === undefined
    ? {}
    : {
        onError: (error, call) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core on Fastify gets only calls of Fastify
          const host = call?.host as FastifyHost | undefined;
          const what = call && `${call.endpoint.method} ${call.endpoint.template}`;
          (host?.request.log ?? app.log).error({ err: error }, what);
        },
      };
}

function tooLate({ method, template }: AnyEndpoint): RouteError {
  return new RouteError(
    `${method} ${template}`,
    "its tree has no routes on this app yet, and the app is ready",
    "route an endpoint of each tree before app.ready() or app.listen()",
  );
}
