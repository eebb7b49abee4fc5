// Routes on a Fastify app. Fastify's router preselects and Bough's tree decides. The app's hooks, log, parsers,
// serializer and error handler apply.
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyRequest,
  FastifyTypeProvider,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RouteOptions,
} from "fastify";
import { defaultJson } from "../../codec/json.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { Exchange } from "../../server/exchange/exchange.ts";
import { ServerCore } from "../../server/server-core.ts";
import {
  hostRoutes,
  passesBothSpellings,
  verifyHost,
  type HostApp,
  type HostOptions,
  type HostRoutes,
} from "../host-routes.ts";
import { belowMount } from "../mount.ts";
import { LISTENER_OPTIONS, nodeRules, type ListenerOptions } from "../node/to-listener.ts";
import {
  BODILESS,
  exchangeOf,
  FastifyExchange,
  REPLY_JSON,
  UNPARSED,
  type FastifyHost,
  type FastifyRules,
  type Parsed,
} from "./fastify-exchange.ts";
import { projectParsers } from "./project-parsers.ts";
import { RouteTable, type TableRoute } from "./route-table.ts";

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
  const codecs = options.codecs ?? [REPLY_JSON];
  const rules: FastifyRules = {
    ...nodeRules(options),
    mediaType: codecs[0]?.mediaType ?? "",
    parses: () => false,
    handlesErrors: false,
    isClosing: false,
  };
  const table: RouteTable = new RouteTable(app, passesBothSpellings(options), (methods, route) => {
    if (methods === "QUERY" && !app.supportedMethods.includes(methods)) {
      app.addHttpMethod(methods, { hasBody: true });
    }
    app.route(routeOf(methods, route, { app, core, rules }));
  });
  const core: ServerCore = new ServerCore(
    { ...logged(app), ...options, codecs },
    {
      added: (endpoint) => table.add(endpoint),
      complete: () => table.flush(),
      // Not the serializer of a reply: if it throws, it throws for the 500 too.
      codecs: options.codecs ?? [defaultJson],
      takeException: (error, exchange, otherwise) => own(exchange).fail(error, otherwise),
      // The project's `preValidation` and `preHandler` hooks run before a handler and may answer. In that case
      // neither the handler nor its `around`s start.
      whenAdmitted: (call, handle) => own(call["~exchange"]).admit(call.body, handle),
    },
  );
  app.addHook("preClose", (done) => {
    rules.isClosing = true;
    done();
  });
  if (!app.hasContentTypeParser(UNPARSED)) {
    app.addContentTypeParser(UNPARSED, parseUnparsed);
  }
  // Runs after everything that was registered before it.
  void app.register(
    partOf(async () => {
      rules.parses = projectParsers(app);
      app.after(() => {
        rules.handlesErrors = app.errorHandler.name !== "defaultErrorHandler";
      });
      table.open();
    }),
  );
  return core;
}

function own(exchange: Exchange): FastifyExchange {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core on Fastify gets only these exchanges
  return exchange as FastifyExchange;
}

// A plugin that is part of the app, not a scope below it, so the hooks of the app apply to its routes wherever
// they are added.
function partOf(plugin: () => Promise<void>): FastifyPluginAsync {
  return Object.assign(plugin, {
    [Symbol.for("skip-override")]: true,
    [Symbol.for("fastify.display-name")]: "bough",
  });
}

function parseUnparsed(request: FastifyRequest, _payload: unknown, done: Parsed): void {
  const exchange = exchangeOf(request);
  if (exchange === undefined) {
    // A client may send this media type too, to a route of the project.
    done(Object.assign(new Error("Unsupported Media Type"), { statusCode: 415 }));
  } else {
    exchange.parse(done);
  }
}

interface Served {
  readonly app: FastifyInstance;
  readonly core: ServerCore;
  readonly rules: FastifyRules;
}

// A route of the host. Its hooks run after those of the project: `preParsing` is the last before a body is parsed, and
// `preValidation` the first after it.
function routeOf(
  method: HTTPMethods | HTTPMethods[],
  route: TableRoute,
  { app, core, rules }: Served,
): RouteOptions {
  const depth = app.prefix.split("/").filter((segment) => segment !== "").length;
  // A request on another route has not passed the hooks of this one.
  const proposes = (endpoint: AnyEndpoint): boolean => route.endpoints?.has(endpoint) ?? true;
  const options: RouteOptions = {
    method,
    url: route.url,
    exposeHeadRoute: false,
    preParsing: (request, reply, payload, next) => {
      const mounted = belowMount(request.raw.url ?? "", depth);
      if (mounted === undefined) {
        reply.callNotFound();
        return;
      }
      const isNegotiated = route.negotiated === true;
      const arriving = { payload, next, isNegotiated };
      const exchange = new FastifyExchange({ request, reply }, mounted, rules, arriving);
      core.handle(exchange, () => reply.callNotFound(), proposes);
    },
    handler: (request) => exchangeOf(request)?.handle?.(),
    errorHandler: (error, request, reply) => {
      if (exchangeOf(request)?.answersFor(error) === true) {
        return undefined;
      }
      if (error instanceof Error) {
        // Throwing passes it to the app's error handler.
        throw error;
      }
      return app.errorHandler(error, request, reply);
    },
  };
  if (!BODILESS.has(String(method))) {
    options.preValidation = (request, _reply, next) =>
      exchangeOf(request)?.received(request.body, next);
  }
  if (Array.isArray(method)) {
    // It has no endpoint: plugins that document an app leave it out.
    options.schema = { hide: true } as object;
  }
  return options;
}

// If the project logs, errors that a client sees as a 500 are logged with their request.
function logged(app: FastifyInstance): Pick<FastifyOptions, "onError"> {
  const { level } = app.log as Partial<FastifyInstance["log"]>;
  const onError: FastifyOptions["onError"] = (error, call) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core on Fastify gets only calls of Fastify
    const host = call?.host as FastifyHost | undefined;
    const what = call && `${call.endpoint.method} ${call.endpoint.template}`;
    (host?.request.log ?? app.log).error({ err: error }, what);
  };
  return level === undefined ? {} : { onError };
}
