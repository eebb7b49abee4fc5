// Serves the trees of one `BoughModule`: finds the methods that implement their endpoints, and routes them on the server of
// the application. It stops the start of an application that would leave something out.
import { Logger, type OnModuleInit } from "@nestjs/common";
import type { HttpAdapterHost } from "@nestjs/core";
import type { AnyEndpoint } from "bough";
import { endpointsOf } from "bough/contract";
import { RouteError } from "bough/server";
import type { RouteOptions } from "bough/types";
import type { BoughOptions } from "./bough-options.ts";
import { nameOf } from "./implement.ts";
import {
  implementedEndpoints,
  type ImplementedEndpoint,
  type ImplementedMethod,
} from "./implemented-methods.ts";
import { addRoutes, argumentsOf } from "./nest-host.ts";
import { NestPipelines, type NestParts } from "./nest-pipelines.ts";
import {
  isFiltered,
  NestRun,
  type CallOfRequest,
  type NestOpener,
  type NestRunOptions,
} from "./nest-run.ts";

const LOGGER = new Logger("BoughModule");

// Exception filters log, or decide not to.
function logged(error: unknown): void {
  if (!isFiltered(error)) {
    LOGGER.error(error);
  }
}

/** The routes of a server, without the types of endpoints. */
interface UntypedRoutes {
  guard(provide: (call: BegunCall) => Promise<object>): UntypedRoutes;
  route(
    endpoint: AnyEndpoint,
    handler: (call: BegunCall) => unknown,
    options: RouteOptions | undefined,
  ): void;
}
/** A call with the pipeline around it. */
interface BegunCall extends CallOfRequest {
  "~enclosing"?: NestRun;
}

/** The trees of one `BoughModule`. */
export class ServedTrees implements OnModuleInit {
  /** The endpoints below the roots. */
  readonly endpoints: ReadonlySet<AnyEndpoint>;
  readonly #options: BoughOptions;
  readonly #parts: NestParts;

  constructor(options: BoughOptions, parts: NestParts) {
    this.endpoints = new Set(endpointsOf(...options.roots));
    this.#options = options;
    this.#parts = parts;
  }

  // NestJS has added middleware and controllers, and not yet its 404.
  async onModuleInit(): Promise<void> {
    const { roots, partial, security, extend, ...server } = this.#options;
    const { adapterHost, config, modules } = this.#parts;
    const adapter: HttpAdapterHost["httpAdapter"] | null | undefined = adapterHost.httpAdapter;
    if (!adapter) {
      // An application without HTTP, such as a command.
      return;
    }
    const implemented = implementedEndpoints(modules);
    this.#refuseUnknown(implemented);
    const own = implemented.filter(({ endpoint }) => this.endpoints.has(endpoint));
    const options = { onError: logged, ...server };
    const prefix = config.getGlobalPrefix();
    await addRoutes({ adapter, prefix }, options, (routes) => {
      const secured = security === undefined ? routes : routes.secured(security);
      const view = extend?.(secured) ?? secured;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Implement` has checked the types
      this.#route(own, view as unknown as UntypedRoutes);
      const missing = routes.unrouted(...roots).filter((one) => this.endpoints.has(one));
      if (missing.length > 0 && partial !== true) {
        const remedy =
          "write one with @Implement(…) in a controller of an imported module, or pass partial: true";
        throw new RouteError("BoughModule", `no method implements ${listed(missing)}`, remedy);
      }
    });
  }

  #refuseUnknown(implemented: readonly ImplementedEndpoint[]): void {
    const others = [...this.#parts.modules.values()].flatMap((module) => {
      const served: unknown = module.providers.get(ServedTrees)?.instance;
      return served instanceof ServedTrees ? served : [];
    });
    for (const { endpoint, by } of implemented) {
      if (!others.some(({ endpoints }) => endpoints.has(endpoint))) {
        const fault = `implements ${nameOf(endpoint)}, which is below no root of a BoughModule`;
        throw new RouteError(
          by.where,
          fault,
          "add its root: BoughModule.forRoot({ roots: [api] })",
        );
      }
    }
  }

  #route(implemented: readonly ImplementedEndpoint[], routes: UntypedRoutes): void {
    const pipelines = new NestPipelines(this.#parts);
    const openers = new Map<ImplementedMethod, NestOpener>();
    for (const { endpoint, by, names } of implemented) {
      const opener = openers.get(by) ?? pipelines.of(by);
      openers.set(by, opener);
      const finish = names === undefined ? given : handlerAt(names, by);
      routes
        .guard((call) => begin(call, opener, finish))
        .route(endpoint, (call) => call["~enclosing"]?.handle(), by.implementation.options);
    }
  }
}

function begin(call: BegunCall, opener: NestOpener, finish: Finish): Promise<object> {
  const run = new NestRun({ call, given: argumentsOf(call.host), opener, finish });
  call["~enclosing"] = run;
  return run.begin();
}

type Finish = NestRunOptions["finish"];

const given: Finish = (returned) => returned;

/** Calls a handler that a method has returned among those of a resource. */
function handlerAt(names: readonly string[], { where }: ImplementedMethod): Finish {
  return (returned, call) => {
    const handler = names.reduce<unknown>(
      (handlers, name) =>
        Object.hasOwn(Object(handlers), name) ? Reflect.get(Object(handlers), name) : undefined,
      returned,
    );
    if (typeof handler !== "function") {
      throw new TypeError(`${where}: returned no handler for ${names.join(".")}`);
    }
    return handler(call);
  };
}

function listed(endpoints: readonly AnyEndpoint[]): string {
  return endpoints.map(nameOf).join(", ");
}
