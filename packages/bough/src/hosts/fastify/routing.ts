// Routes on a Fastify app. Fastify's router preselects and Bough's tree decides. The app's hooks, log, parsers,
// serializer and error handler apply.
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerBase,
  RouteOptions,
} from "fastify";
import { defaultJson } from "../../shared/codec/json.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { parseMediaType } from "../../shared/http/media-type.ts";
import type { Exchange } from "../../serve/exchange/exchange.ts";
import { ServerCore } from "../../serve/server-core.ts";
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
  type FastifyHost,
  type FastifyRules,
} from "./fastify-exchange.ts";
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
    parses: projectParsers(app),
    handlesErrors: false,
    isClosing: false,
  };
  const isRouted = (endpoint: AnyEndpoint): boolean =>
    core.known.entryOf(endpoint).pipeline !== undefined;
  const table: RouteTable = new RouteTable(app, passesBothSpellings(options), (methods, route) => {
    // An endpoint without a handler leaves its path to a route of the project.
    const [method = "GET"] = methods;
    if (route.endpoints && ![...route.endpoints].some(isRouted)) {
      if (app.hasRoute({ method, url: app.prefix + route.url })) {
        return;
      }
    }
    if (methods.includes("QUERY") && !app.supportedMethods.includes("QUERY")) {
      app.addHttpMethod("QUERY", { hasBody: true });
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
  try {
    // The class of all requests of the app gets it: a property of one request would make its other properties slow.
    app.decorateRequest("method", {
      getter() {
        return exchangeOf(this)?.hostMethod() ?? this.raw.method ?? "";
      },
    });
  } catch {
    // Another `routing` has done it.
  }
  app.addHook("preClose", async () => void (rules.isClosing = true));
  // Runs after what was registered before it, as a part of the app: the app's hooks apply to its routes wherever they
  // are added.
  const load = async (): Promise<void> => {
    rules.handlesErrors = app.errorHandler.name !== "defaultErrorHandler";
    table.isOpen = true;
    table.flush();
  };
  void app.register(Object.assign(load, { [Symbol.for("skip-override")]: true }));
  return core;
}

function own(exchange: Exchange): FastifyExchange {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the core on Fastify gets only these exchanges
  return exchange as FastifyExchange;
}

// Whether a project has a parser for a `Content-Type`. Fastify's built-in parsers of JSON and text are not among them.
function projectParsers(app: FastifyInstance): (contentType: string) => boolean {
  const builtIn = new Set<string>();
  // A scope of its own: Fastify refuses to replace a built-in parser twice.
  void app.register(async (scope) => {
    for (const type of ["application/json", "text/plain"]) {
      try {
        scope.addContentTypeParser(type, async () => undefined);
        builtIn.add(type);
      } catch {
        // The project has replaced it.
      }
    }
  });
  return (contentType) => {
    // Most bodies have this type, and parsing it takes time.
    const type =
      contentType === "application/json" ? contentType : parseMediaType(contentType)?.essence;
    return type !== undefined && !builtIn.has(type) && app.hasContentTypeParser(type);
  };
}

// A route of the host. Its hooks run after those of the project: `preParsing` is the last before a body is parsed, and
// `preValidation` the first after it.
function routeOf(
  methods: HTTPMethods[],
  route: TableRoute,
  { app, core, rules }: { app: FastifyInstance; core: ServerCore; rules: FastifyRules },
): RouteOptions {
  const depth = app.prefix.split("/").filter((segment) => segment !== "").length;
  // A request on another route has not passed the hooks of this one.
  const proposes = (endpoint: AnyEndpoint): boolean => route.endpoints?.has(endpoint) ?? true;
  return {
    // A route of one method has no array: code of the project may compare it.
    method: methods.length === 1 ? (methods[0] ?? methods) : methods,
    url: route.url,
    exposeHeadRoute: false,
    preParsing: (request, reply, payload, next) => {
      const mounted = belowMount(request.raw.url ?? "", depth);
      if (mounted === undefined) {
        reply.callNotFound();
        return;
      }
      const isNegotiated = route.negotiated === true;
      const arriving = { mounted, payload, next, isNegotiated };
      const exchange = new FastifyExchange({ request, reply }, rules, arriving);
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
    ...(methods.some((method) => !BODILESS.has(method)) && {
      preValidation: (request, _reply, next) => exchangeOf(request)?.received(next),
    }),
    // It has no endpoint: plugins that document an app leave it out.
    ...(route.catches && { schema: { hide: true } as object }),
  };
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
